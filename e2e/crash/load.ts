/**
 * Simulates callers of an app that may die at any moment, and records what was acknowledged to them, which must not be
 * lost.
 */
import { createPortageClient } from '../../lib/api/client.ts';
import { LTC_TO_RUNE, NEWCOMER } from '../support/accounts.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { createSandbox } from '../support/sandbox.ts';
import { createUtxoPayer } from '../support/utxo-payer.ts';

export type Acknowledged = {
  /** The literal answers, by quote. */
  quotes: Map<string, string>;
  channels: string[];
  /** Payments that the app has acknowledged to track. */
  payments: { quoteId: string; receiver: string }[];
};
/** `odd`: answers that neither give what was asked for nor say that it cannot be given at the moment. */
export type Load = { acknowledged: Acknowledged; cut: number; odd: string[]; stop(): Promise<void> };

const PROVIDERS = ['THORCHAIN', 'MAYACHAIN', 'CHAINFLIP'] as const;
/** The delay between two requests of one caller. */
const PAUSE_MS = 40;

/** Sends requests until it is stopped. Requests that a crash cut off are counted, and nothing is expected of them. */
export function startLoad(url: string, sandboxUrl: string): Load {
  const load: Load = { acknowledged: { quotes: new Map(), channels: [], payments: [] }, cut: 0, odd: [], stop };
  const { quotes, channels, payments } = load.acknowledged;
  const client = createPortageClient({ baseUrl: url });
  let stopped = false;

  async function repeatedly(run: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; !stopped; round += 1) {
      await run(round).catch(() => {
        load.cut += 1;
      });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async function quote(): Promise<void> {
    const answer = await fetch(`${url}/v1/quote`, { method: 'POST', body: JSON.stringify(LTC_TO_RUNE) });
    const text = await answer.text();
    if (answer.ok) quotes.set(JSON.parse(text).quoteId, text);
    else load.cut += 1;
    if (!answer.ok && answer.status !== 503)
      load.odd.push(`a quote was answered ${answer.status}: ${text.slice(0, 200)}`);
  }

  async function channel(): Promise<void> {
    const opened = await client.depositChannel({
      ...{ sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.1', slippage: 3 },
      // Another address each time, since equal terms share one channel.
      ...{ destinationAddress: createEvmPayer(url, 'ETH').address, refundAddress: NEWCOMER.BTC },
    });
    channels.push(opened.channelId);
  }

  const payer = createEvmPayer(url, 'ETH');
  let isFunded = false;
  async function pay(round: number): Promise<void> {
    if (!isFunded) await createSandbox(sandboxUrl).fund('ETH', payer.address, '1000');
    isFunded = true;
    // A new address each, so that everything that arrives there is this swap's payout.
    const receiver = createUtxoPayer(url, 'BTC').address;
    const { quoteId, routes } = await client.quote({
      ...{ sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount: '0.2', slippage: 10, includeTx: true },
      ...{ sourceAddress: payer.address, destinationAddress: receiver },
      providers: [PROVIDERS[round % PROVIDERS.length] ?? 'THORCHAIN'],
    });
    const [route] = routes;
    if (!route) throw new Error('no route');
    await client.track({ quoteId, hash: await payer.pay(route) });
    payments.push({ quoteId, receiver });
  }

  const loops = Promise.all([repeatedly(quote), repeatedly(quote), repeatedly(channel), repeatedly(pay)]);
  async function stop(): Promise<void> {
    stopped = true;
    await loops;
  }
  return load;
}
