/**
 * Arranges tokens as people look for them: their own first, then the popular ones, then the rest; or the results of a
 * search.
 */
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { decimalValueUsd } from '../../lib/domain/amount.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { assetIdKey } from '../../lib/domain/split-asset.ts';
import type { TokenIndex } from './token-index.ts';

export type SectionId = 'pinned' | 'recent' | 'yours' | 'popular' | 'all' | 'found' | 'onChain';

/** An account's holding of an asset, decimal. `usd` is undefined without a price. */
export type Holding = { amount: string; usd: number | undefined };

export type Section = { id: SectionId; tokens: readonly WireToken[] };

export type FoundInput = {
  index: TokenIndex;
  /** Not empty. */
  query: string;
  chain: ChainId | undefined;
  /** Tokens that the user holds; they come before equally good matches. */
  own: readonly WireToken[];
  /** Tokens that chains reported at a pasted address. */
  onChain: readonly WireToken[];
};

export type SectionsInput = {
  index: TokenIndex;
  chain: ChainId | undefined;
  /** Resolved tokens, in the user's order. */
  pinned: readonly WireToken[];
  recent: readonly WireToken[];
  /** By lower-case asset. */
  held: ReadonlyMap<string, Holding>;
  /** The tokens of `held` that the list contains. */
  own: readonly WireToken[];
  /** Leaves out holdings worth less than SMALL_USD. */
  hideSmall: boolean;
};

export const SMALL_USD = 1;
const MOST_POPULAR = 12;

export const isSmall = (holding: Holding | undefined): boolean => holding?.usd !== undefined && holding.usd < SMALL_USD;

/**
 * The holdings above zero with their values.
 * @param balances decimals by lower-case asset.
 */
export function holdings(
  tokens: readonly WireToken[],
  balances: ReadonlyMap<string, string> | undefined,
): { held: Map<string, Holding>; own: WireToken[] } {
  const held = new Map<string, Holding>();
  const own: WireToken[] = [];
  if (!balances || balances.size === 0) return { held, own };
  for (const token of tokens) {
    const key = assetIdKey(token.asset);
    const amount = balances.get(key);
    if (amount === undefined || !/[1-9]/.test(amount)) continue;
    held.set(key, { amount, usd: token.priceUsd === undefined ? undefined : decimalValueUsd(amount, token.priceUsd) });
    own.push(token);
  }
  const worth = (token: WireToken) => held.get(assetIdKey(token.asset))?.usd ?? -1;
  own.sort((a, b) => worth(b) - worth(a));
  return { held, own };
}

/** The sections of a search. */
export const foundSections = ({ index, query, chain, own, onChain }: FoundInput): Section[] =>
  nonEmpty([
    { id: 'found', tokens: index.search(query, chain, new Set(own)) },
    { id: 'onChain', tokens: onChain },
  ]);

/** The sections without a search: those that have tokens, each token once. */
export function sectionsOf(input: SectionsInput): Section[] {
  const { index, chain, held } = input;
  const shown = new Set<string>();
  const take = (tokens: readonly WireToken[], most = Number.POSITIVE_INFINITY): WireToken[] => {
    const taken: WireToken[] = [];
    for (const token of tokens) {
      const key = assetIdKey(token.asset);
      if (taken.length >= most) break;
      if (shown.has(key) || (chain !== undefined && token.chain !== chain)) continue;
      shown.add(key);
      taken.push(token);
    }
    return taken;
  };
  const yours = input.own.filter((token) => !input.hideSmall || !isSmall(held.get(assetIdKey(token.asset))));
  const hidden = input.own.some((token) => !yours.includes(token) && (chain === undefined || token.chain === chain));
  return nonEmpty(
    [
      { id: 'pinned', tokens: take(input.pinned) },
      { id: 'recent', tokens: take(input.recent) },
      { id: 'yours', tokens: take(yours) },
      { id: 'popular', tokens: take(index.popular(chain), MOST_POPULAR) },
      { id: 'all', tokens: take(index.listed(chain)) },
    ],
    hidden,
  );
}

/**
 * Leaves out empty sections.
 * @param keepYours keeps "yours" even when empty, because its head holds the switch that shows small balances again.
 */
const nonEmpty = (sections: Section[], keepYours = false): Section[] =>
  sections.filter(({ id, tokens }) => tokens.length > 0 || (keepYours && id === 'yours'));

/** A row of the list: the head of a section, or one of its tokens. */
export type Row =
  | { kind: 'head'; section: Section }
  | { kind: 'token'; section: Section; token: WireToken; option: number };

export type Layout = {
  /** Heads and tokens. */
  rowCount: number;
  /** Tokens only. */
  optionCount: number;
  row(index: number): Row | undefined;
  /** The row of the nth token. */
  rowOfOption(option: number): number;
  option(option: number): WireToken | undefined;
  isHead(row: number): boolean;
};

/**
 * Computes rows on demand: there may be tens of thousands, of which a dozen is visible. Search results have no heads.
 */
export function layoutOf(sections: readonly Section[]): Layout {
  const headed = sections.map((section) => section.id !== 'found');
  const starts: { row: number; option: number; section: Section; head: 0 | 1 }[] = [];
  let [row, option] = [0, 0];
  sections.forEach((section, index) => {
    const head = headed[index] ? 1 : 0;
    starts.push({ row, option, section, head });
    row += section.tokens.length + head;
    option += section.tokens.length;
  });
  const startOfRow = (at: number) => starts.findLast((start) => start.row <= at);
  const startOfOption = (at: number) => starts.findLast((start) => start.option <= at);
  const optionCount = option;
  return {
    rowCount: row,
    optionCount,
    row(at) {
      const start = startOfRow(at);
      if (!start) return undefined;
      if (start.head === 1 && start.row === at) return { kind: 'head', section: start.section };
      const inside = at - start.row - start.head;
      const token = start.section.tokens[inside];
      return token && { kind: 'token', section: start.section, token, option: start.option + inside };
    },
    rowOfOption(at) {
      const start = startOfOption(at);
      return start ? start.row + start.head + at - start.option : 0;
    },
    option(at) {
      const start = startOfOption(at);
      return start?.section.tokens[at - start.option];
    },
    isHead: (at) => {
      const start = startOfRow(at);
      return start !== undefined && start.head === 1 && start.row === at;
    },
  };
}
