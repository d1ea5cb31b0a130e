/** An idempotency key makes one answer, in any instance, even when an instance dies while it makes it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerClaim } from './answer-store.ts';
import type { Store } from './store.ts';
import { embedded, freshFolder } from './test-folders.ts';
import { testInstances } from './test-instances.ts';

const { kinds, onPostgres } = testInstances();

const NOW = 1_800_000_000_000;
let count = 0;
const claim = (key: string, over: Partial<AnswerClaim> = {}): AnswerClaim => {
  count += 1;
  return {
    id: `${key}-${count}`,
    key,
    fingerprint: 'f',
    now: NOW,
    keptSince: NOW - 1000,
    creatingSince: NOW - 100,
    ...over,
  };
};

describe.each(kinds)('answers in $kind', ({ open }) => {
  let store: Store;
  let other: Store;
  beforeAll(async () => {
    [store, other] = await open();
  });
  afterAll(async () => {
    await store.close();
    if (other !== store) await other.close();
  });

  it('are made by exactly one of many who ask at once', async () => {
    const claims = Array.from({ length: 12 }, (_one, index) =>
      (index % 2 === 0 ? store : other).claimAnswer(claim('many')),
    );
    const outcomes = (await Promise.all(claims)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'mine')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'exists')).toHaveLength(11);
  });

  it('are found to the letter, with their request, until they are too old', async () => {
    const mine = claim('kept', { fingerprint: 'body' });
    await store.claimAnswer(mine);
    const answer = '{"z":1,"a":["ü—🙂"]}';
    await store.settleAnswer(mine.id, answer);
    expect(await other.claimAnswer(claim('kept'))).toEqual({
      outcome: 'exists',
      row: { id: mine.id, fingerprint: 'body', answer, isSettled: true },
    });
    expect(await other.claimAnswer(claim('kept', { keptSince: NOW + 1 }))).toMatchObject({ outcome: 'mine' });
    expect(await store.claimAnswer(claim('kept'))).toMatchObject({
      outcome: 'exists',
      row: { fingerprint: 'f', answer: null },
    });
  });

  it('pass on when their maker failed or died, and a late maker changes nothing', async () => {
    const failed = claim('given up');
    await store.claimAnswer(failed);
    await store.settleAnswer(failed.id, null);
    const dead = claim('given up');
    expect(await other.claimAnswer(dead)).toMatchObject({ outcome: 'mine' });
    const next = claim('given up', { creatingSince: NOW + 1 });
    expect(await store.claimAnswer(next)).toMatchObject({ outcome: 'mine' });
    await other.settleAnswer(dead.id, '"late"');
    expect(await other.loadAnswer(dead.id)).toBeUndefined();
    expect(await store.claimAnswer(claim('given up'))).toMatchObject({ row: { isSettled: false } });
    await store.settleAnswer(next.id, '"right"');
    expect(await other.claimAnswer(claim('given up'))).toMatchObject({ row: { answer: '"right"' } });
  });

  it('stay with a maker who says that it is still at work', async () => {
    const slow = claim('slow');
    await store.claimAnswer(slow);
    await store.renewAnswer(slow.id, NOW + 5000);
    expect(await other.claimAnswer(claim('slow', { creatingSince: NOW + 5000 }))).toMatchObject({ outcome: 'exists' });
    expect(await other.claimAnswer(claim('slow', { creatingSince: NOW + 5001 }))).toMatchObject({ outcome: 'mine' });
  });

  it('are cleared when they are too old to be requested', async () => {
    const old = claim('old', { now: NOW - 5000 });
    await store.claimAnswer(old);
    await store.settleAnswer(old.id, '1');
    await store.clearAnswers(NOW - 4000);
    expect(await other.claimAnswer(claim('old', { keptSince: 0 }))).toMatchObject({ outcome: 'mine' });
  });
});

describe('answers', () => {
  it('of one network are not found from the other', async () => {
    const sandbox = await onPostgres();
    const mainnet = await onPostgres('mainnet');
    await sandbox.claimAnswer(claim('network'));
    expect(await mainnet.claimAnswer(claim('network'))).toMatchObject({ outcome: 'mine' });
    await sandbox.close();
    await mainnet.close();
  });

  it('that a killed process was making are made again at once after a restart on the embedded database', async () => {
    const folder = freshFolder();
    const before = await embedded(folder);
    await before.claimAnswer(claim('restart'));
    const done = claim('done');
    await before.claimAnswer(done);
    await before.settleAnswer(done.id, '1');
    await before.close();
    const after = await embedded(folder);
    expect(await after.claimAnswer(claim('restart'))).toMatchObject({ outcome: 'mine' });
    expect(await after.claimAnswer(claim('done'))).toMatchObject({ outcome: 'exists', row: { answer: '1' } });
    await after.close();
  });
});
