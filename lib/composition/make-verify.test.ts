/** The served checker needs no other file, and the guide's program runs: it pays an honest route and no other. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import honest from '../payments/__fixtures__/honest-routes.json' with { type: 'json' };
import { verifyJavaScript, verifyTypes } from './make-verify.ts';

const MORE = ['AskOptions', 'WitnessAnswer', 'Testimony', 'askWitnesses', 'verifySignature', 'verifyReceipt'];
const THIEF = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const [, given] = honest as unknown as {
  asked: Record<string, string>;
  route: Record<string, unknown>;
  at: { nowSeconds: number };
}[];

/** The node's answer for the route's chain. */
const inbound = {
  chain: 'ETH',
  address: (given?.route.meta as Record<string, string> | undefined)?.vaultAddress,
  router: given?.route.targetAddress,
};

/** The guide's program as a function of the parts left to its reader. */
async function guideProgram(): Promise<(route: unknown) => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'portage-verify-'));
  writeFileSync(join(folder, 'verify.js'), await verifyJavaScript());
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const guide = readFileSync('lib/docs/guides/verify.md', 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  const [head = '', ...rest] = code.split('\n\n');
  writeFileSync(
    join(folder, 'program.js'),
    `${head}
const MY_NODES = { THORCHAIN: ['https://node.example'] };
const [MY_ADDRESS, MY_BITCOIN_ADDRESS, NETWORK] = ${JSON.stringify([given?.asked.sourceAddress, given?.asked.destinationAddress, 'sandbox'])};
globalThis.fetch = async () => Response.json([${JSON.stringify(inbound)}]);
Date.now = () => ${(given?.at.nowSeconds ?? 0) * 1000};
console.error = () => undefined;
export async function run(answer) {
const askQuote = async () => ({ routes: [answer] });
${rest.join('\n\n')}
}
`,
  );
  return (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'program.js')).href)).run;
}

describe('the handed-out checker', () => {
  it('runs in the guide’s program, which refuses a route with another receiver', async () => {
    const [realNow, realFetch] = [Date.now, globalThis.fetch];
    try {
      const run = await guideProgram();
      await expect(run(given?.route)).resolves.toBeUndefined();
      await expect(run({ ...given?.route, destinationAddress: THIEF })).rejects.toThrow('This route is not paid.');
      await expect(run({ nothing: true })).rejects.toThrow('This route is not paid.');
    } finally {
      Date.now = realNow;
      globalThis.fetch = realFetch;
    }
  }, 60_000);

  it('has types for all of its exports', async () => {
    const types = await verifyTypes();
    for (const name of ['AskedSwap', 'Witnessed', 'RouteFault', 'VerifyOptions', 'verifyRoute', 'payeesOf', ...MORE])
      expect(types).toMatch(new RegExp(`export (type|function) ${name}\\b`));
    expect(types).not.toMatch(/^import /m);
  });
});
