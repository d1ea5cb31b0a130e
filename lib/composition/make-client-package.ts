/**
 * Packs what is handed out to programs as a package that `npm install` takes from a deployment: the client, watching
 * alone, and the checker. `npm run client:pack -- FOLDER` writes it there under its version.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { VERSION } from '../config/version.ts';
import { clientJavaScript, clientTypeScript } from './make-client.ts';
import { verifyJavaScript, verifyTypes } from './make-verify.ts';

const WATCH = "export { ApiProblem, PaymentMismatch, watch } from './client.js';\n";
const PARTS = { '.': 'client', './watch': 'watch', './verify': 'verify' };
const GUIDES = ['client', 'verify'];

const manifest = (): object => ({
  name: 'portage-client',
  version: VERSION,
  description: 'The typed client of Portage, a cross-chain swap aggregator, and a checker of its answers.',
  license: 'Apache-2.0',
  type: 'module',
  // Bundlers leave out what a program does not import.
  sideEffects: false,
  exports: Object.fromEntries(
    Object.entries(PARTS).map(([part, file]) => [part, { types: `./${file}.d.ts`, default: `./${file}.js` }]),
  ),
  engines: { node: '>=20' },
});

/** @throws {Error} where an exported name lacks its type. */
async function clientTypes(): Promise<string> {
  const { default: ts } = await import('typescript');
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(await clientTypeScript(), {
    fileName: 'client.ts',
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true },
  });
  const [fault] = diagnostics;
  if (fault) throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, '\n'));
  return outputText;
}

async function readme(): Promise<string> {
  const guides = GUIDES.map((name) => readFile(resolve('lib/docs/guides', `${name}.md`), 'utf8'));
  return (await Promise.all(guides)).join('\n');
}

/** The gzipped tarball. The same sources give the same bytes. */
export async function packClient(): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'portage-client-'));
  try {
    const files: Record<string, string> = {
      'package.json': JSON.stringify(manifest(), null, 2),
      'client.js': await clientJavaScript(),
      'client.d.ts': await clientTypes(),
      'watch.js': WATCH,
      'watch.d.ts': WATCH,
      'verify.js': await verifyJavaScript(),
      'verify.d.ts': await verifyTypes(),
      'README.md': await readme(),
      LICENSE: await readFile('LICENSE', 'utf8'),
    };
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
    await promisify(execFile)('npm', ['pack', '--ignore-scripts'], { cwd: folder });
    const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
    if (packed === undefined) throw new Error('npm has packed nothing');
    return Uint8Array.from(await readFile(join(folder, packed)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(argv[2] ?? '.', `client-${VERSION}.tgz`);
  await writeFile(path, await packClient());
  console.log(path);
}
