/**
 * Finds the programs that `npm run build` makes, and starts them from their sources where this process runs from
 * sources.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Below the working folder, which every start script sets. */
export const BUILT_FOLDER = '.next/portage';

/** By the name of the built file, without its ending. */
export const PROGRAMS = {
  server: 'lib/composition/server.ts',
  sandbox: 'lib/sandbox/main.ts',
  admin: 'lib/admin/run.ts',
  'make-cluster': 'lib/db/make-cluster.ts',
} as const;

/** All built files lie side by side, this one among them. */
export const isBuilt = !import.meta.url.endsWith('.ts');

/** A file that the build wrote beside its programs. */
export const builtBytes = (name: string): Promise<Buffer> => readFile(new URL(name, import.meta.url));
export const builtFile = async (name: string): Promise<string> => (await builtBytes(name)).toString('utf8');

/** Node's arguments to run the program: built like this one, or from its sources like this one. */
export const programArguments = (name: keyof typeof PROGRAMS): string[] =>
  isBuilt ? [fileURLToPath(new URL(`${name}.js`, import.meta.url))] : ['--import', 'tsx', PROGRAMS[name]];
