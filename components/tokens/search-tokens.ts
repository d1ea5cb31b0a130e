/** Orders and filters the token list as people look for things: what begins with the words first, then what contains them. */

import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';

/** What most people look for, in this order; the rest follows by chain. */
const POPULAR = [
  'BTC.BTC',
  'ETH.ETH',
  'ETH.USDC',
  'ETH.USDT',
  'THOR.RUNE',
  'MAYA.CACAO',
  'GAIA.ATOM',
  'LTC.LTC',
  'DOGE.DOGE',
];

const popularity = (token: WireToken): number => {
  const at = POPULAR.indexOf(`${token.chain}.${token.symbol}`);
  return at < 0 ? POPULAR.length : at;
};

/** 0 is best; undefined is no match. */
function distance(token: WireToken, wanted: string): number | undefined {
  const symbol = token.symbol.toLowerCase();
  if (symbol === wanted || token.address?.toLowerCase() === wanted || token.asset.toLowerCase() === wanted) return 0;
  if (symbol.startsWith(wanted)) return 1;
  if (token.name.toLowerCase().startsWith(wanted) || CHAINS[token.chain].name.toLowerCase().startsWith(wanted))
    return 2;
  if (symbol.includes(wanted) || token.name.toLowerCase().includes(wanted)) return 3;
  if (wanted.length > 3 && token.asset.toLowerCase().includes(wanted)) return 4;
  return undefined;
}

/** @param held decimal dollars by lower-case asset, of what the connected accounts hold: listed before the rest. */
export function searchTokens(
  tokens: readonly WireToken[],
  query: string,
  chain: ChainId | undefined,
  held: ReadonlyMap<string, number> = new Map(),
): WireToken[] {
  const wanted = query.trim().toLowerCase();
  const worth = (token: WireToken) => held.get(token.asset.toLowerCase()) ?? 0;
  return tokens
    .flatMap((token, index) => {
      if (chain !== undefined && token.chain !== chain) return [];
      const far = wanted === '' ? 0 : distance(token, wanted);
      return far === undefined ? [] : [{ token, far, index }];
    })
    .sort(
      (a, b) =>
        a.far - b.far ||
        worth(b.token) - worth(a.token) ||
        popularity(a.token) - popularity(b.token) ||
        a.index - b.index,
    )
    .map(({ token }) => token);
}

/** Chains that occur, in the order of their best token. */
export const chainsIn = (tokens: readonly WireToken[]): ChainId[] => [
  ...new Set(searchTokens(tokens, '', undefined).map((token) => token.chain)),
];
