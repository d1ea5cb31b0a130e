/**
 * Defines the contracts that are on an EVM chain of the sandbox from its first block: tokens, ENS and Chainflip's vault
 * at their public addresses, and the networks' routers.
 */
import type { Hex } from 'viem';
import type { ChainId } from '../../domain/chain-id.ts';
import type { Anvil } from './anvil-process.ts';
import {
  htlcArtifact,
  htlcNativeArtifact,
  permitTokenArtifact,
  routerArtifact,
  slotOf,
  taxTokenArtifact,
  tokenArtifact,
  usdtLikeArtifact,
  vaultArtifact,
  wrappedNativeArtifact,
} from './artifacts.ts';
import { chainflipVault } from './chainflip-contracts.ts';
import type { VaultKey } from './chainflip-signer.ts';
import { ensPlacements } from './ens-names.ts';
import type { Write } from './funding.ts';
import { HTLC_ASSETS, HTLC_GENERATIONS, htlcAddress } from './garden-contracts.ts';
import type { NetworkName } from './inbounds.ts';
import { oneinchPlacements } from './oneinch-contracts.ts';
import { routersOn } from './routers.ts';
import { shortString, word } from './storage.ts';
import { type SandboxToken, TAX_BPS, tokensOf } from './tokens.ts';

/** The first word of each router's revert messages. */
const ROUTER_NAMES: Record<NetworkName, string> = { thor: 'THORChain', maya: 'MAYAChain' };

export const GAS_PRICE_WEI = 2_000_000_000n;

/** A contract put at its public chain's address without running its constructor. */
export type Placement = { address: Hex; code: Hex; slots: [slot: Hex, value: Hex][] };

/** Garden's hash time locks, including those to which it may redeploy. */
const htlcPlacements = (chain: ChainId): Placement[] =>
  HTLC_ASSETS.filter((asset) => asset.chain === chain).flatMap(({ id, token }) =>
    Array.from({ length: HTLC_GENERATIONS }, (_, generation): Placement => {
      const address = htlcAddress(id, generation);
      if (token === undefined) return { address, code: htlcNativeArtifact.deployedBytecode, slots: [] };
      const slot = word(slotOf(htlcArtifact, 'token'));
      return { address, code: htlcArtifact.deployedBytecode, slots: [[slot, word(BigInt(token))]] };
    }),
  );

const routerPlacements = (chain: ChainId): Placement[] =>
  Object.entries(routersOn(chain)).map(([network, address]) => ({
    address,
    code: routerArtifact.deployedBytecode,
    slots: [
      [word(slotOf(routerArtifact, 'network')), shortString(ROUTER_NAMES[network === 'maya' ? 'maya' : 'thor'])],
      // The constructor's initial value: the lock is free.
      [word(slotOf(routerArtifact, 'entered')), word(1)],
    ],
  }));

function artifactOf(token: SandboxToken) {
  if (token.kind === 'wrapped') return wrappedNativeArtifact;
  if (token.kind === 'taxed') return taxTokenArtifact;
  if (token.permitVersion !== undefined) return permitTokenArtifact;
  return token.usdtLike ? usdtLikeArtifact : tokenArtifact;
}

/**
 * All placements of a chain: tokens, the networks' routers, 1inch's contracts, Garden's locks, ENS, and if Chainflip serves the chain its
 * vault, which obeys the network's account and key.
 */
export function placementsOn(chain: ChainId, network: { address: Hex; key: VaultKey }): Placement[] {
  const tokens = tokensOf(chain).map((token): Placement => {
    const artifact = artifactOf(token);
    const at = (variable: string): Hex => word(slotOf(artifact, variable));
    return {
      address: token.address,
      code: artifact.deployedBytecode,
      slots: [
        [at('name'), shortString(token.name)],
        [at('symbol'), shortString(token.symbol)],
        [at('decimals'), word(token.decimals)],
        ...(token.permitVersion === undefined
          ? []
          : [[at('version'), shortString(token.permitVersion)] satisfies [Hex, Hex]]),
        ...(token.kind === 'taxed' ? [[at('taxBps'), word(TAX_BPS)] satisfies [Hex, Hex]] : []),
      ],
    };
  });
  const vault = chainflipVault(chain);
  const standing = [
    ...tokens,
    ...routerPlacements(chain),
    ...oneinchPlacements(chain),
    ...htlcPlacements(chain),
    ...ensPlacements(chain),
  ];
  if (vault === undefined) return standing;
  const slots = (
    [
      ['key', BigInt(network.address)],
      ['keyX', network.key.x],
      ['keyParity', network.key.parity],
    ] as const
  ).map(([variable, value]): [Hex, Hex] => [word(slotOf(vaultArtifact, variable)), word(value)]);
  return [...standing, { address: vault, code: vaultArtifact.deployedBytecode, slots }];
}

const placementWrites = ({ address, code, slots }: Placement): Write[] => [
  ['anvil_setCode', [address, code]],
  ...slots.map(([slot, value]): Write => ['anvil_setStorageAt', [address, slot, value]]),
];

/** The writes for contracts that were added or changed after the chain began. Their balances stay. */
export async function missingPlacements(anvil: Anvil, placements: readonly Placement[]): Promise<Write[]> {
  const codes = await anvil.all(placements.map(({ address }) => ['eth_getCode', [address, 'latest']]));
  return placements.filter(({ code }, index) => codes[index] !== code).flatMap(placementWrites);
}

/** Puts contracts on a fresh chain and mines one block at `time` (Unix seconds). */
export async function createGenesis(
  anvil: Anvil,
  { placements, time }: { placements: readonly Placement[]; time: number },
): Promise<void> {
  await anvil.all([...placements.flatMap(placementWrites), ['evm_setTime', [time]]]);
  await anvil.rpc('anvil_mine', ['0x1']);
}
