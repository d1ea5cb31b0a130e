/** Bundles the wallets' page script, and bundles it again only when one of its sources has changed. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, version } from 'esbuild';
import { z } from 'zod';
import { writeAtomically } from '../world/atomic-file.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ENTRY = 'lib/sandbox/wallets/page/main.ts';

const savedSchema = z.object({ inputs: z.array(z.string()), fingerprint: z.string(), script: z.string() });

/** Of every source that went into the bundle, the libraries' files too; undefined when one is gone. */
function fingerprintOf(inputs: readonly string[]): string | undefined {
  const hash = createHash('sha256').update(`esbuild ${version}`);
  for (const input of inputs) {
    const path = join(ROOT, input);
    if (!existsSync(path)) return undefined;
    hash.update(`\0${input}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

function savedScript(path: string): string | undefined {
  try {
    const saved = savedSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    return saved.fingerprint === fingerprintOf(saved.inputs) ? saved.script : undefined;
  } catch {
    // Not there yet, or not readable: it is made anew.
    return undefined;
  }
}

/** @throws when the sources do not build. */
export async function bundlePageScript(): Promise<{ inputs: string[]; script: string }> {
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: [ENTRY],
    bundle: true,
    // A module without imports and exports; unlike `iife` it may pass over modules with top-level await that nothing uses.
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const script = result.outputFiles[0]?.text;
  if (script === undefined) throw new Error('the wallets script came out empty');
  return { script, inputs: Object.keys(result.metafile.inputs) };
}

/** The body of a function, in ES2022. `folder` keeps the last bundle. @throws when the sources do not build. */
export async function buildPageScript(folder: string): Promise<string> {
  const path = join(folder, 'wallets-script.json');
  const saved = savedScript(path);
  if (saved !== undefined) return saved;
  const { script, inputs } = await bundlePageScript();
  const fingerprint = fingerprintOf(inputs);
  if (fingerprint !== undefined) writeAtomically(path, JSON.stringify({ inputs, fingerprint, script }));
  return script;
}
