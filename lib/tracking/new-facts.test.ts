import { expect, it } from 'vitest';
import type { Observation } from '../domain/swap-status.ts';
import { newFacts } from './new-facts.ts';

/** Makes that many looks, storing as tracking does, and returns what is stored in the end. */
function storedAfter(looks: number, everySeconds: number, see: (second: number) => Observation[]): Observation[] {
  const stored: Observation[] = [];
  for (let look = 0; look < looks; look += 1) stored.push(...newFacts(stored, see(look * everySeconds)));
  return stored;
}
const planned = (second: number, delaySeconds: number): Observation[] => [
  { kind: 'outboundPlanned', at: second * 1000, leg: 0, delaySeconds },
];

it('a payout that is delayed as long as announced is stored once, however often it is observed', () => {
  expect(storedAfter(400, 10, (second) => planned(second, Math.max(0, 4000 - second)))).toHaveLength(1);
});

it('a delay that becomes longer or shorter than announced is stored, so that the countdown stays true', () => {
  expect(storedAfter(2, 10, (second) => planned(second, second === 0 ? 600 : 1200))).toHaveLength(2);
  expect(storedAfter(2, 10, (second) => planned(second, second === 0 ? 600 : 60))).toHaveLength(2);
  // The clock runs sixty times as fast, and few stored facts are enough.
  expect(storedAfter(100, 2, (second) => planned(second, Math.max(0, 6000 - second * 60))).length).toBeLessThan(40);
});

it('confirmations are stored as they come, the remaining seconds are not', () => {
  const seen = (second: number): Observation[] => [
    {
      kind: 'providerSeen',
      at: second * 1000,
      leg: 0,
      final: false,
      remainingSeconds: 600 - second,
      tx: { hash: 'ab', chain: 'BTC', confirmations: second < 300 ? 1 : 2 },
    },
  ];
  expect(storedAfter(60, 10, seen)).toHaveLength(2);
});

it('an early end of a stream is stored, though as many parts are done as before', () => {
  const progress: Observation = { kind: 'swapProgress', at: 1, leg: 0, done: 3, total: 8 };
  expect(newFacts([progress], [{ ...progress, at: 2, stopped: true }])).toHaveLength(1);
});

it('a stream of thousands of parts is stored in a hundred steps, a short one part by part', () => {
  const stream =
    (total: number) =>
    (done: number): Observation[] => [{ kind: 'swapProgress', at: done, leg: 0, done, total }];
  expect(storedAfter(14_401, 1, stream(14_400))).toHaveLength(101);
  expect(storedAfter(20, 1, stream(19))).toHaveLength(20);
});

it('a hold is stored when it begins, when its reason changes and when it ends', () => {
  const reports: Observation[] = [
    { kind: 'heldNoMore', at: 0, leg: 0 },
    { kind: 'held', at: 1, leg: 0, reason: 'BTC is halted.' },
    { kind: 'held', at: 2, leg: 0, reason: 'BTC is halted.' },
    { kind: 'held', at: 3, leg: 0, reason: 'Signing is halted.' },
    { kind: 'heldNoMore', at: 4, leg: 0 },
    { kind: 'heldNoMore', at: 5, leg: 0 },
    { kind: 'held', at: 6, leg: 0, reason: 'BTC is halted.' },
  ];
  expect(storedAfter(reports.length, 1, (at) => reports.slice(at, at + 1)).map(({ at }) => at)).toEqual([1, 3, 4, 6]);
});
