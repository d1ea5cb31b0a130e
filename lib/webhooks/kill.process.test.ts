/** What was stored is told in order, and nothing is missed, although the process is killed in the middle. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { embedded, readyFolder, removeFolders } from '../db/test-folders.ts';
import { addIntegrator, addSwap, endpointAt, moved, startReceiver } from './test-endpoint.ts';

const SWAPS = 60;
afterAll(removeFolders);

const childOn = (folder: string, skewMs: number): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'test-child.ts'), folder, String(skewMs)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

it('kill -9 while messages are sent: each swap is told whole and in order, doubles with one id', async () => {
  const folder = await readyFolder();
  const receiver = await startReceiver();
  const store = await embedded(folder);
  const { integratorId, keyId } = await addIntegrator(store);
  await store.saveWebhook(endpointAt(receiver.url, integratorId));
  const ids: string[] = [];
  for (let n = 0; n < SWAPS; n += 1) {
    const id = await addSwap(store, keyId, `killed-${n}`);
    await moved(store, id, 'pending', 'swap.seen');
    await moved(store, id, 'completed', 'swap.completed');
    ids.push(id);
  }
  await store.close();
  const first = childOn(folder, 0);
  await expect.poll(() => receiver.received.length, { timeout: 120_000 }).toBeGreaterThan(SWAPS / 2);
  await kill(first);
  const before = receiver.received.length;
  expect(before).toBeLessThan(2 * SWAPS);
  // Its claims are over half a minute later.
  const second = childOn(folder, 60_000);
  const messages = () =>
    receiver.received.map(({ headers, body }) => ({ id: headers['webhook-id'], ...JSON.parse(body) }));
  const distinct = () => new Set(messages().map(({ id }) => id)).size;
  await expect.poll(distinct, { timeout: 120_000 }).toBe(2 * SWAPS);
  await kill(second);
  for (const id of ids) {
    const own = messages().filter(({ swapId }) => swapId === id);
    const types = [...new Map(own.map((one) => [one.id, one.type])).values()];
    expect(types).toEqual(['swap.seen', 'swap.completed']);
    // What was told before the end is not followed by what came before it.
    expect(own.at(-1)?.type).toBe('swap.completed');
  }
  await receiver.close();
});
