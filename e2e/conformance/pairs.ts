/** Chooses pairs to quote from the service's own token list, so that no market is presumed. */
import { addressOn } from './addresses.ts';
import { isFields, listOf } from './rules.ts';
import { type ChainKind, chainKind, PROVIDERS, sameAsset, splitAssetId } from './vocabulary.ts';

export type ListedToken = {
  asset: string;
  chain: string;
  symbol: string;
  providers: string[];
  decimals?: number;
  priceUsd?: number;
};

export type Pair = { sell: ListedToken; buy: ListedToken };

/** Symbols that most markets have come first, as they most likely find a route. */
const FIRST_SYMBOLS = [
  'BTC',
  'ETH',
  'SOL',
  'ATOM',
  'AVAX',
  'BNB',
  'LTC',
  'USDC',
  'USDT',
  'DAI',
  'WBTC',
  'LINK',
  'BONK',
];
const FIRST_CHAINS = ['BTC', 'ETH', 'SOL', 'GAIA', 'ARB', 'AVAX', 'BSC', 'BASE', 'LTC'];

const rankOf = (list: readonly string[], value: string): number => {
  const index = list.indexOf(value.toUpperCase());
  return index < 0 ? list.length : index;
};
/** Sorts tokens that borrow a coin's name (an ETH on Solana, say) behind well-known assets. */
const rank = ({ asset, chain, symbol }: ListedToken): number => {
  const coin = !/[-/]/.test(asset);
  const known = coin || !FIRST_CHAINS.includes(symbol.toUpperCase());
  return (
    (asset.includes('/') ? 10_000 : 0) + (known ? rankOf(FIRST_SYMBOLS, symbol) : 50) * 50 + rankOf(FIRST_CHAINS, chain)
  );
};

/** The usable records, likeliest first; checks report what is wrong with the others. */
export function listedTokens(body: unknown): ListedToken[] {
  const records = isFields(body) ? listOf(body.tokens) : [];
  return records
    .flatMap((record): ListedToken[] => {
      if (!isFields(record) || typeof record.asset !== 'string') return [];
      const asset = splitAssetId(record.asset);
      if (!asset || addressOn(asset.chain) === undefined) return [];
      return [
        {
          asset: record.asset,
          chain: asset.chain,
          symbol: asset.symbol,
          providers: listOf(record.providers).filter((id) => typeof id === 'string'),
          ...(Number.isInteger(record.decimals) ? { decimals: Number(record.decimals) } : {}),
          ...(typeof record.priceUsd === 'number' && record.priceUsd > 0 ? { priceUsd: record.priceUsd } : {}),
        },
      ];
    })
    .sort((one, other) => rank(one) - rank(other));
}

const SALE_USD = 400;
/** Amounts of similar value for well-known assets, for a service without prices. */
const USUAL_AMOUNTS: Readonly<Record<string, string>> = {
  BTC: '0.005',
  WBTC: '0.005',
  ETH: '0.15',
  SOL: '3',
  BNB: '0.6',
  BCH: '1',
  ZEC: '1',
  LTC: '5',
  AVAX: '20',
  ATOM: '100',
};

/** A decimal of a few digits within the token's own precision. */
export function saleAmount({ symbol, decimals = 6, priceUsd }: ListedToken): string {
  if (priceUsd === undefined) return USUAL_AMOUNTS[symbol.toUpperCase()] ?? '500';
  const amount = SALE_USD / priceUsd;
  const digits = Math.min(decimals, 6, Math.max(0, 3 - Math.ceil(Math.log10(amount))));
  const written = amount.toFixed(digits);
  return /[1-9]/.test(written) ? written.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : '1';
}

const has = (id: string) => (token: ListedToken) => token.providers.includes(id);
const hasAny = (ids: string[]) => (token: ListedToken) => ids.some((id) => token.providers.includes(id));
/** The ids of a provider with and without streaming, which have the same markets. */
const either = (id: string): string[] => [
  id,
  id.endsWith('_STREAMING') ? id.replace('_STREAMING', '') : `${id}_STREAMING`,
];
const WITHIN_A_CHAIN = ['ONEINCH', 'JUPITER'];

/**
 * A pair for a two-leg route: an asset that only the first provider trades, and one that only the second does, with a
 * chain on which both trade in between.
 */
function twoLegPair(id: string, tokens: readonly ListedToken[]): Pair | undefined {
  const [first = '', second = ''] = id.split('->');
  const [one, other] = [hasAny(either(first)), hasAny(either(second))];
  const chainsOf = (trades: (token: ListedToken) => boolean) =>
    new Set(tokens.filter(trades).map(({ chain }) => chain));
  const [chainsOfOne, chainsOfOther] = [chainsOf(one), chainsOf(other)];
  const within = WITHIN_A_CHAIN.includes(first);
  const sell = tokens.find((token) => one(token) && !other(token) && (!within || chainsOfOther.has(token.chain)));
  const buy = tokens.find(
    (token) => other(token) && !one(token) && token.chain !== sell?.chain && (within || chainsOfOne.has(token.chain)),
  );
  return sell && buy ? { sell, buy } : undefined;
}

/** The likeliest pair of one provider; undefined where its list has fewer than two assets. */
export function pairOf(id: string, tokens: readonly ListedToken[]): Pair | undefined {
  if (id.includes('->')) return twoLegPair(id, tokens);
  const own = tokens.filter(has(id));
  const fits = (sell: ListedToken, buy: ListedToken) =>
    !sameAsset(sell.asset, buy.asset) && WITHIN_A_CHAIN.includes(id) === (sell.chain === buy.chain);
  for (const sell of own.slice(0, 20)) {
    const buy = own.find((token) => fits(sell, token));
    if (buy) return { sell, buy };
  }
  return undefined;
}

const KINDS: readonly ChainKind[] = ['utxo', 'evm', 'solana', 'cosmos'];

/** A pair for each kind of source chain, and one that sells an EVM token: the shapes of a quote depend on these. */
export function openPairs(tokens: readonly ListedToken[]): Pair[] {
  const kindOf = ({ chain }: ListedToken) => chainKind(chain);
  const isToken = ({ asset }: ListedToken) => asset.includes('-');
  const sells = [
    ...KINDS.map((kind) => tokens.find((token) => kindOf(token) === kind && !isToken(token))),
    tokens.find((token) => kindOf(token) === 'evm' && isToken(token)),
  ];
  return sells.flatMap((sell): Pair[] => {
    if (!sell) return [];
    const shared = hasAny(sell.providers);
    const buy = tokens.find((token) => token.chain !== sell.chain && shared(token));
    const near = tokens.find((token) => !sameAsset(token.asset, sell.asset) && shared(token));
    return (buy ?? near) ? [{ sell, buy: buy ?? (near as ListedToken) }] : [];
  });
}

/** Pairs for the providers that quotes request by name, whether or not the list has them. */
export const providerPairs = (tokens: readonly ListedToken[]): { id: string; pair: Pair | undefined }[] =>
  PROVIDERS.map((id) => ({ id, pair: pairOf(id, tokens) }));
