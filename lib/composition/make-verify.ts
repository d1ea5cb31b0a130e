/** Makes the checker that is handed out: one module for programs that trust no answer, and its types. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Relative to the working folder, which every script sets. */
const ENTRY = 'lib/payments/standalone-verify.ts';
const TYPES = ['lib/payments/asked-swap.ts', 'lib/payments/route-fault.ts'];

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

/** The self-contained types of a source, from the first to the last. */
const typesOf = (text: string): string =>
  [...text.matchAll(/(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export type \w+ = \{[\s\S]*?\n\};/g)]
    .map(([type]) => type)
    .join('\n\n');

async function makeTypes(): Promise<string> {
  const bodies = await Promise.all(TYPES.map((file) => readFile(resolve(process.cwd(), file), 'utf8')));
  return `${HEAD}
${bodies.map(typesOf).join('\n\n')}

export type VerifyOptions = {
  /** Default: \`mainnet\`. */
  network?: 'mainnet' | 'sandbox' | undefined;
  /** Unix seconds. Default: now. */
  nowSeconds?: number | undefined;
  /** Decimals of tokens that are not known here. */
  decimals?: { sell?: number | undefined; buy?: number | undefined } | undefined;
  witnessed?: Witnessed | undefined;
  /** What the chains say, as your own node answers it. \`poolOutput\`: the token that the last pool of a swap pays out. */
  evm?: { tokenDecimals?: number; buyDecimals?: number; poolOutput?: string } | undefined;
  /** Addresses in lookup tables, and mints with their decimals and token program. */
  solana?:
    | {
        tables: Readonly<Record<string, readonly string[]>>;
        mints: Readonly<Record<string, { decimals: number; tokenProgram: string }>>;
      }
    | undefined;
};

/** Why the route must not be paid; empty where it may be. Asks nobody, and throws nothing. */
export function verifyRoute(asked: AskedSwap, route: unknown, options?: VerifyOptions): RouteFault[];

/** The vaults and deposit addresses of a route, which only its network can name: ask a node of your own for them. */
export function payeesOf(route: unknown): readonly string[];

export type AskOptions = {
  /** Base addresses of nodes by network (THORCHAIN, MAYACHAIN, CHAINFLIP); of one that is not in it nobody is asked. */
  nodes: Readonly<Record<string, readonly string[]>>;
  /** Default: the platform's. */
  fetch?: typeof fetch | undefined;
  /** Longest wait for a node. A channel that was opened just now is asked for several times within it. Default 20000. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * What one node said. Of a vault, \`asked\` of a fault is what the node names and \`actual\` what the route does; of a
 * channel, \`asked\` is what you asked for and \`actual\` what the state chain stores.
 */
export type WitnessWord =
  | { host: string; says: 'same' }
  | { host: string; says: 'other'; faults: readonly RouteFault[] }
  | { host: string; says: 'nothing'; why: string };

export type Testimony = {
  /** What the nodes were asked about; undefined where the route pays to nothing that only its network can name. */
  about: 'vault' | 'channel' | 'order' | undefined;
  /** The address in question, as the route has it. */
  payee: string | undefined;
  words: readonly WitnessWord[];
  /** \`unasked\`: nobody could be asked. \`needless\`: there is nothing to ask about. */
  verdict: 'agrees' | 'differs' | 'unasked' | 'needless';
  /** For \`verifyRoute\`, which then refuses what differs, and what nobody could be asked about. */
  witnessed: Witnessed;
};

/**
 * Asks nodes of your choice whether the route pays to what its network names: its vault and router, or the channel that
 * was opened for it. Never throws.
 */
export function askWitnesses(asked: AskedSwap, route: unknown, options: AskOptions): Promise<Testimony>;

/** Keys of a deployment, as its \`/.well-known/portage.json\` lists them: fetch them once and keep them. */
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
