/**
 * Every byte of what is signed counts: with one changed the payment is refused, or it is written down why it means the
 * same, or cannot take anything from anybody.
 */
import { describe, expect, it } from 'vitest';
import honest from './__fixtures__/honest-routes.json' with { type: 'json' };
import { signedBytes } from './testing/changed-bytes.ts';
import { harmlessBecause, WITNESSED } from './testing/harmless.ts';
import { type Honest, nameOf, networkPayees } from './testing/lies.ts';
import { verifyRoute } from './verify-route.ts';

const CASES = honest as unknown as readonly Honest[];
/** Bits of a byte that are turned: its lowest, its highest, and every second one; each byte has its own, over and over. */
const TURNS = [0x01, 0x80, 0x55];

/** Of so many bytes one is changed here; `npm run lies` changes all. */
const STRIDE = 3;

describe.each(CASES.map((one, index) => [nameOf(one), index, one] as const))('%s', (_name, index, one) => {
  it('is refused with any byte changed, save those of which it is said why', () => {
    const payees = networkPayees(one);
    const unexplained = signedBytes(one.route).flatMap(({ part, put }, at) => {
      if (at % STRIDE !== index % STRIDE) return [];
      const route = put(TURNS[Math.floor(at / STRIDE) % TURNS.length] ?? 1);
      const witnessed = WITNESSED.includes(part) ? { payees } : undefined;
      if (verifyRoute(one.asked, route, { ...one.at, witnessed }).length > 0) return [];
      return harmlessBecause(part, one.route) === undefined ? [`${part} (byte ${at})`] : [];
    });
    expect(unexplained).toEqual([]);
  });
});
