/** The holder of an EVM address reads its own swaps by a signature, as the guide's program does, and nobody else does. */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createPortageClient } from '../../lib/api/client.ts';
import { evmTxSchema } from '../../lib/api/schemas/route.ts';
import { NEWCOMER } from '../support/accounts.ts';
import { expect, test } from '../support/api-test.ts';
import { evmClientOf } from '../support/evm-payer.ts';
import { follow, last } from '../support/follow.ts';
import { sharedSandbox } from '../support/sandbox.ts';

const sandbox = sharedSandbox();
const run = promisify(execFile);

/** The guide's program, with the address of this deployment, in a folder from which it finds its packages. */
async function guideProgram(url: string): Promise<string> {
  mkdirSync('test-results', { recursive: true });
  const folder = mkdtempSync(join(process.cwd(), 'test-results', 'own-swaps-'));
  const guide = readFileSync('lib/docs/guides/integrators.md', 'utf8');
  const [, code = ''] = /## A person’s own swaps[\s\S]*?```js\n([\s\S]*?)```/.exec(guide) ?? [];
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'portage-client.js'), await (await fetch(`${url}/client.js`)).text());
  writeFileSync(join(folder, 'program.js'), code.replace('https://YOUR_PORTAGE', url));
  return join(folder, 'program.js');
}

test('the guide’s program lists what its address has paid, and no other address’s swaps', async ({ url }) => {
  const client = createPortageClient({ baseUrl: url });
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key);
  await sandbox.fund('ETH', account.address, '3');
  const quote = await client.quote({
    ...{ sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount: '1.1', slippage: 3, providers: ['THORCHAIN'] },
    ...{ sourceAddress: account.address, destinationAddress: NEWCOMER.BTC, includeTx: true },
  });
  const { to, value, data } = evmTxSchema.parse(quote.routes[0]?.tx);
  const payer = evmClientOf(url, 'ETH', account);
  const hash = await payer.sendTransaction({ to: to as Hex, value: BigInt(value), data: data as Hex });
  const end = last(await follow(client, { quoteId: quote.quoteId, routeIndex: 0, hash }));
  const program = await guideProgram(url);
  const by = async (PRIVATE_KEY: string) =>
    (await run('node', [program], { env: { ...process.env, PRIVATE_KEY } })).stdout;
  expect(await by(key)).toBe(`${quote.quoteId} ${end.data.outbound?.amount} BTC.BTC\n`);
  expect(await by(generatePrivateKey())).toBe('');
});

test('a token that nobody gave out, a message for another site and a used one are refused with a problem', async ({
  url,
  request,
}) => {
  const client = createPortageClient({ baseUrl: url, retries: 0 });
  const account = privateKeyToAccount(generatePrivateKey());
  const signed = async (message: string) => ({ message, signature: await account.signMessage({ message }) });
  const refusal = (work: Promise<unknown>) => work.catch((error: unknown) => error);
  expect(await refusal(client.swaps({}, { token: 'pts_invented' }))).toMatchObject({ status: 401 });
  const { message } = await client.signInMessage({ address: account.address });
  const elsewhere = message.replaceAll(new URL(url).host, 'evil.example');
  expect(await refusal(client.signIn(await signed(elsewhere)))).toMatchObject({ status: 400 });
  const own = await signed(message);
  expect((await client.swaps({}, await client.signIn(own))).swaps).toEqual([]);
  expect(await refusal(client.signIn(own))).toMatchObject({ status: 401, type: '/errors/unauthorized' });
  // A message with fields that are not the interface's.
  const wrong = await request.post('/v1/sign-in', { data: { address: '0x1', chain: 'XYZ' } });
  expect([wrong.status(), (await wrong.json()).errors.map((fault: { field: string }) => fault.field)]).toEqual([
    400,
    ['address', 'chain'],
  ]);
});
