/**
 * Determines how each chain's nodes are configured: the chains of a kind, the setting of each, and the public nodes.
 */
import type { ChainId } from '../domain/chain-id.ts';
import type { ChainKind } from './chain.ts';
import { CHAIN_LIST, CHAINS } from './chains.ts';

/** Followed by the chain's id: `RPC_URL_ETH`, `ESPLORA_URL_BTC`, `LCD_URL_GAIA`. */
const SETTING_PREFIX: Partial<Record<ChainKind, string>> = {
  evm: 'RPC_URL_',
  utxo: 'ESPLORA_URL_',
  cosmos: 'LCD_URL_',
  solana: 'RPC_URL_',
  substrate: 'RPC_URL_',
};

/** Chains of the kind that are traded, in the order of the enumeration. */
export const chainsOfKind = (kind: ChainKind): readonly ChainId[] =>
  CHAIN_LIST.filter((chain) => chain.kind === kind && chain.tradable).map(({ id }) => id);

/** The setting that names nodes of the chain; undefined for a chain that Portage does not talk to. */
export function nodeSettingOf(chain: ChainId): string | undefined {
  const { kind, tradable } = CHAINS[chain];
  const prefix = SETTING_PREFIX[kind];
  return tradable && prefix !== undefined ? `${prefix}${chain}` : undefined;
}

/** The public nodes of each chain of a kind. */
export const publicNodes = (kind: ChainKind): Partial<Record<ChainId, readonly string[]>> =>
  Object.fromEntries(chainsOfKind(kind).flatMap((id) => (CHAINS[id].nodes ? [[id, CHAINS[id].nodes]] : [])));
