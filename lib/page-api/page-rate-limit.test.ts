import { expect, it } from 'vitest';
import { createGentleLimit } from './page-rate-limit.ts';

it('lets a person ask as fast as pages do, stops a flood, forgets it soon, and does not affect other clients', () => {
  const clock = { now: 0 };
  const limit = createGentleLimit(() => clock.now);
  for (let i = 0; i < 120; i += 1) limit.take('a');
  expect(() => limit.take('a')).toThrow(/Too many questions/);
  expect(() => limit.take('b')).not.toThrow();
  clock.now += 1000;
  for (let i = 0; i < 8; i += 1) limit.take('a');
  expect(() => limit.take('a')).toThrow();
});
