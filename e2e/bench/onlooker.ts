/** Another caller during a burst, in a process of its own: asks for liveness and quotes until it is told to stop. */
import { LTC_TO_RUNE } from '../support/accounts.ts';

export type Seen = { liveMs: number[]; quoteMs: number[]; refused: number; failed: number };

const [url = ''] = process.argv.slice(2);
const seen: Seen = { liveMs: [], quoteMs: [], refused: 0, failed: 0 };
let stopped = false;

async function repeatedly(everyMs: number, run: () => Promise<void>): Promise<void> {
  while (!stopped) {
    const started = performance.now();
    await run().catch(() => {
      seen.failed += 1;
    });
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - (performance.now() - started))));
  }
}

async function live(): Promise<void> {
  const started = performance.now();
  await (await fetch(`${url}/health/live`)).arrayBuffer();
  seen.liveMs.push(performance.now() - started);
}

async function quote(): Promise<void> {
  const started = performance.now();
  const answer = await fetch(`${url}/v1/quote`, {
    method: 'POST',
    headers: { 'x-forwarded-for': '198.51.100.7' },
    body: JSON.stringify(LTC_TO_RUNE),
  });
  await answer.arrayBuffer();
  if (answer.status === 200) seen.quoteMs.push(performance.now() - started);
  else if ([429, 503].includes(answer.status) && answer.headers.has('retry-after')) seen.refused += 1;
  else seen.failed += 1;
}

// Connections are made, and this program is warm, before anything is measured.
for (let round = 0; round < 5; round += 1) await Promise.all([live(), quote()]);
Object.assign(seen, { liveMs: [], quoteMs: [], refused: 0, failed: 0 });
const loops = Promise.all([repeatedly(10, live), repeatedly(100, quote)]);
process.once('message', async () => {
  stopped = true;
  await loops;
  process.send?.(seen, () => process.disconnect());
});
process.send?.('ready');
