import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['lib/**/*.test.ts', 'components/**/*.test.{ts,tsx}', 'e2e/{unit,conformance}/**/*.test.ts'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: 0,
    // One core is not kept free: with two of them that would be half the machine.
    maxWorkers: '100%',
  },
});
