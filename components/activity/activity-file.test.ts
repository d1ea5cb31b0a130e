/** An exported list is read back completely, whatever it contained, and any other file changes nothing. */

import { describe, expect, it } from 'vitest';
import { fc, property } from '../../lib/domain/test-property.ts';
import { readActivity, writeActivity, writeCsv } from './activity-file.ts';
import { filterSwaps, isInState, NO_FILTER } from './filter-swaps.ts';
import { mergeSwap, mergeSwaps, sameSwap } from './merge-swaps.ts';
import { isOver, type SavedSwap } from './saved-swaps.ts';
import { anySwap, swapOf } from './test-swaps.ts';

const read = (text: string) => {
  const activity = readActivity(text);
  if (!activity.ok) throw new Error(activity.kind);
  return activity;
};

property([fc.array(anySwap, { maxLength: 6 })])('an exported list is read back to the last digit', (swaps) => {
  expect(read(writeActivity(swaps, 0))).toEqual({ ok: true, swaps, refused: [] });
});

property([fc.array(anySwap, { maxLength: 6 }), fc.array(anySwap, { maxLength: 6 })])(
  'merging two lists loses no swap and lists none twice, and a second import changes nothing',
  (ours, theirs) => {
    const unique = mergeSwaps([], ours).merged;
    const { merged } = mergeSwaps(unique, theirs);
    for (const swap of [...unique, ...theirs]) expect(merged.filter((one) => sameSwap(one, swap))).toHaveLength(1);
    const again = mergeSwaps(merged, theirs);
    expect(again).toMatchObject({ added: 0, updated: 0 });
    expect(again.merged).toEqual(merged);
  },
);

property([anySwap, anySwap])('an older fact never overwrites a newer one, and nothing overwrites an end', (a, b) => {
  const merged = mergeSwap(a, b);
  if (isOver(a)) expect(merged.status).toBe(a.status);
  else if (isOver(b)) expect(merged.status).toBe(b.status);
  else if (a.status && b.status) {
    const newer = (b.receivedAt ?? 0) > (a.receivedAt ?? 0) ? b : a;
    expect(merged.status).toBe(newer.status);
  } else expect(merged.status).toBe(a.status ?? b.status);
  expect(merged.reported).toBe(a.reported || b.reported);
  if (a.paid ?? b.paid) expect(merged.paid).toBeDefined();
});

describe('a file that is no activity', () => {
  it.each([
    ['hello', 'notJson'],
    ['[]', 'otherKind'],
    ['{"format":"portage-receipt","version":1}', 'receipt'],
    ['{"format":"portage-activity","version":9,"swaps":[]}', 'newer'],
    ['{"format":"portage-activity","version":1}', 'otherKind'],
  ])('%s is refused', (text, kind) => {
    expect(readActivity(text)).toEqual({ ok: false, kind });
  });
  it('takes the entries that are swaps and names what is wrong with each other one', () => {
    const bad = [7, { ...swapOf(), route: { ...swapOf().route, sellAmount: '1e9' } }, { ...swapOf(), quoteId: '../x' }];
    const { swaps, refused } = read(
      JSON.stringify({ format: 'portage-activity', version: 1, swaps: [swapOf(), ...bad] }),
    );
    expect(swaps).toEqual([swapOf()]);
    expect(refused.map(({ entry }) => entry)).toEqual([2, 3, 4]);
    expect(refused[0]?.faults).toContainEqual({ field: 'hash', found: '' });
    expect(refused[1]?.faults).toEqual([{ field: 'route.sellAmount', found: '"1e9"' }]);
    expect(refused[2]?.faults).toEqual([{ field: 'quoteId', found: '"../x"' }]);
  });
  property([fc.jsonValue()])('never breaks the page, whatever it contains', (value) => {
    const text = JSON.stringify({ format: 'portage-activity', version: 1, swaps: [value] });
    expect(() => readActivity(text)).not.toThrow();
    expect(() => readActivity(JSON.stringify(value))).not.toThrow();
  });
});

describe('the table', () => {
  const lines = (swaps: SavedSwap[]) => writeCsv(swaps).split('\r\n');
  it('has every digit of an amount, and a row for each swap', () => {
    const paid = { amount: '15.064512345678901234', asset: 'ETH.ETH', hash: '0xcc' };
    const [head, row, end] = lines([swapOf({ status: 'completed', at: 0, paid })]);
    expect(head?.split(',')).toHaveLength(row?.split(',').length ?? 0);
    expect(row).toContain('15.064512345678901234');
    expect(row).toContain('1970-01-01T00:00:00.000Z');
    expect(end).toBe('');
  });
  it('never passes a formula to a spreadsheet', () => {
    const route = { ...swapOf().route, destinationAddress: '=HYPERLINK("x")' };
    expect(lines([swapOf({ route })])[1]).toContain(`"'=HYPERLINK(""x"")"`);
  });
});

describe('a filtered swap', () => {
  const now = 1_000_000;
  const swaps = [
    swapOf({ hash: 'run', status: 'pending' }),
    swapOf({ hash: '', status: 'not_started', needsYou: true }),
    swapOf({ hash: 'done', status: 'completed' }),
    swapOf({ hash: 'back', status: 'refunded', refund: { asset: 'SOL.SOL' } }),
    swapOf({ hash: 'bad', status: 'failed' }),
  ];
  const found = (filter: Partial<typeof NO_FILTER>) =>
    filterSwaps(swaps, { ...NO_FILTER, ...filter }, now).map(({ hash }) => hash);
  it('matches exactly one of the states, besides all', () => {
    expect(found({ state: 'running' })).toEqual(['run']);
    expect(found({ state: 'needsYou' })).toEqual(['']);
    expect(found({ state: 'done' })).toEqual(['done']);
    expect(found({ state: 'back' })).toEqual(['back', 'bad']);
  });
  it('that was refunded in part shows both amounts', () => {
    const partlyPaid = swapOf({ status: 'completed', refund: { amount: '1' } });
    expect(isInState(partlyPaid, 'done', now) && isInState(partlyPaid, 'back', now)).toBe(true);
  });
  it('is found by asset, chain and every word of a text', () => {
    expect(found({ asset: 'SOL' })).toEqual(['back']);
    expect(found({ chain: 'SOL' })).toEqual(['back']);
    expect(found({ text: 'THORCHAIN  done' })).toEqual(['done']);
    expect(found({ text: 'nowhere' })).toEqual([]);
  });
});
