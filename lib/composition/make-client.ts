/** Makes the client file that is handed out from the sources that the page and the tests use. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openApiDocument } from '../api/openapi.ts';
import { schemaTypes } from '../api/schema-types.ts';

/** Relative to the working folder, which every script sets. */
const FOLDER = 'lib/api';
/** In the order in which each may use the ones before it. */
const SOURCES = [
  'api-problem.ts',
  'canonical-json.ts',
  'signatures.ts',
  'event-reader.ts',
  'client-send.ts',
  'client-watch.ts',
  'client-integrator.ts',
  'client-core.ts',
  'standalone-client.ts',
];
/** The names that a program may use; the rest of the file is private. */
const EXPORTED = new Set([
  'ApiProblem',
  'createPortageClient',
  'watch',
  'PaymentMismatch',
  'PortageClient',
  'ClientOptions',
  'CallOptions',
  'CreateOptions',
  'QuoteEvent',
  'TokensQuery',
  'SignedOrder',
  'verifySignature',
  'verifyReceipt',
  'Signed',
  'Verified',
  'KnownKeys',
  'VerifyOptions',
]);

const HEAD = `/**
 * The typed client of Portage, a cross-chain swap aggregator: one file without dependencies. Copy it, or import it from a
 * deployment. Runs in browsers, Node 18 and later, Deno and Bun.
 *
 *   import { createPortageClient } from './client.ts';
 *   const portage = createPortageClient({ baseUrl: 'https://swap.example' });
 *   const quote = await portage.quote({ sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.5', slippage: 1 });
 *   for await (const state of portage.watch({ quoteId: quote.quoteId, hash })) console.log(state.trackingStatus);
 *
 * Apache-2.0.
 */
`;

const IMPORT = /^import [^;]+;\n/gm;
const EXPORT = /^export (?=(?:async )?(?:const|function\*?|class|type) (\w+))/gm;

/** @throws {Error} when an imported source is missing here: the file would not stand alone. */
function bodyOf(name: string, text: string): string {
  for (const [statement] of text.matchAll(IMPORT)) {
    const from = /from '\.\/([^']+)'/.exec(statement)?.[1] ?? statement;
    const isKnown = SOURCES.includes(from) || (from.startsWith('schemas/') && statement.startsWith('import type'));
    if (!isKnown) throw new Error(`${name} imports ${from}, which the client’s one file has not`);
  }
  return text
    .replace(IMPORT, '')
    .replace(EXPORT, (keyword, exported: string) => (EXPORTED.has(exported) ? keyword : ''))
    .trim();
}

function wireTypes(): string {
  const document = openApiDocument({ here: '', network: 'mainnet' });
  const components = document.components as { schemas: Record<string, unknown> };
  return schemaTypes(components.schemas);
}

async function makeTypeScript(): Promise<string> {
  const read = async (name: string) => bodyOf(name, await readFile(resolve(process.cwd(), FOLDER, name), 'utf8'));
  const bodies = await Promise.all(SOURCES.map(read));
  return `${[HEAD.trim(), ...bodies].join('\n\n')}\n\n// What goes over the wire, as /openapi.json has it.\n\n${wireTypes()}`;
}

async function makeJavaScript(): Promise<string> {
  const { transform } = await import('esbuild');
  const { code } = await transform(await clientTypeScript(), { loader: 'ts', format: 'esm', target: 'es2022' });
  return `${HEAD.replace("'./client.ts'", "'./client.js'")}\n${code}`;
}

let typeScript: Promise<string> | undefined;
let javaScript: Promise<string> | undefined;

/** Made once for each process. */
export const clientTypeScript = (): Promise<string> => {
  typeScript ??= makeTypeScript();
  return typeScript;
};

/** The same without types, as an ES module. */
export const clientJavaScript = (): Promise<string> => {
  javaScript ??= makeJavaScript();
  return javaScript;
};
