/**
 * Executes one upstream creation for equal terms: a creation that has begun is completed and stored even if its caller
 * leaves, and concurrent callers share its result.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { FullShare, Limits } from '../db/creation-shares.ts';
import type { Claimed } from '../db/creation-store.ts';
import type { CallerClass } from '../domain/caller-class.ts';
import { orAborted, pause } from '../domain/waiting.ts';

type Log = (event: Record<string, unknown>) => void;

const MINUTE_MS = 60_000;
/** An upstream call that hangs longer has been given up by the upstream. */
const LONGEST_MS = 5 * MINUTE_MS;

/** The time limit of a creation. It exceeds the caller's time limit, since the next request wants the outcome. */
export const longestCreation = (createTimeoutMs: number): number => Math.max(LONGEST_MS, 2 * createTimeoutMs);

/** The age from which on no instance can still be working on a creation. */
export const staleAfter = (longestMs: number): number => longestMs + MINUTE_MS;

/**
 * The key under which a client's creations are counted: a hash, so that no address is stored. IPv6 addresses of one
 * person share their first four groups.
 */
export function clientKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const net = plain.includes(':') && !plain.startsWith('::') ? plain.split(':').slice(0, 4).join(':') : plain;
  return createHash('sha256').update(net).digest('hex').slice(0, 24);
}

const DAY_MS = 86_400_000;

export type DailyLimits = { perClientADay: number; aDay: number };

/** `keyId` of the API key, where there is one; `isPage`: a visitor of this deployment's own page. */
export type Creator = { clientAddress: string; keyId?: string | undefined; isPage?: boolean | undefined };

const classOf = ({ keyId, isPage }: Creator): CallerClass =>
  keyId !== undefined ? 'key' : isPage === true ? 'page' : 'open';

/**
 * The claim's caller, and how much may be created in a day. An integrator speaks for many people, and still may not use
 * the whole limit.
 */
export function claimBy(
  caller: Creator,
  { perClientADay, aDay }: DailyLimits,
): { id: string; client: string; callerClass: CallerClass; limits: Limits } {
  const perClient = caller.keyId === undefined ? perClientADay : Math.max(perClientADay, Math.floor(aDay / 2));
  const limits = { perClient, inAll: aDay, dayMs: DAY_MS };
  return { id: randomUUID(), client: clientKey(caller.clientAddress), callerClass: classOf(caller), limits };
}

/**
 * Says which daily limit is reached.
 * @param what in the plural: "orders". @param verb what is done with them: "place".
 */
export function fullSentence(share: FullShare, what: string, verb: string): string {
  const sentences: Record<FullShare, string> = {
    client: `You may ${verb} no more ${what} for the moment.`,
    class: `Callers without an API key may ${verb} no more ${what} here for the moment; with a key there is room.`,
    all: `This deployment may ${verb} no more ${what} for the moment.`,
  };
  return sentences[share];
}

/** Shortens addresses, since the log has none in full and upstreams quote those that they refuse. */
export function withoutAddresses(text: string, addresses: readonly string[]): string {
  const named = addresses.filter((address) => address.length > 12);
  const pattern = named.map((address) => address.replace(/[^a-z0-9]/gi, '\\$&')).join('|');
  return pattern === '' ? text : text.replace(new RegExp(pattern, 'gi'), (found) => `${found.slice(0, 6)}…`);
}

const WRITE_ATTEMPTS = 6;
const WRITE_AGAIN_MS = 500;

/** Retries a write while the store is down: what was created but not stored would be lost. */
export async function writeSurely<T>(what: string, log: Log, write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      log({ event: 'unexpected', what, attempt, error: String(error) });
      if (attempt === WRITE_ATTEMPTS) throw error;
      await pause(WRITE_AGAIN_MS * 2 ** (attempt - 1));
    }
  }
}

const ASK_AGAIN_MS = 250;
const ASK_AGAIN_AT_MOST_MS = 2000;

/** Loads the row until it is settled. Undefined where the row is gone or the signal ended the wait. */
async function poll<T>(
  first: T,
  isSettled: (row: T) => boolean,
  load: () => Promise<T | undefined>,
  signal: AbortSignal,
): Promise<T | undefined> {
  let row: T | undefined = first;
  for (let ms = ASK_AGAIN_MS; row && !isSettled(row); ms = Math.min(ms * 2, ASK_AGAIN_AT_MOST_MS)) {
    if (!(await pause(ms, signal))) return undefined;
    row = await load();
  }
  return row;
}

/** The result of the work; undefined where the signal ended first. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await orAborted(work, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Creation of one kind of row. The store makes the claims; everything else is the same for all kinds. */
export type CreateOnce<T extends { id: string }> = {
  /**
   * Returns the row of a claim. Its owner starts the creation, which continues even if nobody waits for it.
   * @throws what `full` returns for a limit that is reached.
   */
  begin(claimed: Claimed<T>, make: (row: T) => Promise<T>, full: (share: FullShare, until: number) => Error): T;
  /**
   * Resolves with the settled row. A row that another instance creates is polled from the store.
   * @throws the signal's reason when that is aborted; what `late` returns when `limit` ends first.
   */
  settledRow(row: T, wait: { signal: AbortSignal; limit: AbortSignal; late: () => Error }): Promise<T>;
  /** Resolves when this instance is creating nothing. */
  settled(): Promise<void>;
};

export function createOnce<T extends { id: string }>(deps: {
  isSettled: (row: T) => boolean;
  load: (id: string) => Promise<T | undefined>;
  log: Log;
}): CreateOnce<T> {
  const { isSettled, load, log } = deps;
  /** The creations under way in this instance, by the id of their row. */
  const works = new Map<string, Promise<T>>();

  function keep(id: string, work: Promise<T>): void {
    works.set(id, work);
    work.catch((error: unknown) => log({ event: 'unexpected', error: String(error) })).finally(() => works.delete(id));
  }
  return {
    begin(claimed, make, full) {
      if (claimed.outcome === 'full') throw full(claimed.limit, claimed.until);
      const { outcome, row } = claimed;
      if (outcome === 'mine') keep(row.id, make(row));
      return row;
    },
    async settledRow(row, { signal, limit, late }) {
      const end = AbortSignal.any([signal, limit]);
      const own = works.get(row.id);
      const settled = await (own ? unlessAborted(own, end) : poll(row, isSettled, () => load(row.id), end));
      if (settled) return settled;
      signal.throwIfAborted();
      throw late();
    },
    async settled() {
      await Promise.allSettled([...works.values()]);
    },
  };
}
