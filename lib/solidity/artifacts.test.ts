import { expect, it } from 'vitest';
import { LONG_RUN } from '../domain/test-effort.ts';
import { compileContracts, sourcesHash } from './compile.ts';
import { committedArtifacts } from './testing/committed-artifacts.ts';

/** Optimising contracts takes seconds on an idle machine. */
const COMPILE_MS = 240_000;
const FOLDERS = ['./', './testing/', '../sandbox/contracts/'].map((folder) => new URL(folder, import.meta.url));

it.each(FOLDERS)('every committed artifact was made from the sources beside it: %s', (folder) => {
  const artifacts = Object.values(committedArtifacts(folder));
  expect(artifacts.length).toBeGreaterThan(0);
  for (const artifact of artifacts) expect(artifact).toMatchObject({ sources: sourcesHash(folder) });
});

if (LONG_RUN)
  it.each(FOLDERS)(
    'every committed artifact is what its sources compile to: %s',
    async (folder) => {
      expect(committedArtifacts(folder)).toEqual(await compileContracts(folder));
    },
    COMPILE_MS,
  );
