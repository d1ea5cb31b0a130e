/** Which sources of liquidity each chain's list has, by the ids that the public lists have. */
import type { ChainId } from '../../domain/chain-id.ts';

/** `pools`: of one kind of pool alone that the router swaps through by itself. `here`: the sandbox has such pools. */
type Source = { id: string; title: string; logo: string; pools: boolean; here?: true };

const pool = (id: string, title: string, logo: string): Source => ({ id, title, logo, pools: true });
const v3 = (id: string): Source => ({ ...pool(id, 'Uniswap V3', 'uniswap'), here: true });
const wrapped = (id: string): Source => ({ id, title: 'Wrapped native', logo: 'weth', pools: false });

/** Source: answers of `/liquidity-sources` of the public chains, as integrators have written them down. */
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

/** Under which id the sandbox's pools go. */
export const poolSourceOf = (chain: ChainId): string => sourcesOf(chain).find(({ here }) => here)?.id ?? 'UNISWAP_V3';

/** Which calls are left where only some sources may be used: every one, one pool alone, or none. Unknown ids are nothing. */
export function allowedBy(chain: ChainId, protocols: readonly string[] | undefined): 'all' | 'pool' | 'none' {
  if (protocols === undefined) return 'all';
  const named = sourcesOf(chain).filter(({ id }) => protocols.includes(id));
  if (named.some(({ pools }) => !pools)) return 'all';
  return named.some(({ here }) => here) ? 'pool' : 'none';
}
