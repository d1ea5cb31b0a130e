/** Names the build that this server runs: the same on all of its instances, different after each build. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Undefined without a build. */
export async function buildId(): Promise<string | undefined> {
  // Beside the server's own folder, wherever that is: the server starts in it.
  const text = await readFile(join(/* turbopackIgnore: true */ process.cwd(), '.next', 'BUILD_ID'), 'utf8').catch(
    () => '',
  );
  return text.trim() || undefined;
}
