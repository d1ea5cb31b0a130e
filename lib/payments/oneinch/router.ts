/**
 * Lists the address of 1inch's router on each chain, and maps assets to the tokens of its calls. Source: 1inch/1inch-
 * sdk-go constants/contracts.go; the router is verified on every chain's explorer.
 */

import { CHAINS } from '../../chains/chains.ts';
import type { Asset } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';

/** Aggregation Router V6: one address on all chains below. */
const ROUTER_V6 = '0x111111125421cA6dc452d289314280a0f8842A65';

/** A chain's own coin in calls and in the API, on every chain. */
export const NATIVE_TOKEN = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

const WRAPPED: Partial<Record<ChainId, string>> = {
  ETH: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  BSC: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
  MATIC: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
  OP: '0x4200000000000000000000000000000000000006',
  ARB: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
  AVAX: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
  BASE: '0x4200000000000000000000000000000000000006',
};

/** Chains on which 1inch swaps, among Portage's. */
export const ONEINCH_CHAINS: readonly ChainId[] = Object.keys(WRAPPED) as ChainId[];

/** EIP-55 address of the router, the spender of every approval; undefined when there is none. */
export const oneinchRouter = (chain: ChainId): string | undefined =>
  Object.hasOwn(WRAPPED, chain) ? ROUTER_V6 : undefined;

/** EIP-55 address of the chain's own coin as a token; undefined when 1inch does not swap there. */
export const wrappedNative = (chain: ChainId): string | undefined => WRAPPED[chain];

/**
 * The asset in calls: its contract, or the marker for the chain's own coin. Undefined when the router lacks the asset
 * (a synthetic asset; an asset that is neither a contract nor the chain's own coin).
 */
export function routerTokenOf(asset: Asset): string | undefined {
  if (asset.kind === 'token') return asset.address;
  const { symbol, shownSymbol } = CHAINS[asset.chain].native;
  const own = asset.kind === 'native' && (asset.symbol === symbol || asset.symbol === shownSymbol);
  return own ? NATIVE_TOKEN : undefined;
}

/** Whether two tokens of calls are the same. */
export const sameRouterToken = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const isNativeToken = (token: string): boolean => sameRouterToken(token, NATIVE_TOKEN);
