import { expect, test } from 'vitest';
import { correctedTime } from './estimated-time.ts';
import type { EstimatedTime } from './route.ts';
import { fc, property } from './test-property.ts';

const STAGES = { inbound: 60, swap: 500, outbound: 100 };
const SURE = { swap: 12, total: 12 };

test.each<[string, EstimatedTime | undefined, number | undefined, EstimatedTime | undefined]>([
  [
    'the median of the last swaps takes the place of the estimate',
    { ...STAGES, total: 600 },
    540,
    { ...STAGES, total: 540 },
  ],
  ['no sooner than the longest stage', { ...STAGES, total: 600 }, 30, { ...STAGES, total: 500 }],
  ['no later than one stage after the other', { ...STAGES, total: 600 }, 4000, { ...STAGES, total: 660 }],
  ['no later than the upstream says where that is longer', { ...STAGES, total: 900 }, 4000, { ...STAGES, total: 900 }],
  ['a time without stages has no range', SURE, 40, SURE],
  ['without a record it stays', { ...STAGES, total: 600 }, undefined, { ...STAGES, total: 600 }],
  ['without an estimate there is none', undefined, 40, undefined],
])('%s', (_what, estimate, median, corrected) => expect(correctedTime(estimate, median)).toEqual(corrected));

const seconds = fc.integer({ min: 0, max: 100_000 });
property([seconds, seconds, seconds, seconds, seconds])(
  'a total stays between the upstream’s own least and most',
  (inbound, swap, outbound, total, median) => {
    const corrected = correctedTime({ inbound, swap, outbound, total }, median);
    expect(corrected).toMatchObject({ inbound, swap, outbound });
    expect(corrected?.total).toBeGreaterThanOrEqual(Math.min(inbound, swap, outbound, total, median));
    expect(corrected?.total).toBeLessThanOrEqual(Math.max(inbound + swap + outbound, total));
  },
);
