/** Opens a claimed channel once and stores the outcome, even when no caller waits any more. */

import { withoutAddresses, writeSurely } from '../create-once/create-once.ts';
import type { Store, StoredChannel } from '../db/store.ts';
import { timeLimit } from '../domain/time-limit.ts';
import { type ChannelOpener, type ChannelRequest, isChannelError } from '../providers/provider.ts';
import { openedEvents } from './channel-events.ts';

export type OpeningDeps = {
  store: Pick<Store, 'settleChannel' | 'loadQuote'>;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

type Outcome = Pick<StoredChannel, 'state' | 'channel' | 'failure'>;

const redacted = (text: string, { destinationAddress, refundAddress }: ChannelRequest): string =>
  withoutAddresses(text, [destinationAddress, refundAddress]);

/** When it is unknown whether a channel was opened, the claim stays, so that no second one is opened. */
function outcomeOf(error: unknown, request: ChannelRequest, log: OpeningDeps['log']): Outcome {
  if (!isChannelError(error)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log({ event: 'unexpected', error: redacted(text, request) });
    const message = 'It is not known whether the channel was opened.';
    return { state: 'opening', channel: null, failure: { fault: 'uncertain', message } };
  }
  const { fault, message, field } = error;
  log({ event: 'channel', fault, message: redacted(message, request) });
  const failure = { fault, message, ...(field === undefined ? {} : { field }) };
  return { state: fault === 'uncertain' ? 'opening' : 'failed', channel: null, failure };
}

/**
 * Resolves to what is stored afterwards. Rejects only when the store fails for long. @param limitMs how long the
 * upstream's answer is waited for.
 */
export async function runOpening(
  deps: OpeningDeps,
  opener: ChannelOpener,
  claimed: StoredChannel,
  request: ChannelRequest,
  limitMs: number,
): Promise<StoredChannel> {
  const { destinationAddress, refundAddress } = request;
  let outcome: Outcome;
  try {
    const opened = await opener.open(request, { signal: timeLimit(limitMs) });
    deps.log({ event: 'channel', opened: opened.channelId });
    outcome = { state: 'open', channel: { ...opened, destinationAddress, refundAddress }, failure: null };
  } catch (error) {
    outcome = outcomeOf(error, request, deps.log);
  }
  const what = outcome.channel?.channelId ?? outcome.state;
  const { channel } = outcome;
  return writeSurely(what, deps.log, async () => {
    const now = deps.now();
    const events = channel === null ? [] : await openedEvents(deps.store, claimed, channel, now);
    return deps.store.settleChannel(claimed.id, outcome, now, events);
  });
}

/** Whether the outcome is final: the channel is open, it failed, or the result is unknown for good. */
export const isSettled = ({ state, failure }: StoredChannel): boolean => state !== 'opening' || failure !== null;
