/**
 * Lists the pools of 1inch that allow swaps through pools alone, so that a contract can make the swap with an amount
 * of its own: those of the chain's list, fetched rarely and cached.
 */
import type { NetworkName } from '../../chains/chain.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { ProviderError } from '../../domain/errors.ts';
import { timeLimit } from '../../domain/time-limit.ts';
import { createSnapshot, type Snapshot } from '../snapshot.ts';
import type { OneinchClient } from './client.ts';
import { chainIdOf } from './token-book.ts';

/**
 * Pools of Uniswap's second version and its plain forks, and of its third: all that the router swaps through by
 * itself (its callback accepts Uniswap's own factory only). Source: Aggregation Router V6, UnoswapRouter.sol; ids
 * from `/liquidity-sources`.
 */
const BY_NAME: Readonly<Partial<Record<ChainId, readonly string[]>>> = {
  ETH: ['UNISWAP_V3', 'UNISWAP_V2', 'SUSHI'],
  ARB: ['ARBITRUM_UNISWAP_V3', 'ARBITRUM_SUSHISWAP'],
  BSC: ['BSC_UNISWAP_V3', 'PANCAKESWAP_V2'],
};

/** Lists change by the month. */
const REFRESH_MS = 6 * 60 * 60_000;
const KEEP_WARM_MS = 12 * 60 * 60_000;
const LIST_TIMEOUT_MS = 7_000;

/** The ids, as equal text for the same chain. @throws {ProviderError} */
export type AdjustableSources = (chain: ChainId, signal: AbortSignal) => Promise<string>;

export function createAdjustableSources(deps: {
  client: OneinchClient;
  network: NetworkName;
  now: () => number;
}): AdjustableSources {
  const { client, network, now } = deps;
  const listOf = (chain: ChainId): Snapshot<ReadonlySet<string>> =>
    createSnapshot(
      async () => {
        const caller = { signal: timeLimit(LIST_TIMEOUT_MS), budgetMs: LIST_TIMEOUT_MS };
        return new Set((await client.liquiditySources(chainIdOf(chain, network), caller)) ?? []);
      },
      { refreshMs: REFRESH_MS, keepWarmMs: KEEP_WARM_MS, now },
    );
  const lists = new Map<ChainId, Snapshot<ReadonlySet<string>>>();

  return async (chain, signal) => {
    const none = new ProviderError(
      'quoteNotFound',
      `1inch has no pools on ${CHAINS[chain].name} through which a contract could swap an amount of its own.`,
    );
    const wanted = BY_NAME[chain];
    if (!wanted) throw none;
    const list = lists.get(chain) ?? listOf(chain);
    lists.set(chain, list);
    const known = await list.get({ maxAgeMs: Number.POSITIVE_INFINITY, signal });
    const had = wanted.filter((id) => known.has(id));
    if (had.length === 0) throw none;
    return had.join(',');
  };
}
