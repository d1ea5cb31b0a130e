/**
 * For tests: tries a property with drawn values. `@fast-check/vitest` does so too, but builds every combination of
 * Vitest's modifiers when it is loaded, which takes two to three seconds of a core in each worker.
 */
import fc from 'fast-check';
import { test } from 'vitest';

export { fc };

/**
 * A test by the name that follows; it fails with the seed and the smallest values for which `holds` throws.
 * @param parameters among them `numRuns`, where the number of `test-setup.ts` is not meant.
 */
export const property =
  <Values extends [unknown, ...unknown[]]>(
    arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
    parameters?: fc.Parameters<Values>,
  ) =>
  (name: string, holds: (...values: Values) => void | Promise<void>, timeoutMs?: number): void =>
    test(
      name,
      () =>
        fc.assert(
          fc.asyncProperty(...arbitraries, async (...values) => {
            await holds(...values);
          }),
          parameters,
        ),
      timeoutMs,
    );
