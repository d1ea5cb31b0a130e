/** Opens a claimed channel once and writes down what became of it, whether or not anybody still waits. */
import type { Store, StoredChannel } from '../db/store.ts';
import type { ChannelError, ChannelOpener, ChannelRequest } from '../providers/provider.ts';

export type OpeningDeps = {
  store: Pick<Store, 'settleChannel' | 'loadChannel'>;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

/** By name: Next may load the class more than once. */
const isChannelError = (error: unknown): error is ChannelError =>
  error instanceof Error && error.name === 'ChannelError' && 'fault' in error;

type Outcome = Pick<StoredChannel, 'state' | 'channel' | 'failure'>;

/** A log names no address in full; upstreams repeat those that they do not like. */
function withoutAddresses(text: string, { destinationAddress, refundAddress }: ChannelRequest): string {
  const addresses = [destinationAddress, refundAddress].filter((address) => address.length > 12);
  const pattern = addresses.map((address) => address.replace(/[^a-z0-9]/gi, '\\$&')).join('|');
  return pattern === '' ? text : text.replace(new RegExp(pattern, 'gi'), (found) => `${found.slice(0, 6)}…`);
}

/** Where nobody knows whether a channel was opened the claim stays, so that nobody opens another. */
function outcomeOf(error: unknown, request: ChannelRequest, log: OpeningDeps['log']): Outcome {
  if (!isChannelError(error)) {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log({ event: 'unexpected', error: withoutAddresses(told, request) });
    const message = 'It is not known whether the channel was opened.';
    return { state: 'opening', channel: null, failure: { fault: 'uncertain', message } };
  }
  const { fault, message, field } = error;
  log({ event: 'channel', fault, message: withoutAddresses(message, request) });
  const failure = { fault, message, ...(field === undefined ? {} : { field }) };
  return { state: fault === 'uncertain' ? 'opening' : 'failed', channel: null, failure };
}

const WRITE_ATTEMPTS = 6;
const WRITE_AGAIN_MS = 500;

/** A channel that was opened but not written is lost to everybody: the store is asked again while it is away. */
async function write(deps: OpeningDeps, id: string, outcome: Outcome): Promise<StoredChannel> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await deps.store.settleChannel(id, outcome, deps.now());
    } catch (error) {
      deps.log({ event: 'unexpected', channel: outcome.channel?.channelId, attempt, error: String(error) });
      if (attempt === WRITE_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, WRITE_AGAIN_MS * 2 ** (attempt - 1)));
    }
  }
}

/**
 * Resolves to what is stored afterwards. Rejects only where the store does for long.
 * @param limitMs after which the upstream's answer is waited for no longer.
 */
export async function runOpening(
  deps: OpeningDeps,
  opener: ChannelOpener,
  id: string,
  request: ChannelRequest,
  limitMs: number,
): Promise<StoredChannel> {
  const { destinationAddress, refundAddress } = request;
  let outcome: Outcome;
  try {
    const opened = await opener.open(request, { signal: AbortSignal.timeout(limitMs) });
    deps.log({ event: 'channel', opened: opened.channelId });
    outcome = { state: 'open', channel: { ...opened, destinationAddress, refundAddress }, failure: null };
  } catch (error) {
    outcome = outcomeOf(error, request, deps.log);
  }
  return write(deps, id, outcome);
}

const ASK_AGAIN_MS = 250;
const ASK_AGAIN_AT_MOST_MS = 2000;

const isSettled = ({ state, failure }: StoredChannel): boolean => state !== 'opening' || failure !== null;

/** Waits for what another instance, or another request, opens. Undefined: it was not settled in time. */
export async function waitForChannel(
  deps: Pick<OpeningDeps, 'store'>,
  first: StoredChannel,
  signal: AbortSignal,
): Promise<StoredChannel | undefined> {
  let channel: StoredChannel | undefined = first;
  for (let pause = ASK_AGAIN_MS; channel && !isSettled(channel); pause = Math.min(pause * 2, ASK_AGAIN_AT_MOST_MS)) {
    if (!(await paused(pause, signal))) return undefined;
    channel = await deps.store.loadChannel(first.id);
  }
  return channel;
}

/** False where the signal ended it. */
function paused(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const end = (whole: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(whole);
    };
    const stop = () => end(false);
    const timer = setTimeout(() => end(true), ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
