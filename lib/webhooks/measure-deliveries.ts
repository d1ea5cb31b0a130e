/**
 * Measures the outbox alone: `node --import tsx lib/webhooks/measure-deliveries.ts 1000 4` stores the events of that many
 * swaps while as many processes on one Postgres send them, kills one (SIGKILL) in the middle, and fails where a swap is
 * not reported whole and in order, or where a double has another id. 100 swaps and 4 processes without arguments.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { openStore } from '../db/open-store.ts';
import { freshFolder, removeFolders } from '../db/test-folders.ts';
import { freePort } from '../db/test-port.ts';
import { startPostgres } from '../db/test-postgres.ts';
import { addIntegrator, addSwap, endpointAt, moved, startReceiver } from './test-endpoint.ts';

const [swaps = 100, instances = 4] = process.argv.slice(2).map(Number);
const EVENTS = ['swap.seen', 'swap.reason', 'swap.completed'] as const;
const AT_ONCE = 8;

const postgres = await startPostgres(freshFolder(), await freePort());
const receiver = await startReceiver();
const store = await openStore({ dataDir: '/nowhere', databaseUrl: postgres.url, network: { name: 'sandbox' } });
const children = Array.from({ length: instances }, () =>
  spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'test-child.ts'), postgres.url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  }),
);
const { integratorId, keyId } = await addIntegrator(store);
await store.saveWebhook(endpointAt(receiver.url, integratorId));
const messages = () =>
  receiver.received.map(({ headers, body }) => ({ id: headers['webhook-id'], ...JSON.parse(body) }));

const began = performance.now();
const ids: string[] = [];
const queue = Array.from({ length: swaps }, (_, n) => n);
async function work(): Promise<void> {
  for (let n = queue.shift(); n !== undefined; n = queue.shift()) {
    const id = await addSwap(store, keyId, `measured-${n}`);
    ids.push(id);
    await moved(store, id, 'pending', 'swap.seen', Date.now());
    await moved(store, id, 'swapping', 'swap.reason', Date.now());
    await moved(store, id, 'completed', 'swap.completed', Date.now());
  }
}
const working = Promise.all(Array.from({ length: AT_ONCE }, work));
const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
while (receiver.received.length < (swaps * EVENTS.length) / 2) await pause();
children.pop()?.kill('SIGKILL');
await working;
const distinct = () => new Set(messages().map(({ id }) => id)).size;
while (distinct() < swaps * EVENTS.length && performance.now() - began < 600_000) await pause();
const seconds = ((performance.now() - began) / 1000).toFixed(1);

const all = messages();
const bySwap = new Map<string, typeof all>();
for (const one of all) bySwap.set(one.swapId, [...(bySwap.get(one.swapId) ?? []), one]);
const wrong = ids.filter((id) => {
  const own = bySwap.get(id) ?? [];
  const types = [...new Map(own.map((one) => [one.id, one.type])).values()];
  return types.join() !== EVENTS.join() || own.at(-1)?.type !== EVENTS.at(-1);
});
console.log(
  `${swaps} swaps over ${instances} instances, one killed: ${distinct()} messages, ${all.length - distinct()} doubles, ` +
    `${wrong.length} swaps missed or out of order, ${seconds} s`,
);
for (const child of children) child.kill('SIGKILL');
await store.close();
await receiver.close();
await postgres.stop();
await removeFolders();
process.exitCode = wrong.length === 0 ? 0 : 1;
