/** Lists the liquidity sources of each chain, under the ids of the public lists. */
import type { ChainId } from '../../domain/chain-id.ts';

/** `pools`: a single kind of pool through which the router can swap directly. `here`: the sandbox has such pools. */
type Source = { id: string; title: string; logo: string; pools: boolean; here?: true };

const pool = (id: string, title: string, logo: string): Source => ({ id, title, logo, pools: true });
const v3 = (id: string): Source => ({ ...pool(id, 'Uniswap V3', 'uniswap'), here: true });
const wrapped = (id: string): Source => ({ id, title: 'Wrapped native', logo: 'weth', pools: false });

/** Source: answers of `/liquidity-sources` on public chains, as published by integrators. */
const SOURCES: Partial<Record<ChainId, readonly Source[]>> = {
  ETH: [
    pool('UNISWAP_V2', 'Uniswap V2', 'uniswap'),
    v3('UNISWAP_V3'),
    pool('SUSHI', 'SushiSwap', 'sushiswap'),
    wrapped('WETH'),
  ],
  ARB: [v3('ARBITRUM_UNISWAP_V3'), pool('ARBITRUM_SUSHISWAP', 'SushiSwap', 'sushiswap'), wrapped('ARBITRUM_WETH')],
  BSC: [v3('BSC_UNISWAP_V3'), pool('PANCAKESWAP_V2', 'PancakeSwap V2', 'pancakeswap'), wrapped('BSC_WBNB')],
  BASE: [v3('BASE_UNISWAP_V3'), pool('BASE_SUSHISWAP', 'SushiSwap', 'sushiswap'), wrapped('BASE_WETH')],
  AVAX: [v3('AVALANCHE_UNISWAP_V3'), pool('AVALANCHE_SUSHISWAP', 'SushiSwap', 'sushiswap'), wrapped('AVALANCHE_WAVAX')],
};

export const sourcesOf = (chain: ChainId): readonly Source[] => SOURCES[chain] ?? [];

/** The id of the sandbox's pools. */
export const poolSourceOf = (chain: ChainId): string => sourcesOf(chain).find(({ here }) => here)?.id ?? 'UNISWAP_V3';

/**
 * The calls that remain when only some sources may be used: all, single pools only, or none. Unknown ids are ignored.
 */
export function allowedBy(chain: ChainId, protocols: readonly string[] | undefined): 'all' | 'pool' | 'none' {
  if (protocols === undefined) return 'all';
  const named = sourcesOf(chain).filter(({ id }) => protocols.includes(id));
  if (named.some(({ pools }) => !pools)) return 'all';
  return named.some(({ here }) => here) ? 'pool' : 'none';
}
