/**
 * Measures the disk usage of ten days of one quote a second, scaled: ten rounds of 10,000 quotes of the usual size
 * through a retention of one round. `node --import tsx lib/db/measure-retention.ts` prints the folder's size after
 * each.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from './open-store.ts';

const [ROUNDS, QUOTES, AT_ONCE] = [10, 10_000, 50];
/** Base64 of random bytes packs into about as many bytes: prices of eight routes take 2.1 kB. */
const PACKED_BYTES = 2100;
const MB = 1024 * 1024;

const folder = await mkdtemp(join(tmpdir(), 'portage-retention-'));
const store = await openStore({ dataDir: folder, databaseUrl: undefined, network: { name: 'sandbox' } });
try {
  const sizes = async () => {
    const { tables, log = 0 } = await store.sizes();
    return `tables ${(tables / MB).toFixed(1)} MB, log ${(log / MB).toFixed(1)} MB`;
  };
  process.stdout.write(`empty: ${await sizes()}\n`);
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (let first = 0; first < QUOTES; first += AT_ONCE) {
      const ids = Array.from({ length: AT_ONCE }, (_none, n) => `round-${round}-quote-${first + n}`.padEnd(36, '-'));
      const response = () => ({ noise: randomBytes(PACKED_BYTES).toString('base64') });
      const save = (id: string) =>
        store.saveQuote({ id, createdAt: round, request: {}, response: response(), drafts: [] });
      await Promise.all(ids.map(save));
    }
    const full = await sizes();
    const startedMs = performance.now();
    const cleared = await store.clearQuotes({ now: 0, unpayableBefore: round, unpaidBefore: 0, paidBefore: undefined });
    await store.vacuum?.();
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    process.stdout.write(`round ${round}: ${full}; cleared ${cleared.prices} in ${seconds} s; then ${await sizes()}\n`);
  }
} finally {
  await store.close();
  await rm(folder, { recursive: true, force: true });
}
