/** Writes tokens, routes and liquidity sources in the form of the API's answers. */

import type { ChainId } from '../../domain/chain-id.ts';
import type { Traded } from './network.ts';
import type { Found } from './plan.ts';
import type { Version } from './request.ts';
import { poolSourceOf, sourcesOf } from './sources.ts';

const STABLE: ReadonlySet<string> = new Set(['USDC', 'USDT', 'DAI', 'LUSD', 'GUSD', 'USDP']);
const CONNECTORS: ReadonlySet<string> = new Set(['USDC', 'USDT', 'DAI', 'WETH', 'WBNB', 'WAVAX', 'WBTC']);
const PEGS: Readonly<Record<string, string>> = {
  WETH: 'PEG:ETH',
  WSTETH: 'PEG:ETH',
  WBTC: 'PEG:BTC',
  CBBTC: 'PEG:BTC',
  BTCB: 'PEG:BTC',
};
/** The spelling of the public lists; ours are all capitals. */
const SYMBOLS: Readonly<Record<string, string>> = { CBBTC: 'cbBTC', WSTETH: 'wstETH' };

function tagsOf({ symbol, native, kind }: Traded): string[] {
  const tags = [native ? 'native' : 'tokens'];
  if (CONNECTORS.has(symbol) || native) tags.push('connector');
  const peg = STABLE.has(symbol) ? 'PEG:USD' : PEGS[symbol];
  if (peg !== undefined) tags.push(peg);
  tags.push(kind === 'taxed' ? 'RISK:suspicious' : 'RISK:norisk');
  if (STABLE.has(symbol)) tags.push('stablecoin');
  return tags;
}

/** Source of the shape: 1inch-sdk-go aggregation-openapi.json, `TokenInfo`; recorded answers of 2026. */
export function tokenView(token: Traded) {
  const address = token.address.toLowerCase();
  return {
    address,
    symbol: SYMBOLS[token.symbol] ?? token.symbol,
    name: token.name,
    decimals: token.decimals,
    logoURI: `https://tokens.1inch.io/${address}.png`,
    ...(token.permitVersion === undefined ? {} : { domainVersion: token.permitVersion, eip2612: true }),
    ...(token.kind === 'taxed' ? { isFoT: true } : {}),
    tags: tagsOf(token),
  };
}

export const sourcesView = (chain: ChainId) => ({
  protocols: sourcesOf(chain).map(({ id, title, logo }) => ({
    id,
    title,
    img: `https://cdn.1inch.io/liquidity-sources-logo/${logo}.png`,
    img_color: `https://cdn.1inch.io/liquidity-sources-logo/${logo}_color.png`,
  })),
});

type Share = { name: string; part: number };

function sharesOf({ way, src: { chain } }: Found, version: Version): Share[] {
  const sources = sourcesOf(chain);
  const wrapping = sources.find(({ pools }) => !pools)?.id ?? 'WETH';
  const second = sources.find(({ pools, logo, here }) => pools && !here && logo !== 'uniswap')?.id ?? 'SUSHI';
  const source = poolSourceOf(chain);
  if (way === 'wrap') return [{ name: wrapping, part: 100 }];
  if (way === 'pool') return [{ name: source, part: 100 }];
  // v6.0 has whole percentages.
  const first = version === 'v6.0' ? 62 : 62.5;
  return [
    { name: source, part: first },
    { name: second, part: 100 - first },
  ];
}

/** v6.0: routes of hops of pools; v6.1: tokens with their hops. */
export function protocolsView(found: Found, version: Version) {
  const [from, to] = [found.src.address.toLowerCase(), found.dst.address.toLowerCase()];
  const shares = sharesOf(found, version);
  if (version === 'v6.0') return [[shares.map((share) => ({ ...share, fromTokenAddress: from, toTokenAddress: to }))]];
  return [{ token: from, hops: [{ part: 100, dst: to, fromTokenId: 0, toTokenId: 1, protocols: shares }] }];
}
