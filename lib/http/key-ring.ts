/**
 * Identifies the integrator by a request's key. A request with a wrong, expired or revoked key never counts as one
 * without a key.
 */
import { createHash } from 'node:crypto';
import { PASS_HEADER } from '../api/page-fetch.ts';
import { Problem } from '../api/problem.ts';
import type { IntegratorStore } from '../db/integrator-store.ts';
import { keyFault } from '../domain/integrator.ts';
import type { ApiRequest } from './api-request.ts';
import type { Caller } from './caller.ts';
import type { PagePasses } from './page-pass.ts';

/** How long an answer of the store is cached, and thus the longest that a revocation takes to reach every instance. */
export const KEY_MEMORY_MS = 3000;
/** While the store does not answer, cached answers up to this age still count. */
const KEPT_THROUGH_TROUBLE_MS = 60_000;
const MOST_REMEMBERED = 10_000;
const MOST_KEY_LENGTH = 256;

export type KeyRingDeps = {
  store: Pick<IntegratorStore, 'hasApiKeys' | 'apiKeyByHash'>;
  /** Callers without a key are refused, except for this deployment's own pages. */
  required: boolean;
  /** The passes that identify those pages. */
  passes: Pick<PagePasses, 'holds'>;
  /** Unix ms. */
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

export type KeyRing = {
  /** @param address the client's address. @throws {Problem} 401; 503 where the store does not answer. */
  callerOf(request: Pick<ApiRequest, 'headers'>, address: string): Promise<Caller>;
  /** Drops the cache, after keys have changed. */
  forget(): void;
};

type Found = Awaited<ReturnType<IntegratorStore['apiKeyByHash']>>;
type Memory<T> = { at: number; value: T } | undefined;

export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

const unauthorized = (detail: string): Problem =>
  new Problem({
    status: 401,
    title: 'Unauthorized',
    detail,
    // RFC 9110, 15.5.2 requires a challenge; no browser asks its user for this scheme.
    headers: { 'www-authenticate': 'ApiKey header="x-api-key"' },
  });

const cannotSay = () =>
  new Problem({
    status: 503,
    title: 'Service Unavailable',
    detail: 'API keys cannot be checked at this moment. Try again in a few seconds.',
    headers: { 'retry-after': '3' },
  });

/**
 * Caches answers for `KEY_MEMORY_MS` and shares one query among concurrent requests. While the store fails, the last
 * answer stays valid for a while.
 */
function remembered<T>(deps: KeyRingDeps) {
  const known = new Map<string, { memory: Memory<T>; asking?: Promise<T> }>();
  return {
    clear: () => known.clear(),
    async get(key: string, ask: () => Promise<T>): Promise<T> {
      const entry = known.get(key) ?? { memory: undefined };
      if (known.size >= MOST_REMEMBERED && !known.has(key)) known.clear();
      known.set(key, entry);
      const { memory } = entry;
      const at = deps.now();
      if (memory && at - memory.at < KEY_MEMORY_MS) return memory.value;
      entry.asking ??= ask().finally(() => {
        delete entry.asking;
      });
      try {
        const value = await entry.asking;
        entry.memory = { at, value };
        return value;
      } catch (error) {
        deps.log({ event: 'keys', fault: error instanceof Error ? error.message : String(error) });
        if (memory && at - memory.at < KEPT_THROUGH_TROUBLE_MS) return memory.value;
        throw cannotSay();
      }
    },
  };
}

function callerBy(found: Found, now: number): Caller {
  if (!found)
    throw unauthorized('This API key is not known here: send one that this deployment gave out, as it was given.');
  const fault = keyFault(found.key, found.integrator, now);
  if (fault === 'revoked') throw unauthorized(`The API key ${found.key.prefix}… was revoked: send a living one.`);
  if (fault === 'expired') throw unauthorized(`The API key ${found.key.prefix}… has expired: send a living one.`);
  return { kind: 'integrator', keyId: found.key.id, integrator: found.integrator };
}

export function createKeyRing(deps: KeyRingDeps): KeyRing {
  const keys = remembered<Found>(deps);
  const anyKeys = remembered<boolean>(deps);
  return {
    async callerOf(request, address) {
      const pass = request.headers.get(PASS_HEADER);
      const isPage = pass !== null && (await deps.passes.holds(pass, address));
      const anonymous: Caller = { kind: 'anonymous', address, ...(isPage ? { isPage } : {}) };
      const given = (request.headers.get('x-api-key') ?? request.headers.get('api-key') ?? '').trim();
      if (given === '') {
        if (!deps.required || isPage) return anonymous;
        throw unauthorized(
          'This deployment answers programs with an API key only: send yours in the x-api-key header.',
        );
      }
      const counts = deps.required || (await anyKeys.get('', () => deps.store.hasApiKeys()));
      // Clients written from the interface specification send a key to every service.
      if (!counts) return anonymous;
      if (given.length > MOST_KEY_LENGTH) return callerBy(undefined, deps.now());
      const hash = hashOfKey(given);
      return callerBy(await keys.get(hash, () => deps.store.apiKeyByHash(hash)), deps.now());
    },
    forget() {
      keys.clear();
      anyKeys.clear();
    },
  };
}
