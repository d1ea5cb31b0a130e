/**
 * Builds Cosmos payments as amino JSON: a transfer to the vault with the memo, or a deposit on the family's own chain.
 * Source: THORNode proto/types/msg_deposit.proto and the amino names that it registers.
 */
import { bech32 } from '@scure/base';
import type { CosmosClient } from '../../chain-clients/chain-clients.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { CHAINS } from '../../chains/chains.ts';
import { denomOf } from '../../chains/denom.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { CosmosTx, RouteDraft } from '../../domain/route.ts';
import { type FundsLook, holdsOnly } from '../../transfer/built-tx.ts';
import { nodeAssetOf } from './assets.ts';
import { FAMILY } from './config.ts';
import { type BuiltTx, type TxDeps, unavailable } from './tx-types.ts';

/** 200000 gas at 0.025 uatom, what wallets in production pay. */
const GAIA_FEE = { amount: [{ denom: 'uatom', amount: '5000' }], gas: '200000' };

function deposit(route: RouteDraft, memo: string, deps: TxDeps): CosmosTx {
  const { sell, sourceAddress } = route;
  return {
    msgs: [
      {
        type: `${deps.config.aminoPrefix}/MsgDeposit`,
        value: {
          coins: [{ asset: nodeAssetOf(sell.asset), amount: sell.baseUnits.toString() }],
          memo,
          signer: sourceAddress,
        },
      },
    ],
    fee: { amount: [], gas: deps.config.gas },
    memo: '',
  };
}

function transfer(route: RouteDraft, memo: string, vault: string, denom: string): CosmosTx | undefined {
  const { sell, sourceAddress } = route;
  const kind = { GAIA: 'cosmos-sdk/MsgSend', THOR: 'thorchain/MsgSend' }[sell.asset.chain as string];
  if (kind === undefined) return undefined;
  return {
    msgs: [
      {
        type: kind,
        value: {
          from_address: sourceAddress,
          to_address: vault,
          amount: [{ denom, amount: sell.baseUnits.toString() }],
        },
      },
    ],
    fee: sell.asset.chain === 'GAIA' ? GAIA_FEE : { amount: [], gas: FAMILY.thor.gas },
    memo,
  };
}

/**
 * In the prefix of the network that signs: an account of another network is accepted as an address, not as a signer.
 */
function asSigner(address: string, chain: ChainId, network: NetworkName): string {
  const prefix = CHAINS[chain][network].bech32Prefix;
  const account = bech32.decodeUnsafe(address);
  return prefix === undefined || account === undefined ? address : bech32.encode(prefix, account.words);
}

async function lacks(
  client: CosmosClient | undefined,
  route: RouteDraft,
  { signal, allowUnfunded }: FundsLook,
): Promise<string | undefined> {
  const sold = denomOf(route.sell.asset);
  if (allowUnfunded || !client || sold === undefined) return undefined;
  const balances = await client.balances(route.sourceAddress, { signal });
  const held = balances.find(({ denom }) => denom === sold)?.amount ?? 0n;
  return held < route.sell.baseUnits ? holdsOnly(held, route.sell) : undefined;
}

export async function buildCosmosTx(deps: TxDeps, quoted: RouteDraft, memo: string, look: FundsLook): Promise<BuiltTx> {
  const { chain } = quoted.sell.asset;
  const route = { ...quoted, sourceAddress: asSigner(quoted.sourceAddress, chain, deps.network) };
  const missing = await lacks(deps.clients.cosmos(chain), route, look);
  if (missing) return unavailable(missing);
  if (chain === deps.config.nativeChain) return { tx: { type: 'COSMOS', tx: deposit(route, memo, deps) } };
  const vault = route.inboundAddress;
  const denom = denomOf(route.sell.asset);
  const tx = vault === undefined || denom === undefined ? undefined : transfer(route, memo, vault, denom);
  return tx
    ? { tx: { type: 'COSMOS', tx } }
    : unavailable(
        `Portage prepares no ${CHAINS[chain].name} transactions; pay from a wallet that can attach the memo.`,
      );
}
