/**
 * Caches tokens by mint: the verified list for hours, other tokens once asked for. Mints keep their own letter case.
 */
import { base58 } from '@scure/base';
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import { type Asset, formatAsset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import { isWithin } from '../../domain/is-within.ts';
import { remember } from '../../domain/remember.ts';
import { timeLimit } from '../../domain/time-limit.ts';
import type { JupiterSide } from '../../payments/jupiter/check-transaction.ts';
import { SOLANA_PROGRAMS } from '../../payments/solana/instructions.ts';
import { TOKEN_PROGRAMS, WRAPPED_SOL_MINT } from '../../payments/solana/token-account.ts';
import { FACT_MS, shorter } from '../helper-time.ts';
import type { CallOptions } from '../provider.ts';
import { createSnapshot } from '../snapshot.ts';
import { chainAccounts, type MintFacts, readMint } from './chain-accounts.ts';
import type { JupiterClient } from './client.ts';
import type { JupiterToken } from './upstream-schemas.ts';

const HOUR_MS = 3_600_000;
const LIST_REFRESH_MS = 6 * HOUR_MS;
const LIST_MAX_AGE_MS = 24 * HOUR_MS;
const LIST_KEEP_WARM_MS = 24 * HOUR_MS;
/** A list that failed to load is not fetched again with every quote. */
const LIST_REST_MS = 60_000;
/** How long a quote waits for the list when it can do without. */
const PATIENCE_MS = 2_500;
/** Transfer fees of a mint may change from one epoch to the next; an epoch takes two days. */
const MINT_MAX_AGE_MS = HOUR_MS;
const MOST_REMEMBERED = 5_000;

/** One side of a swap as it is known. `asset` has the mint in its own case. */
export type KnownSide = JupiterSide & { asset: Asset; decimals: number; facts?: MintFacts };

export type TokenStore = {
  /** @throws {ProviderError} `tokenNotFound` */
  side(asset: Asset, call: CallOptions): Promise<KnownSide>;
  verified(call: Partial<CallOptions>): Promise<JupiterToken[]>;
  /** Whether the mint is listed or was found before. */
  knows(mint: string): boolean;
};

type Listed = { tokens: JupiterToken[]; byMint: Map<string, JupiterToken>; byLowerCase: Map<string, string[]> };

const isMint = (text: string): boolean => {
  try {
    return text.length <= 44 && base58.decode(text).length === 32;
  } catch {
    return false;
  }
};

function indexed(tokens: JupiterToken[]): Listed {
  const good = tokens.filter(({ id }) => isMint(id));
  const byMint = new Map(good.map((token) => [token.id, token]));
  const byLowerCase = new Map<string, string[]>();
  for (const mint of byMint.keys()) {
    const key = mint.toLowerCase();
    byLowerCase.set(key, [...(byLowerCase.get(key) ?? []), mint]);
  }
  return { tokens: [...byMint.values()], byMint, byLowerCase };
}

const notFound = (asset: Asset) =>
  new ProviderError('tokenNotFound', `Jupiter does not know ${formatAsset(asset)}. Write its mint in its own case.`);

const nativeSide = (asset: Asset): KnownSide => ({
  asset,
  mint: WRAPPED_SOL_MINT,
  native: true,
  tokenProgram: SOLANA_PROGRAMS.token,
  decimals: 9,
});

/**
 * Undefined: not listed, so the mint is taken as it is written. @throws {ProviderError} when several differ by case
 * alone.
 */
function trueCase(asset: Asset & { kind: 'token' }, listed: Listed | undefined): string | undefined {
  const given = asset.address;
  if (listed?.byMint.has(given)) return given;
  const lower = given.toLowerCase();
  const isWrapped = lower === WRAPPED_SOL_MINT.toLowerCase() ? [WRAPPED_SOL_MINT] : [];
  const [only, another] = [...new Set([...(listed?.byLowerCase.get(lower) ?? []), ...isWrapped])];
  if (another !== undefined)
    throw new ProviderError(
      'tokenNotFound',
      `Several tokens are written like ${formatAsset(asset)} but for the case of letters. Write the mint in its own case.`,
    );
  return only;
}

type MintReader = (mint: string, call: CallOptions) => Promise<MintFacts | undefined>;

/** Undefined when no node can be asked or the mint does not exist. */
function createMintReader(clients: ChainClients, now: () => number): MintReader {
  const mints = new Map<string, { facts: MintFacts | undefined; at: number }>();
  return async (mint, { signal }) => {
    const known = mints.get(mint);
    if (known && isWithin(MINT_MAX_AGE_MS, known.at, now())) return known.facts;
    const node = clients.solana('SOL');
    if (!node) return undefined;
    try {
      const account = (await chainAccounts(node, [mint], { signal: shorter(signal, FACT_MS) })).get(mint);
      const facts = account && readMint(account);
      if (facts) remember(mints, mint, { facts, at: now() }, MOST_REMEMBERED);
      return facts;
    } catch (error) {
      if (signal.aborted) throw error;
      return known?.facts;
    }
  };
}

/** A list that failed to load rests; the last good one stays in use. */
function createList(client: JupiterClient, now: () => number) {
  const list = createSnapshot(async () => indexed(await client.verifiedTokens()), {
    refreshMs: LIST_REFRESH_MS,
    keepWarmMs: LIST_KEEP_WARM_MS,
    now,
  });
  let failedAt = Number.NEGATIVE_INFINITY;
  return {
    peek: list.peek,
    get: (signal: AbortSignal | undefined) => list.get({ maxAgeMs: LIST_MAX_AGE_MS, ...(signal ? { signal } : {}) }),
    async ifThere(signal: AbortSignal): Promise<Listed | undefined> {
      if (isWithin(LIST_REST_MS, failedAt, now())) return list.peek();
      const patience = timeLimit(PATIENCE_MS);
      try {
        return await list.get({ maxAgeMs: LIST_MAX_AGE_MS, signal: AbortSignal.any([signal, patience]) });
      } catch (error) {
        if (signal.aborted) throw error;
        // Loading continues for later callers.
        if (patience.aborted) return list.peek();
        failedAt = now();
        return list.peek();
      }
    },
  };
}

export function createTokenStore(client: JupiterClient, clients: ChainClients, now: () => number): TokenStore {
  const list = createList(client, now);
  const factsOf = createMintReader(clients, now);
  const found = new Map<string, JupiterToken>();

  async function tokenOf(mint: string, call: CallOptions): Promise<JupiterToken | undefined> {
    const known = list.peek()?.byMint.get(mint) ?? found.get(mint);
    if (known) return known;
    const token = (await client.searchTokens(mint, call)).find(({ id }) => id === mint);
    if (token) remember(found, mint, token, MOST_REMEMBERED);
    return token;
  }

  return {
    async side(asset, call) {
      if (asset.kind === 'native') return nativeSide(asset);
      if (asset.kind !== 'token') throw notFound(asset);
      const mint = trueCase(asset, await list.ifThere(call.signal)) ?? asset.address;
      if (!isMint(mint)) throw notFound(asset);
      const named: Asset = { ...asset, address: mint };
      if (mint === WRAPPED_SOL_MINT) return { ...nativeSide(named), native: false };
      // The chain's own decimals and program win; the list is the fallback without a node.
      const facts = await factsOf(mint, call);
      const token = facts ? undefined : await tokenOf(mint, call);
      const decimals = facts?.decimals ?? token?.decimals;
      if (decimals === undefined) throw notFound(asset);
      const tokenProgram = facts?.tokenProgram ?? token?.tokenProgram ?? undefined;
      const isKnownProgram = tokenProgram !== undefined && TOKEN_PROGRAMS.includes(tokenProgram);
      return {
        asset: named,
        mint,
        native: false,
        decimals,
        ...(isKnownProgram ? { tokenProgram } : {}),
        ...(facts ? { facts } : {}),
      };
    },
    verified: async ({ signal }) => (await list.get(signal)).tokens,
    knows: (mint) => mint === WRAPPED_SOL_MINT || found.has(mint) || list.peek()?.byMint.has(mint) === true,
  };
}
