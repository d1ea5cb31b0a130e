/** For tests: the artifacts that are committed beside a folder's contracts, by contract. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

export function committedArtifacts(folder: URL): Record<string, unknown> {
  const artifacts = new URL('artifacts/', folder);
  return Object.fromEntries(
    readdirSync(artifacts).map((file) => [
      basename(file, '.json'),
      JSON.parse(readFileSync(new URL(file, artifacts), 'utf8')),
    ]),
  );
}
