/** Makes the checker that is handed out: one module for programs that trust no answer, and its types. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Relative to the working folder, which every script sets. */
const ENTRY = 'lib/payments/standalone-verify.ts';
/** What programs may use by name, by the source that defines it. */
const DECLARED: Readonly<Record<string, readonly string[]>> = {
  'lib/chains/chain.ts': ['NetworkName'],
  'lib/payments/asked-swap.ts': ['AskedSwap', 'Witnessed'],
  'lib/payments/route-fault.ts': ['RouteFault'],
  'lib/payments/evm/evm-terms.ts': ['EvmFacts', 'PermitFacts'],
  'lib/payments/solana/transaction.ts': ['LookupTables'],
  'lib/payments/solana/solana-facts.ts': ['SolanaMint', 'SolanaFacts'],
  'lib/payments/witness.ts': ['WitnessNodes', 'WitnessAnswer', 'Testimony'],
  'lib/payments/ask-witnesses.ts': ['AskOptions'],
  'lib/payments/standalone-verify.ts': ['VerifyOptions', 'verifyRoute', 'payeesOf', 'askWitnesses'],
};
/** By hand: the client's own types of these are those of the whole interface. */
const SIGNATURES = `/** Keys of a deployment, as its \`/.well-known/portage.json\` lists them: fetch them once and keep them. */
export type KnownKeys = { network: string; keys: readonly { kid: string; x: string; revokedAt?: string | undefined }[] };

export type Verified =
  | { ok: true; key: KnownKeys['keys'][number] }
  | { ok: false; reason: string; kid?: string | undefined };

type Ed25519 = {
  ed25519?: ((signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean) | undefined;
};

/** Whether a deployment said exactly this: a route with its quote, a deposit channel, or the last answer about a swap. */
export function verifySignature(signed: object, known: KnownKeys, options?: Ed25519): Promise<Verified>;

/** The same for a receipt in its compact form. */
export function verifyReceipt(compact: string, known: KnownKeys, options?: Ed25519): Promise<Verified>;
`;

const HEAD = `/**
 * Holds a route of Portage, and the bytes that you are about to sign, against what you asked for, and against what nodes
 * of your choice say of where it pays. Runs in browsers, Node 20 and later, Deno and Bun. Keep a copy of your own: one that
 * is loaded from the deployment whose answers it judges proves nothing.
 *
 *   import { askWitnesses, verifyRoute } from './verify.js';
 *   const { witnessed } = await askWitnesses(asked, route, { nodes: { THORCHAIN: [node] } });
 *   const faults = verifyRoute(asked, route, { witnessed });
 *   if (faults.length > 0) throw new Error(faults[0].message);
 *
 * Apache-2.0.
 */
`;

async function makeJavaScript(): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [resolve(process.cwd(), ENTRY)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import'],
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    banner: { js: HEAD },
  });
  return outputFiles[0]?.text ?? '';
}

/** Every type of a source, with its comment, up to the end of its statement. */
const TYPE = /(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export type (\w+) =[\s\S]*?;\n(?=\n|[^\s}]|$)/g;
/** Every function of a source, with its comment, up to its body. */
const FUNCTION = /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)export (?:async )?(function (\w+)\([\s\S]*?\): [^\n]+) \{\n/g;

/** What a source says of each name, as a declaration. @throws {Error} where it says nothing of one. */
async function declarationsIn(file: string, names: readonly string[]): Promise<string[]> {
  const text = await readFile(resolve(process.cwd(), file), 'utf8');
  const found = new Map<string, string>();
  for (const [type, name = ''] of text.matchAll(TYPE)) found.set(name, type.trim());
  for (const [, comment, head = '', name = ''] of text.matchAll(FUNCTION))
    found.set(name, `${comment}export ${head.replace(/(\w+): (\w+) = \{\}/g, '$1?: $2')};`);
  return names.map((name) => {
    const declaration = found.get(name);
    if (declaration === undefined) throw new Error(`${file} has no ${name}, which is handed out`);
    return declaration;
  });
}

async function makeTypes(): Promise<string> {
  const declared = await Promise.all(Object.entries(DECLARED).map(([file, names]) => declarationsIn(file, names)));
  return `${HEAD}\n${declared.flat().join('\n\n')}\n\n${SIGNATURES}`;
}

let javaScript: Promise<string> | undefined;
let types: Promise<string> | undefined;

/** Made once for each process. */
export const verifyJavaScript = (): Promise<string> => {
  javaScript ??= makeJavaScript();
  return javaScript;
};

export const verifyTypes = (): Promise<string> => {
  types ??= makeTypes();
  return types;
};
