import { describe, expect, it } from 'vitest';
import { createSnapshot } from './snapshot.ts';

/** A snapshot whose clock and answers the test controls. */
function bench() {
  const clock = { now: 0 };
  const loads: { resolve(value: string): void; reject(error: Error): void }[] = [];
  const load = () => new Promise<string>((resolve, reject) => loads.push({ resolve, reject }));
  const snapshot = createSnapshot(load, { refreshMs: 20_000, keepWarmMs: 0, now: () => clock.now });
  return { clock, loads, snapshot };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('snapshots', () => {
  it('fetch once for all callers at the same time', async () => {
    const { loads, snapshot } = bench();
    const all = Promise.all([1, 2, 3].map(() => snapshot.get({ maxAgeMs: 60_000 })));
    loads[0]?.resolve('pools');
    expect(await all).toEqual(['pools', 'pools', 'pools']);
    expect(loads).toHaveLength(1);
  });

  it('answer at once with the known value, and renew it in the background', async () => {
    const { clock, loads, snapshot } = bench();
    const first = snapshot.get({ maxAgeMs: 60_000 });
    loads[0]?.resolve('old');
    await first;
    clock.now = 30_000;
    expect(await snapshot.get({ maxAgeMs: 60_000 })).toBe('old');
    expect(loads).toHaveLength(2);
    loads[1]?.resolve('new');
    await settled();
    expect(await snapshot.get({ maxAgeMs: 60_000 })).toBe('new');
  });

  it('never return a value that is too old: a payment must not go to last hour’s vault', async () => {
    const { clock, loads, snapshot } = bench();
    const first = snapshot.get({ maxAgeMs: 60_000 });
    loads[0]?.resolve('old');
    await first;
    clock.now = 60_001;
    const second = snapshot.get({ maxAgeMs: 60_000 });
    loads[1]?.reject(new Error('down'));
    await expect(second).rejects.toThrow('down');
    expect(snapshot.peek()).toBe('old');
  });

  it('are fetched anew after the clock was set back, when nobody can tell how old they are', async () => {
    const { clock, loads, snapshot } = bench();
    clock.now = 3_600_000;
    const first = snapshot.get({ maxAgeMs: 60_000 });
    loads[0]?.resolve('old');
    await first;
    clock.now = 0;
    const second = snapshot.get({ maxAgeMs: 60_000 });
    loads[1]?.resolve('new');
    expect(await second).toBe('new');
  });

  it('stay usable through a failed refresh while they are young enough', async () => {
    const { clock, loads, snapshot } = bench();
    const first = snapshot.get({ maxAgeMs: 60_000 });
    loads[0]?.resolve('known');
    await first;
    clock.now = 30_000;
    await snapshot.get({ maxAgeMs: 60_000 });
    loads[1]?.reject(new Error('down'));
    await settled();
    expect(await snapshot.get({ maxAgeMs: 60_000 })).toBe('known');
  });

  it('one caller that aborts does not take the answer from the others', async () => {
    const { loads, snapshot } = bench();
    const controller = new AbortController();
    const impatient = snapshot.get({ maxAgeMs: 60_000, signal: controller.signal });
    const patient = snapshot.get({ maxAgeMs: 60_000 });
    controller.abort(new Error('time is up'));
    await expect(impatient).rejects.toThrow('time is up');
    loads[0]?.resolve('pools');
    expect(await patient).toBe('pools');
  });

  it('a caller waits for a fetch no longer than its patience, which takes the answer from nobody', async () => {
    const { loads, snapshot } = bench();
    const patient = snapshot.get({ maxAgeMs: 60_000 });
    await expect(snapshot.get({ maxAgeMs: 60_000, patienceMs: 0 })).rejects.toMatchObject({ name: 'TimeoutError' });
    loads[0]?.resolve('pools');
    expect(await patient).toBe('pools');
    expect(await snapshot.get({ maxAgeMs: 60_000, patienceMs: 0 })).toBe('pools');
  });
});
