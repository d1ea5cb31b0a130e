/** Makes the checker that is handed out: one module for programs that trust no answer, and its types. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Found from the working folder, which every script sets. */
const ENTRY = 'lib/payments/standalone-verify.ts';
const TYPES = ['lib/payments/asked-swap.ts', 'lib/payments/route-fault.ts'];

const HEAD = `/**
 * Holds a route of Portage, and the bytes that you are about to sign, against what you asked for. Asks nobody. Runs in
 * browsers, Node 18 and later, Deno and Bun. Keep a copy of your own: one that is loaded from the deployment whose answers
 * it judges proves nothing.
 *
 *   import { verifyRoute } from './verify.js';
 *   const faults = verifyRoute(asked, route, { witnessed: { payees: [vault] } });
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

/** The types of a source that stand by themselves, from the first to the last. */
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
`;
}

let javaScript: Promise<string> | undefined;
let types: Promise<string> | undefined;

/** Made once a process. */
export const verifyJavaScript = (): Promise<string> => {
  javaScript ??= makeJavaScript();
  return javaScript;
};

export const verifyTypes = (): Promise<string> => {
  types ??= makeTypes();
  return types;
};
