/**
 * Finds assets among tens of thousands between two frames: everything that a keystroke needs is lower-cased, joined and
 * ordered once, when the list arrives; a search then is one pass without sorting.
 */
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { byPopularity, POPULAR_COUNT, popularityRank } from '../../lib/domain/popular-assets.ts';

/** Where a word was found, best first: one bucket of results for each. */
const EXACT = 0;
const PREFIX = 1;
const WORD = 2;
const INSIDE = 3;
const CHAIN = 4;
const BUCKETS = 5;

/** Shorter pieces of an address are found in every address. */
const LEAST_ADDRESS = 4;
/** Stands between the parts of what is searched: nobody types it. */
const GAP = '\n';

type Entry = {
  token: WireToken;
  symbol: string;
  /** Symbol, name and address, lower case: what has none of it cannot match. */
  text: string;
  nameAt: number;
  addressAt: number;
};

export type TokenIndex = {
  /** The popular first, then the verified, then the rest. */
  tokens: readonly WireToken[];
  /** Of one chain, or of all. @param withUnverified those that only a search shows. */
  listed(chain: ChainId | undefined): readonly WireToken[];
  /** The popular of one chain, or of all. */
  popular(chain: ChainId | undefined): readonly WireToken[];
  /** Best first. @param query not empty. @param held of `tokens`: they go before their equals. */
  search(query: string, chain: ChainId | undefined, held?: ReadonlySet<WireToken>): WireToken[];
  /** Whether another asset of the same chain has the same symbol; the popular one is the one that people mean. */
  isDuplicate(token: WireToken): boolean;
  /** Those with exactly this address, in any letter case. */
  atAddress(address: string): readonly WireToken[];
  /** Chains that occur, by their best asset. */
  chains: readonly ChainId[];
};

const isVerified = (token: WireToken): boolean => token.verified !== false;

function entryOf(token: WireToken): Entry {
  const symbol = token.symbol.toLowerCase();
  const name = token.name.toLowerCase();
  const head = symbol + GAP;
  return {
    token,
    symbol,
    text: `${head}${name}${GAP}${(token.address ?? '').toLowerCase()}`,
    nameAt: head.length,
    addressAt: head.length + name.length + 1,
  };
}

/** How people write a chain: its name, its parts and its identifier. */
const chainTexts = (chain: ChainId): string[] => {
  const name = CHAINS[chain].name.toLowerCase();
  return [name, ...name.split(' ').slice(1), chain.toLowerCase()];
};

/** A word of a query, made ready once for all entries. */
type Word = {
  word: string;
  /** The word at the start of another word. */
  spaced: string;
  /** Nothing but an address begins like that, and every address does: only its start needs to be looked at. */
  isHex: boolean;
  chains: ReadonlySet<ChainId>;
};

/** Undefined: no match. */
function bucketOf(entry: Entry, { word, spaced, isHex }: Word): number | undefined {
  if (isHex && !entry.text.startsWith(word, entry.addressAt)) return undefined;
  const at = isHex ? entry.addressAt : entry.text.indexOf(word);
  if (at < 0) return undefined;
  if (at === 0) return entry.symbol.length === word.length ? EXACT : PREFIX;
  if (at < entry.nameAt) return INSIDE;
  if (at < entry.addressAt) {
    const startsWord = at === entry.nameAt || entry.text[at - 1] === ' ' || entry.text.includes(spaced, at);
    return startsWord ? WORD : INSIDE;
  }
  if (word.length < LEAST_ADDRESS) return undefined;
  return entry.text.length - entry.addressAt === word.length ? EXACT : INSIDE;
}

/** The word's own chain, if it is one: "arb", "arbitrum", "smart" are. */
const chainsNamed = (word: string, chains: readonly ChainId[]): ReadonlySet<ChainId> =>
  new Set(
    chains.filter((chain) =>
      chainTexts(chain).some((text) => text === word || (word.length > 2 && text.startsWith(word))),
    ),
  );

/** All words of a query, each found in the token or in its chain; the worst of them counts. */
function wordsBucket(entry: Entry, words: readonly Word[]): number | undefined {
  let worst: number | undefined;
  for (const word of words) {
    const own = bucketOf(entry, word);
    const onChain = word.chains.has(entry.token.chain);
    if (own === undefined && !onChain) return undefined;
    if (onChain && own !== EXACT && words.length > 1) continue;
    worst = Math.max(worst ?? EXACT, own ?? CHAIN);
  }
  return worst ?? CHAIN;
}

const groupBy = <T, K>(tokens: readonly T[], keyOf: (token: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const token of tokens) {
    const key = keyOf(token);
    const group = groups.get(key);
    if (group) group.push(token);
    else groups.set(key, [token]);
  }
  return groups;
};

/** An index over a list, as `GET /v1/tokens` answers it. Takes some 4 ms for a thousand tokens; searching is the fast part. */
export function createTokenIndex(list: readonly WireToken[]): TokenIndex {
  const tokens = byPopularity(list, ({ asset }) => asset);
  const entries = tokens.map(entryOf);
  const verified = tokens.filter(isVerified);
  const listedOf = groupBy(verified, ({ chain }) => chain);
  const popular = verified.slice(0, POPULAR_COUNT).filter(({ asset }) => popularityRank(asset) !== undefined);
  const popularOf = groupBy(popular, ({ chain }) => chain);
  const bySymbol = groupBy(entries, ({ symbol }) => symbol);
  const chains = [...new Set(tokens.map(({ chain }) => chain))];

  const wordOf = (word: string): Word => ({
    word,
    spaced: ` ${word}`,
    isHex: /^0x[0-9a-f]{3,40}$/.test(word),
    chains: chainsNamed(word, chains),
  });

  function search(query: string, chain: ChainId | undefined, held?: ReadonlySet<WireToken>): WireToken[] {
    const wanted = query.trim().toLowerCase();
    const all = wordOf(wanted);
    const words = wanted.split(/\s+/).map(wordOf);
    const several = words.length > 1;
    const buckets: WireToken[][] = Array.from({ length: BUCKETS * 2 }, () => []);
    for (const entry of entries) {
      const { token } = entry;
      if (chain !== undefined && token.chain !== chain) continue;
      const whole = several ? bucketOf(entry, all) : undefined;
      const bucket = whole ?? wordsBucket(entry, words) ?? (all.chains.has(token.chain) ? CHAIN : undefined);
      if (bucket !== undefined) buckets[bucket * 2 + (held?.has(token) ? 0 : 1)]?.push(token);
    }
    return buckets.flat();
  }

  return {
    tokens,
    listed: (chain) => (chain === undefined ? verified : (listedOf.get(chain) ?? [])),
    popular: (chain) => (chain === undefined ? popular : (popularOf.get(chain) ?? [])),
    search,
    isDuplicate: ({ asset, chain, symbol }) =>
      popularityRank(asset) === undefined &&
      (bySymbol.get(symbol.toLowerCase())?.filter((entry) => entry.token.chain === chain).length ?? 0) > 1,
    atAddress: (address) => {
      const wanted = GAP + address.trim().toLowerCase();
      return entries.filter(({ text }) => wanted.length > 1 && text.endsWith(wanted)).map(({ token }) => token);
    },
    chains,
  };
}
