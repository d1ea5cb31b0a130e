/**
 * Every byte of what is signed counts: with one changed the payment is refused, or a written reason says why the
 * change is harmless.
 */
import { describe, expect, it } from 'vitest';
import honest from './__fixtures__/honest-routes.json' with { type: 'json' };
import { signedBytes } from './testing/changed-bytes.ts';
import { harmlessBecause, WITNESSED } from './testing/harmless.ts';
import { type Honest, nameOf, networkPayees } from './testing/lies.ts';
import { byPermit } from './testing/permit.ts';
import { verifyRoute } from './verify-route.ts';

const PREPARED = honest as unknown as readonly Honest[];
const CASES = [...PREPARED, ...PREPARED.flatMap(byPermit)];
/** The bits of a byte that are flipped: its lowest, its highest, and every second one; the bytes take turns. */
const TURNS = [0x01, 0x80, 0x55];

/** One in this many bytes is changed here; `npm run lies` changes all. */
const STRIDE = 3;

describe.each(CASES.map((one, index) => [nameOf(one), index, one] as const))('%s', (_name, index, one) => {
  it('is refused with any byte changed, except those with a written reason', () => {
    const payees = networkPayees(one);
    const unexplained = signedBytes(one.route).flatMap(({ field, put }, at) => {
      if (at % STRIDE !== index % STRIDE) return [];
      const route = put(TURNS[Math.floor(at / STRIDE) % TURNS.length] ?? 1);
      const witnessed = WITNESSED.includes(field) ? { payees } : undefined;
      if (verifyRoute(one.asked, route, { ...one.at, witnessed }).length > 0) return [];
      return harmlessBecause(field, one.route) === undefined ? [`${field} (byte ${at})`] : [];
    });
    expect(unexplained).toEqual([]);
  });
});
