/**
 * The guide's program against the built app: it pays honest answers, and nothing that a man in the middle has changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '../support/api-test.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { sharedSandbox } from '../support/sandbox.ts';

const sandbox = sharedSandbox();
const S = new URL(process.env.E2E_SANDBOX_URL ?? '');
const SECOND = `http://127.0.0.1:${Number(S.port) + 100}`;
const RECEIVER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const THIEF = { btc: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', evm: '00000000000000000000000000000000deadbeef' };
const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

/** An address at which nothing listens. */
const NOBODY = 'http://127.0.0.1:9';

type Lie = (text: string) => string;

/** Stands between the program and the deployment, and changes every answer consistently. */
async function startLiar(app: string, lie: () => Lie): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const answer = await fetch(`${app}${request.url}`, { method: 'POST', body: Buffer.concat(chunks) });
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(lie()(await answer.text()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The guide's program, with the parts that its reader must supply, and a copy of the checker beside it. */
async function guideProgram(app: string, given: Record<string, unknown>) {
  const folder = await mkdtemp(join(tmpdir(), 'portage-trust-'));
  const code = /```js\n([\s\S]*?)```/.exec(readFileSync('lib/docs/guides/trust-nobody.md', 'utf8'))?.[1] ?? '';
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
  const [head = '', ...rest] = code.split('\n\n');
  const names = Object.entries(given).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'verify.js'), await (await fetch(`${app}/verify.js`)).text());
  const body = `export async function run(sign) {\n${rest.join('\n\n')}\n}\n`;
  writeFileSync(join(folder, 'program.js'), [head, ...names, body].join('\n'));
  const program: { run(sign: (tx: unknown) => void): Promise<void> } = await import(
    pathToFileURL(join(folder, 'program.js')).href
  );
  return program.run;
}

const LIES: readonly (readonly [string, string, Lie])[] = [
  [
    'another receiver, everywhere',
    'destinationAddress',
    (text) => text.replaceAll(RECEIVER, THIEF.btc).replaceAll(hexOf(RECEIVER), hexOf(THIEF.btc)),
  ],
  [
    'another vault, everywhere',
    'payee',
    (text) => {
      const vault = /"vaultAddress":"0x([0-9a-fA-F]{40})"/.exec(text)?.[1] ?? 'none';
      return text.replaceAll(new RegExp(vault, 'gi'), THIEF.evm);
    },
  ],
  [
    'another router',
    'contract',
    (text) => text.replace(/0xD37BbE5744D730a1d98d8DC97c42F0Ca46aD7146/gi, `0x${THIEF.evm}`),
  ],
  ['less guaranteed', 'leastBuyAmount', (text) => text.replace(/("expectedBuyAmountMaxSlippage":")0\.0/g, '$10.00')],
];

test('the program of eighteen lines signs honest answers, and refuses each lie by its name', async ({ url }) => {
  let lie: Lie = (text) => text;
  const payer = createEvmPayer(url, 'ETH');
  await sandbox.fund('ETH', payer.address, '2');
  const { server, url: liar } = await startLiar(url, () => lie);
  try {
    const signed: unknown[] = [];
    const given = { PORTAGE: liar, MY_ADDRESS: payer.address, MY_BITCOIN_ADDRESS: RECEIVER, NETWORK: 'sandbox' };
    const run = await guideProgram(url, { ...given, MY_NODES: [`${S.origin}/thornode`, `${SECOND}/thornode`] });
    const sign = (tx: unknown) => signed.push(tx);
    await run(sign);
    expect(signed).toHaveLength(1);
    for (const [what, field, change] of LIES) {
      lie = change;
      const error: unknown = await run(sign).catch((thrown: unknown) => thrown);
      expect(error, what).toBeInstanceOf(Error);
      expect((error as Error).message, what).toContain(`"field":"${field}"`);
    }
    lie = (text) => text;
    // One lying node stops it, and so does the absence of any node.
    await sandbox.withFault({ target: 'thornode-2', kind: 'otherVaults', chain: 'ETH' }, () =>
      expect(run(sign)).rejects.toThrow('"says":"other"'),
    );
    const alone = await guideProgram(url, { ...given, MY_NODES: [NOBODY] });
    await expect(alone(sign)).rejects.toThrow('"field":"payee"');
    await run(sign);
    expect(signed).toHaveLength(2);
  } finally {
    server.close();
  }
});
