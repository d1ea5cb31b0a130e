/** The first block of an EVM chain of the sandbox: its tokens at their public addresses and the networks' routers. */
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { encodeAbiParameters } from 'viem/utils';
import { z } from 'zod';
import { checksumAddress } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { Anvil } from './anvil-process.ts';
import { routerArtifact, slotOf, tokenArtifact, usdtLikeArtifact } from './artifacts.ts';
import type { Write } from './funding.ts';
import type { NetworkName } from './inbounds.ts';
import { shortString, word } from './storage.ts';
import { tokensOf } from './tokens.ts';

/** Which networks have vaults on which chain. */
export const EVM_NETWORKS: Partial<Record<ChainId, readonly NetworkName[]>> = {
  ETH: ['thor', 'maya'],
  ARB: ['maya'],
  AVAX: ['thor'],
  BASE: ['thor'],
  BSC: ['thor'],
};

/** The first word of the routers' revert texts. */
const ROUTER_NAMES: Record<NetworkName, string> = { thor: 'THORChain', maya: 'MAYAChain' };

const DEPLOY_GAS = 3_000_000n;
export const GAS_PRICE_WEI = 2_000_000_000n;

function tokenPlacement(chain: ChainId): Write[] {
  return tokensOf(chain).flatMap((token): Write[] => {
    const artifact = token.usdtLike ? usdtLikeArtifact : tokenArtifact;
    const set = (variable: string, value: Hex): Write => [
      'anvil_setStorageAt',
      [token.address, word(slotOf(artifact, variable)), value],
    ];
    return [
      ['anvil_setCode', [token.address, artifact.deployedBytecode]],
      set('name', shortString(token.name)),
      set('symbol', shortString(token.symbol)),
      set('decimals', word(token.decimals)),
    ];
  });
}

/** Puts tokens and routers on a fresh chain, mines one block at `time` (unix seconds) and returns the routers, EIP-55. */
export async function createGenesis(
  anvil: Anvil,
  options: { chain: ChainId; chainId: number; deployerKey: Hex; time: number },
): Promise<Partial<Record<NetworkName, string>>> {
  const { chain, chainId, deployerKey, time } = options;
  const networks = EVM_NETWORKS[chain] ?? [];
  const deployer = privateKeyToAccount(deployerKey);
  await anvil.all([
    ...tokenPlacement(chain),
    ['anvil_setBalance', [deployer.address, word(10n ** 18n)]],
    ['evm_setTime', [time]],
  ]);
  const hashes = await Promise.all(
    networks.map(async (network, nonce) => {
      const argument = encodeAbiParameters([{ type: 'string' }], [ROUTER_NAMES[network]]);
      const raw = await deployer.signTransaction({
        type: 'legacy',
        chainId,
        nonce,
        gas: DEPLOY_GAS,
        gasPrice: GAS_PRICE_WEI,
        data: `${routerArtifact.bytecode}${argument.slice(2)}`,
      });
      return anvil.rpc('eth_sendRawTransaction', [raw]);
    }),
  );
  await anvil.rpc('anvil_mine', ['0x1']);
  const receipts = await anvil.all(hashes.map((hash) => ['eth_getTransactionReceipt', [hash]]));
  const addresses = receipts.map((receipt) =>
    checksumAddress(z.object({ contractAddress: z.string() }).parse(receipt).contractAddress),
  );
  return Object.fromEntries(networks.map((network, index) => [network, addresses[index]]));
}
