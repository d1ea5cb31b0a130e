/**
 * Follows one swap through the swap backend: channels by their id, vault swaps by their hash. A backend that lags or
 * is down makes the answer stale and never ends a swap; facts of another swap are dropped.
 */
import { sameAddress } from '../../chains/address.ts';
import { remember } from '../../domain/remember.ts';
import type { Observation, ObserveResult } from '../../domain/swap-status.ts';
import type { CallOptions, TrackedLeg } from '../provider.ts';
import type { ChainflipClient } from './client.ts';
import { expiryFacts, isExpiredEmpty } from './expiry.ts';
import { toObservations } from './to-observation.ts';
import { askShared, type SwapAnswer, type TrackMemory } from './track-memory.ts';
import { type SwapStatus, swapStatusSchema } from './track-schemas.ts';
import { boughtSide } from './track-view.ts';

export type TrackDeps = {
  client: Pick<ChainflipClient, 'swap'> & Partial<Pick<ChainflipClient, 'stateBlock'>>;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
  memory: TrackMemory;
};

/** The state chain makes a block every six seconds; a backend that is further behind than this does not keep up. */
const LAGS_AFTER_MS = 60_000;

const KNOWN_STATES: ReadonlySet<string> = new Set([
  'WAITING',
  'RECEIVING',
  'SWAPPING',
  'SENDING',
  'SENT',
  'COMPLETED',
  'FAILED',
]);

const NOTHING: ObserveResult = { observations: [], stale: false };
const STALE: ObserveResult = { observations: [], stale: true };

type Look = { deps: TrackDeps; tracked: TrackedLeg; signal: AbortSignal };

const ask = ({ deps, signal }: Look, id: string): Promise<SwapAnswer> =>
  askShared(deps.memory, id, (one, shared) => deps.client.swap(one, shared), signal);

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Whether it pays where this route pays: another swap must not end this one. */
function isOurs(tracked: TrackedLeg, status: SwapStatus, now: number): boolean {
  const wanted = tracked.channel?.destinationAddress ?? tracked.route.destinationAddress;
  const { chain } = boughtSide({ tracked, status, now });
  return status.destAddress === undefined || wanted === '' || sameAddress(chain, status.destAddress, wanted);
}

function read({ deps }: Look, json: unknown): SwapStatus | undefined {
  const parsed = swapStatusSchema.safeParse(json);
  if (!parsed.success) {
    deps.log({ event: 'observe', what: 'chainflip status', fault: 'it cannot be read' });
    return undefined;
  }
  const { state } = parsed.data;
  if (!KNOWN_STATES.has(state)) deps.log({ event: 'observe', what: 'chainflip status', state: state.slice(0, 40) });
  return parsed.data;
}

/**
 * A channel shows only its newest deposit: the first one's swap is followed by its own number, and a payment whose
 * hash is known is not mistaken for a later one.
 */
async function statusOf(look: Look): Promise<SwapStatus | 'unknown' | 'unasked' | undefined> {
  const { tracked } = look;
  const { swapOfChannel } = look.deps.memory;
  const channelId = tracked.channel?.channelId;
  const id = channelId === undefined ? tracked.hash : (swapOfChannel.get(channelId) ?? channelId);
  const answer = await ask(look, id);
  if (answer.kind !== 'found') return answer.kind;
  const status = read(look, answer.json);
  if (status === undefined || channelId === undefined) return status;
  const ref = status.deposit?.txRef;
  if (tracked.hash !== '' && ref !== undefined && !sameText(ref, tracked.hash)) {
    const other = await ask(look, tracked.hash);
    if (other.kind === 'found') return read(look, other.json);
    return other.kind;
  }
  if (status.swapId !== undefined) remember(swapOfChannel, channelId, status.swapId);
  return status;
}

/**
 * The estimate moves as blocks come faster or slower. It is counted from the chain's own clock, which may differ from
 * ours.
 */
function channelEnd({ depositChannel, lastStatechainUpdateAt }: SwapStatus, now: number): ObserveResult['channelEnd'] {
  if (depositChannel?.isExpired === true) return { at: now, ended: true };
  const estimated = depositChannel?.estimatedExpiryTime;
  return estimated === undefined
    ? undefined
    : { at: Math.floor(now + estimated - (lastStatechainUpdateAt ?? now)), ended: false };
}

/** The end of a channel that was not paid in time. */
async function expiryOf({ deps, tracked, signal }: Look, status: SwapStatus, stale: boolean): Promise<Observation[]> {
  if (!tracked.channel || !isExpiredEmpty(status)) return [];
  const block = stale ? undefined : await deps.client.stateBlock?.(signal);
  return expiryFacts(deps.memory, tracked.channel.channelId, tracked.chain, status, block);
}

/** Makes one look at the swap. A failure of the backend is `stale`, never an error and never an end. */
export async function trackChainflip(
  deps: TrackDeps,
  tracked: TrackedLeg,
  { signal }: CallOptions,
): Promise<ObserveResult> {
  if (tracked.channel === undefined && tracked.hash === '') return NOTHING;
  let status: Awaited<ReturnType<typeof statusOf>>;
  try {
    status = await statusOf({ deps, tracked, signal });
  } catch {
    return STALE;
  }
  if (status === 'unknown') return NOTHING;
  if (status === 'unasked' || status === undefined) return STALE;
  const now = deps.now();
  const stale = status.lastStatechainUpdateAt !== undefined && now - status.lastStatechainUpdateAt > LAGS_AFTER_MS;
  if (!isOurs(tracked, status, now)) {
    deps.log({ event: 'observe', what: 'chainflip status', fault: 'it pays somewhere else' });
    return { observations: [], stale };
  }
  const expired = await expiryOf({ deps, tracked, signal }, status, stale);
  const to = status.depositChannel?.depositAddress;
  const end = stale ? undefined : channelEnd(status, now);
  return {
    observations: [...toObservations({ tracked, status, now }), ...expired],
    stale,
    ...(to === undefined ? {} : { payment: { to } }),
    ...(end === undefined ? {} : { channelEnd: end }),
  };
}
