import { describe, expect, it } from 'vitest';
import { fc, property } from '../../lib/domain/test-property.ts';
import { dueAt, isDue, secondsLeft } from './countdown.ts';

const NOW = 1_700_000_000_000;

describe('the refresh of a quote', () => {
  it('is after 30 seconds, and earlier where the route expires', () => {
    expect(dueAt(NOW, undefined)).toBe(NOW + 30_000);
    expect(dueAt(NOW, String(NOW / 1000 + 20))).toBe(NOW + 15_000);
  });
  property([fc.integer({ min: 0, max: 4_000_000_000 })])(
    'is due at least ten and at most thirty seconds later, whatever a route says',
    (lapse) => {
      const due = dueAt(NOW, String(lapse));
      expect(due).toBeGreaterThanOrEqual(NOW + 10_000);
      expect(due).toBeLessThanOrEqual(NOW + 30_000);
    },
  );
  it('is at once for a user who returns to the page, unless the answer is recent', () => {
    const due = dueAt(NOW, undefined);
    expect(isDue(NOW + 6000, NOW, due, true)).toBe(true);
    expect(isDue(NOW + 6000, NOW, due, false)).toBe(false);
    expect(isDue(NOW + 2000, NOW, due, true)).toBe(false);
  });
  it('counts whole seconds down to zero', () => {
    expect([secondsLeft(NOW, NOW + 1), secondsLeft(NOW, NOW + 30_000), secondsLeft(NOW, NOW - 5)]).toEqual([1, 30, 0]);
  });
});
