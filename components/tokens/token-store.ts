/**
 * Holds the page's one token list: first the popular tokens and those on display, the whole list once somebody
 * searches, and what chains report of unlisted tokens. It uses no library, because it is part of the page's first load.
 */
import { type OnChainToken, PageFactsError, pageFacts } from '../../lib/api/page-api.ts';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { assetIdKey, splitAsset } from '../../lib/domain/split-asset.ts';
import { pageFetch } from '../ui/api.ts';

export type TokenBook = {
  /** Only the popular tokens until `whole` is `ready`. */
  tokens: readonly WireToken[];
  /**
   * Finds a token by its identifier, or by its contract when the identifier has another symbol; `asset` of the answer
   * is then the canonical name. An unknown token is requested, and the book changes when it arrives.
   */
  find(asset: string): WireToken | undefined;
  /** Every provider that lists a token. */
  providers: ReadonlySet<string>;
  phase: 'loading' | 'ready' | 'failed';
  retry(): void;
  /** Whether `tokens` is complete. `failed` with tokens present: they are the last list, as of `wholeAt`. */
  whole: 'no' | 'loading' | 'ready' | 'failed';
  /** When the server wrote the shown list, in Unix milliseconds. */
  wholeAt?: number;
};

type Answer = { tokens: readonly WireToken[]; at: number };
type Known = {
  popular?: Answer;
  whole?: Answer;
  /** By key: tokens requested by name or read from a chain. */
  others: ReadonlyMap<string, WireToken>;
  failed: boolean;
  wholePhase: TokenBook['whole'];
};

const POPULAR_LIMIT = 60;
const FRESH_MS = 60_000;
/** The whole list's prices may be this old; those of the popular tokens are refreshed after `FRESH_MS`. */
const WHOLE_FRESH_MS = 5 * 60_000;
const MOST_NAMED = 50;

let known: Known = { others: new Map(), failed: false, wholePhase: 'no' };
let book: TokenBook | undefined;
const listeners = new Set<() => void>();
const asked = new Set<string>();
let wanted = new Set<string>();
let loadingPopular: Promise<void> | undefined;

function change(changed: Partial<Known>): void {
  known = { ...known, ...changed };
  book = undefined;
  for (const listener of listeners) listener();
}

const isList = (body: unknown): body is { tokens: WireToken[] } =>
  typeof body === 'object' && body !== null && 'tokens' in body && Array.isArray(body.tokens);

/** Checks only the outline of the answer, because the page and its server come from one build. */
async function listOf(query: string, init?: RequestInit): Promise<Answer> {
  const response = await pageFetch(`/v1/tokens${query}`, init);
  const body: unknown = response.ok ? await response.json() : undefined;
  if (!isList(body)) throw new PageFactsError(response.status, `The answer was ${response.status}.`);
  const date = Date.parse(response.headers.get('date') ?? '');
  return { tokens: body.tokens, at: Number.isNaN(date) ? Date.now() : date };
}

export const contractKey = (chain: ChainId, address: string): string => `${chain}:${address}`.toLowerCase();

function makeBook({ popular, whole, others, failed, wholePhase }: Known): TokenBook {
  const byKey = new Map<string, WireToken>();
  const byContract = new Map<string, WireToken>();
  const add = (token: WireToken, key = assetIdKey(token.asset)) => {
    byKey.set(key, token);
    if (token.address) byContract.set(contractKey(token.chain, token.address), token);
  };
  for (const [key, token] of others) add(token, key);
  for (const token of whole?.tokens ?? []) add(token);
  // Added last, because their prices are the newest.
  for (const token of popular?.tokens ?? []) add(token);
  const tokens = whole?.tokens ?? popular?.tokens ?? [];
  return {
    tokens,
    find(asset) {
      const key = assetIdKey(asset);
      const parsed = splitAsset(asset);
      const contract =
        parsed.ok && parsed.asset.kind === 'token' ? contractKey(parsed.asset.chain, parsed.asset.address) : '';
      const found = byKey.get(key) ?? byContract.get(contract);
      if (!found && parsed.ok) want(asset);
      return found;
    },
    providers: new Set(tokens.flatMap((token) => token.providers)),
    phase: popular || whole ? 'ready' : failed ? 'failed' : 'loading',
    retry: () => void loadPopular(),
    whole: wholePhase,
    ...(whole ? { wholeAt: whole.at } : {}),
  };
}

export const currentBook = (): TokenBook => {
  book ??= makeBook(known);
  return book;
};

/** The book during server rendering, where no list is loaded. */
const EMPTY: TokenBook = {
  tokens: [],
  find: () => undefined,
  providers: new Set(),
  phase: 'loading',
  retry: () => undefined,
  whole: 'no',
};
export const emptyBook = (): TokenBook => EMPTY;

export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', refresh);
  listeners.add(listener);
  refresh();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener('visibilitychange', refresh);
  };
}

function refresh(): void {
  const age = Date.now() - (known.popular?.at ?? 0);
  if (document.visibilityState === 'visible' && age > FRESH_MS) void loadPopular();
}

function loadPopular(): Promise<void> {
  loadingPopular ??= listOf(`?sort=popular&limit=${POPULAR_LIMIT}`)
    .then((popular) => change({ popular, failed: false }))
    .catch(() => change({ failed: true }))
    .finally(() => {
      loadingPopular = undefined;
      void askForWanted();
    });
  return loadingPopular;
}

/** Fetches the whole list, unless it is loaded and fresh. The browser caches it by its ETag. */
export function loadWholeList(): void {
  const age = Date.now() - (known.whole?.at ?? 0);
  if (known.wholePhase === 'loading' || (known.wholePhase === 'ready' && age < WHOLE_FRESH_MS)) return;
  change({ wholePhase: 'loading' });
  listOf('')
    .then((whole) => change({ whole, wholePhase: 'ready', failed: false }))
    .catch(async () => {
      // The browser may still have a list from an earlier visit, however old.
      const kept =
        known.whole ?? (await listOf('', { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => undefined));
      change({ wholePhase: 'failed', ...(kept ? { whole: kept } : {}) });
    })
    .finally(() => void askForWanted());
}

/** Marks an asset as needed, and requests it together with the others of this moment. */
function want(asset: string): void {
  const key = assetIdKey(asset);
  if (asked.has(key) || typeof window === 'undefined') return;
  asked.add(key);
  wanted.add(asset);
  // Otherwise the popular list, which is loading, may contain it.
  if (known.popular) queueMicrotask(() => void askForWanted());
}

async function askForWanted(): Promise<void> {
  if (wanted.size === 0 || loadingPopular) return;
  const ids = [...wanted].filter((id) => !has(id)).slice(0, MOST_NAMED);
  wanted = new Set();
  if (ids.length === 0) return;
  try {
    const { tokens } = await listOf(`?assets=${ids.map(encodeURIComponent).join(',')}`);
    const missing = ids.filter((id) => !tokens.some((token) => assetIdKey(token.asset) === assetIdKey(id)));
    keep(tokens.map((token): [string, WireToken] => [assetIdKey(token.asset), token]));
    await Promise.all(missing.map(readFromChain));
  } catch {
    // The next use requests them again.
    for (const id of ids) asked.delete(assetIdKey(id));
  }
}

const has = (id: string): boolean => currentBook().find(id) !== undefined;

const keep = (tokens: readonly [key: string, token: WireToken][]): void => {
  if (tokens.length > 0) change({ others: new Map([...known.others, ...tokens]) });
};

/** The token entry of an unlisted token, from its chain's description. */
export const unlistedToken = ({ asset, chain, address, symbol, name, decimals }: OnChainToken): WireToken => ({
  asset,
  chain,
  address,
  symbol,
  name: name ?? symbol,
  decimals,
  providers: [],
  verified: false,
});

async function readFromChain(id: string): Promise<void> {
  const parsed = splitAsset(id);
  if (!parsed.ok || parsed.asset.kind !== 'token') return;
  const { chain, address } = parsed.asset;
  if (!['evm', 'solana'].includes(CHAINS[chain].kind)) return;
  try {
    keep([[assetIdKey(id), unlistedToken(await pageFacts.token(chain, address))]]);
  } catch (error) {
    if (!(error instanceof PageFactsError) || error.status !== 404) asked.delete(assetIdKey(id));
  }
}

/** Adds an unlisted token to the book. */
export const keepToken = (token: WireToken): void => keep([[assetIdKey(token.asset), token]]);
