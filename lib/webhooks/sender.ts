/** Keeps sending what is due, in every instance: each message is sent by one of them, and by another if that one dies. */
import type { Store } from '../db/store.ts';
import type { ClaimedDelivery } from '../db/webhook-store.ts';
import { outcomeOf } from './outcome.ts';
import { SEND_TIMEOUT_MS, type Send } from './send.ts';
import { signedHeaders } from './sign.ts';

export type SenderDeps = {
  store: Pick<Store, 'claimDeliveries' | 'settleDelivery'>;
  send: Send;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
  /** Milliseconds between two searches for due messages. Default 1000. */
  everyMs?: number;
};

export type Sender = {
  /** Sends all that is due now; returns how many were sent. */
  sendDue(): Promise<number>;
  start(): { /** Resolves when no message is under way any more. */ stop(): Promise<void> };
};

const AT_ONCE = 16;
/** Longer than a message may take, so that a claim ends only with its instance. */
const LEASE_MS = 3 * SEND_TIMEOUT_MS;
const EVERY_MS = 1000;

export function createSender({ store, send, now, log, everyMs = EVERY_MS }: SenderDeps): Sender {
  async function deliver(claimed: ClaimedDelivery): Promise<void> {
    const { endpoint, messageId, body, type } = claimed;
    const headers = signedHeaders(claimed, endpoint, now());
    const result = await send({ url: endpoint.url, headers, body });
    const [outcome, state] = outcomeOf(claimed, result, now());
    await store.settleDelivery(claimed, outcome, state);
    if (outcome.state !== 'delivered')
      log({
        event: 'webhook',
        id: messageId,
        type,
        endpoint: endpoint.id,
        status: result.httpStatus,
        state: outcome.state,
      });
    if (state.disabledAt !== null) log({ event: 'webhook', endpoint: endpoint.id, off: state.disabledReason });
  }

  async function sendDue(): Promise<number> {
    const claimed = await store.claimDeliveries({ now: now(), leaseMs: LEASE_MS, limit: AT_ONCE });
    await Promise.all(
      claimed.map((one) =>
        deliver(one).catch((error: unknown) => log({ event: 'webhook', id: one.messageId, fault: String(error) })),
      ),
    );
    return claimed.length;
  }

  return {
    sendDue,
    start() {
      let stopped = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let round: Promise<void> = Promise.resolve();
      const next = (waitMs: number): void => {
        timer = setTimeout(() => {
          round = sendDue()
            .catch((error: unknown) => {
              log({ event: 'webhook', fault: String(error) });
              return 0;
            })
            .then((sent) => {
              // Where something was sent, more may be due: what came after it in the same swap, say.
              if (!stopped) next(sent > 0 ? 0 : everyMs);
            });
        }, waitMs);
        timer.unref();
      };
      next(everyMs);
      return {
        async stop() {
          stopped = true;
          clearTimeout(timer);
          await round;
        },
      };
    },
  };
}
