/**
 * Keeps to the backend's limit: it blocks, for ten minutes, a deployment that gets "unknown" more than ten times a
 * minute. Simultaneous callers share answers. Losing this memory, as at a restart, only delays. Source:
 * chainflip-sdk-monorepo packages/swap/src/routes/middlewares.
 */
import { remember } from '../../domain/remember.ts';
import { type Coalescer, createCoalescer } from '../coalesce.ts';
import { UpstreamTrouble } from '../http.ts';

/** `unasked`: the backend is not asked for now. */
export type SwapAnswer = { kind: 'found'; json: unknown } | { kind: 'unknown' } | { kind: 'unasked' };

/** The unparsed swap; undefined when the backend does not know the id. */
type Ask = (id: string, signal: AbortSignal) => Promise<unknown>;

/** Upstream's limit is ten. */
const MOST_UNKNOWN = 8;
const WINDOW_MS = 60_000;
const FRESH_MS = 2000;
/** An unknown id is asked for again after this long, twice as long each time. */
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;
/**
 * A question refused with HTTP 429 rests for as long as `Retry-After` says, otherwise for this long, twice as long
 * each time. Other swaps are still asked for: the refusal may have come from a gateway.
 */
const FIRST_REST_MS = 2_000;
const LONGEST_REST_MS = 60_000;
/** The backend blocks for ten minutes: a longer `Retry-After` is ignored. */
const LONGEST_ASKED_REST_MS = 600_000;

type Miss = { at: number; count: number };
type Rest = { at: number; forMs: number; count: number };

export type ExpiredSince = { at: number; block: number | undefined; marginAt: number | undefined };

export type TrackMemory = {
  /** A clock in ms that never jumps: the backend measures its blocks by its own. */
  monotonic: () => number;
  answers: Map<string, { at: number; answer: SwapAnswer }>;
  misses: Map<string, Miss>;
  rests: Map<string, Rest>;
  /** When the backend said "unknown". */
  unknownAt: number[];
  /** Questions under way that may be answered "unknown". */
  reserved: number;
  /** The first swap seen in a channel: a later deposit into it must not replace it. */
  swapOfChannel: Map<string, string>;
  /**
   * The state chain's own time, and its block if a node gave it, at which a channel was first seen expired;
   * `marginAt`: its time when the margin's blocks were first seen to have passed.
   */
  expiredSince: Map<string, ExpiredSince>;
  sharing: Coalescer<SwapAnswer>;
};

export const createTrackMemory = (monotonic = () => performance.now()): TrackMemory => ({
  monotonic,
  answers: new Map(),
  misses: new Map(),
  rests: new Map(),
  unknownAt: [],
  reserved: 0,
  swapOfChannel: new Map(),
  expiredSince: new Map(),
  sharing: createCoalescer(),
});

const waitAfter = ({ count }: Miss): number => Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_WAIT_MS);

/** The answer that needs no request; undefined when the id must be asked for. */
function known(memory: TrackMemory, id: string): SwapAnswer | undefined {
  const now = memory.monotonic();
  const last = memory.answers.get(id);
  if (last && now - last.at < FRESH_MS) return last.answer;
  const miss = memory.misses.get(id);
  if (miss && now - miss.at < waitAfter(miss)) return { kind: 'unknown' };
  const resting = memory.rests.get(id);
  if (resting && now - resting.at < resting.forMs) return { kind: 'unasked' };
  if (last) return undefined;
  memory.unknownAt = memory.unknownAt.filter((at) => now - at < WINDOW_MS);
  return memory.unknownAt.length + memory.reserved >= MOST_UNKNOWN ? { kind: 'unasked' } : undefined;
}

function rest(memory: TrackMemory, id: string, { retryAfterMs }: UpstreamTrouble): void {
  const count = (memory.rests.get(id)?.count ?? 0) + 1;
  const growing = Math.min(FIRST_REST_MS * 2 ** (count - 1), LONGEST_REST_MS);
  const forMs = Math.min(retryAfterMs ?? growing, LONGEST_ASKED_REST_MS);
  remember(memory.rests, id, { at: memory.monotonic(), forMs, count });
}

function learn(memory: TrackMemory, id: string, json: unknown): SwapAnswer {
  const at = memory.monotonic();
  memory.rests.delete(id);
  if (json !== undefined) {
    memory.misses.delete(id);
    remember(memory.answers, id, { at, answer: { kind: 'found', json } });
    return { kind: 'found', json };
  }
  memory.answers.delete(id);
  memory.unknownAt.push(at);
  remember(memory.misses, id, { at, count: (memory.misses.get(id)?.count ?? 0) + 1 });
  return { kind: 'unknown' };
}

/** @throws what `ask` throws. */
export async function askShared(memory: TrackMemory, id: string, ask: Ask, signal: AbortSignal): Promise<SwapAnswer> {
  const said = known(memory, id);
  if (said) return said;
  return memory.sharing(id, signal, async (shared) => {
    const mayBeUnknown = memory.answers.has(id) ? 0 : 1;
    memory.reserved += mayBeUnknown;
    try {
      return learn(memory, id, await ask(id, shared));
    } catch (error) {
      if (error instanceof UpstreamTrouble && error.status === 429) rest(memory, id, error);
      throw error;
    } finally {
      memory.reserved -= mayBeUnknown;
    }
  });
}
