import { expect, it } from 'vitest';
import { compileContracts } from './compile.ts';
import { committedArtifacts } from './testing/committed-artifacts.ts';

/** Optimising contracts takes seconds on an idle machine. */
const COMPILE_MS = 240_000;

it(
  'every committed artifact is what its source compiles to',
  async () => {
    for (const folder of [new URL('./', import.meta.url), new URL('./testing/', import.meta.url)])
      expect(committedArtifacts(folder)).toEqual(await compileContracts(folder));
  },
  COMPILE_MS,
);
