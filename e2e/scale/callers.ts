/** Callers who send requests all the time, repeat what got no answer, and remember what they were answered. */
import { createPortageClient, type PortageClient } from '../../lib/api/client.ts';
import type { TrackRequest } from '../../lib/api/schemas/track.ts';
import { LTC_TO_RUNE, NEWCOMER } from '../support/accounts.ts';
import { createEvmPayer } from '../support/evm-payer.ts';

/** The client waits 5 s at most between two tries, so this is minutes. */
const RETRIES = 40;
const EVERY_MS = { quote: 250, channel: 1500, track: 200, tokens: 1000 } as const;
type Call = keyof typeof EVERY_MS;

export type Callers = {
  /** Answered calls, by kind. */
  answered: Record<Call, number>;
  /** Calls that never got their answer, or another one when they were repeated. */
  lost: string[];
  /** Answers of 502 and above and connections without any, after which a call was sent again. */
  repeated: Map<string, number>;
  /** The longest that a caller waited for an answer, its repetitions included. */
  slowestMs(): number;
  /** Resolves when every call has its answer, or gave up. */
  stop(): Promise<void>;
  /** Sends every creation again with its key and adds to `lost` where it has another answer now. */
  sendAgain(): Promise<void>;
};

type Creation = { key: string; id: string; again: (client: PortageClient) => Promise<string> };

const openChannel = async (client: PortageClient, key: string, destinationAddress: string): Promise<string> => {
  const terms = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.1', slippage: 3 };
  const asked = { ...terms, destinationAddress, refundAddress: NEWCOMER.BTC };
  return (await client.depositChannel(asked, { idempotencyKey: key })).channelId;
};
const quoted = async (client: PortageClient, key: string): Promise<string> => {
  const quote = await client.quote(LTC_TO_RUNE, { idempotencyKey: key });
  if (quote.routes.length === 0) throw new Error(`a quote without routes: ${quote.providerErrors?.[0]?.message}`);
  return quote.quoteId;
};

/** @param swaps that are tracked in turn. */
export function startCallers(url: string, swaps: readonly TrackRequest[]): Callers {
  const repeated: Callers['repeated'] = new Map();
  const answered = { quote: 0, channel: 0, track: 0, tokens: 0 };
  const lost: string[] = [];
  const creations: Creation[] = [];
  const underWay = new Set<Promise<void>>();
  let slowestMs = 0;

  const note = (what: string): void => void repeated.set(what, (repeated.get(what) ?? 0) + 1);
  const noting: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init).catch((error: unknown) => {
      note('no answer');
      throw error;
    });
    // A list that has not changed is an answer.
    if (!answer.ok && answer.status !== 304) note(String(answer.status));
    return answer;
  };
  const client = createPortageClient({ baseUrl: url, retries: RETRIES, fetch: noting });

  async function once(kind: Call, call: () => Promise<unknown>): Promise<void> {
    const started = performance.now();
    try {
      await call();
      answered[kind] += 1;
    } catch (error) {
      lost.push(`${kind}: ${error}`);
    }
    slowestMs = Math.max(slowestMs, performance.now() - started);
  }

  const calls: Record<Call, (round: number) => Promise<unknown>> = {
    async quote(round) {
      const key = `quote-${round}`;
      creations.push({ key, id: await quoted(client, key), again: (other) => quoted(other, key) });
    },
    async channel(round) {
      const [key, to] = [`channel-${round}`, createEvmPayer(url, 'ETH').address];
      creations.push({ key, id: await openChannel(client, key, to), again: (other) => openChannel(other, key, to) });
    },
    track: (round) => client.track(swaps[round % swaps.length] ?? {}),
    tokens: () => client.tokens({ search: 'usd' }),
  };
  const timers = (Object.keys(EVERY_MS) as Call[]).map((kind) => {
    let round = 0;
    return setInterval(() => {
      round += 1;
      const call = once(kind, () => calls[kind](round)).finally(() => underWay.delete(call));
      underWay.add(call);
    }, EVERY_MS[kind]);
  });

  return {
    answered,
    lost,
    repeated,
    slowestMs: () => slowestMs,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(underWay);
    },
    async sendAgain() {
      for (const { key, id, again } of creations) {
        const now = await again(client).catch(String);
        if (now !== id) lost.push(`${key}: was ${id}, is ${now}`);
        if (key.startsWith('quote') && (await client.storedQuote(id).catch(() => undefined))?.quoteId !== id)
          lost.push(`${key}: quote ${id} is gone`);
      }
    },
  };
}
