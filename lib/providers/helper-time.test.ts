/** If these fail, a hanging node removes routes that do not need it. */
import { expect, it } from 'vitest';
import { orWithout, withBudget } from './helper-time.ts';

const never = () => new Promise<string>(() => undefined);
const live = () => new AbortController().signal;

it('a helper that never answers is skipped before the quote’s own time is up', async () => {
  const options = withBudget(live(), 80);
  expect(await orWithout(options, never, () => 'without')).toBe('without');
  expect(options.signal.aborted).toBe(false);
});

it('a helper gets a signal to stop, and its answer in time is used', async () => {
  let given: AbortSignal | undefined;
  await orWithout(
    withBudget(live(), 40),
    (signal) => {
      given = signal;
      return never();
    },
    () => 'without',
  );
  expect(given?.aborted).toBe(true);
  expect(
    await orWithout(
      { signal: live() },
      async () => 'with',
      () => 'without',
    ),
  ).toBe('with');
});

it('a caller that aborted gets its own reason, not an answer without the helper', async () => {
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(orWithout({ signal: gone }, never, () => 'without')).rejects.toThrow('gone');
});
