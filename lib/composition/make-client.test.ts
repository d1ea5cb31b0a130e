/** The client that is handed out is the client of the tests: it compiles alone, and its types are those of the wire. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CONTRACT_ROWS } from '../api/contract.ts';
import { freshFolder, removeFolders } from '../db/test-folders.ts';
import { signChannel } from '../signing/sign-answers.ts';
import { testSigning } from '../signing/test-signing.ts';
import { clientJavaScript, clientTypeScript } from './make-client.ts';

// A compiler over all of zod's types takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 });
afterAll(removeFolders);

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  types: [],
};
/** A program on Node has no types of a browser. */
const ON_NODE: ts.CompilerOptions = {
  ...OPTIONS,
  lib: ['lib.es2022.d.ts'],
  types: ['node'],
  typeRoots: [join(process.cwd(), 'node_modules/@types')],
  exactOptionalPropertyTypes: true,
};
const faultsOf = (file: string, options = OPTIONS): string[] =>
  ts
    .getPreEmitDiagnostics(ts.createProgram([file], options))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));

const WIRE: [schema: string, type: string, here?: string][] = [
  ['quote', 'QuoteRequest'],
  ['quote', 'QuoteResponse'],
  ['quote', 'ProviderError', 'WireProviderError'],
  ['route', 'Route', 'WireRoute'],
  ['track', 'TrackRequest'],
  ['track', 'TrackResponse'],
  ['deposit-channel', 'DepositChannelRequest'],
  ['deposit-channel', 'DepositChannel'],
  ['tokens', 'TokensResponse'],
  ['providers', 'ProvidersResponse'],
  ['signing-keys', 'SigningKeys'],
  ['swaps', 'SwapsResponse'],
  ['usage', 'UsageResponse'],
];

describe('the one file of the client', () => {
  it('compiles by itself, and its types are exactly those of the schemas, both ways', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'client.ts'), await clientTypeScript());
    const schemas = join(process.cwd(), 'lib/api/schemas');
    const checks = WIRE.map(
      ([file, name, here = name]) => `import type { ${here} as Ours${name} } from '${schemas}/${file}.ts';
export const to${name} = (value: Ours${name}): client.${name} => value;
export const from${name} = (value: client.${name}): Ours${name} => value;`,
    );
    const use = `import { createPortageClient, ApiProblem } from './client.ts';
export const run = async () => {
  const portage = createPortageClient({ baseUrl: '' });
  const quote = await portage.quote({ sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '1', slippage: 1 });
  const output: string | undefined = quote.routes[0]?.expectedBuyAmount;
  // @ts-expect-error: sellAmount is text
  await portage.quote({ sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: 1, slippage: 1 });
  return [output, ApiProblem];
};`;
    writeFileSync(join(folder, 'use.ts'), [`import type * as client from './client.ts';`, ...checks, use].join('\n'));
    expect(faultsOf(join(folder, 'use.ts'))).toEqual([]);
  });

  it('compiles strictly for a program on Node, without the types of a browser', async () => {
    const file = join(freshFolder(), 'client.ts');
    writeFileSync(file, await clientTypeScript());
    expect(faultsOf(file, ON_NODE)).toEqual([]);
  });

  it('imports nothing, and runs as JavaScript with a call for each endpoint of the API', async () => {
    const code = await clientJavaScript();
    expect(code).not.toMatch(/^\s*import\b|\brequire\(/m);
    const { createPortageClient, ApiProblem } = await import(
      `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
    );
    const asked: string[] = [];
    const portage = createPortageClient({
      baseUrl: 'https://swap.example',
      retries: 0,
      fetch: (url: string, init?: RequestInit) => {
        asked.push(`${init?.method?.toLowerCase() ?? 'get'} ${url.slice('https://swap.example'.length)}`);
        return Promise.resolve(Response.json({ title: 'No', detail: 'No.' }, { status: 418 }));
      },
    });
    const calls = [
      portage.quote({}),
      portage.storedQuote('{quoteId}'),
      portage.track({}),
      portage.depositChannel({}),
      portage.submitSignature({ quoteId: '{quoteId}', routeIndex: '{routeIndex}', signature: '0x' }),
      portage.tokens(),
      portage.providers(),
      portage.chains(),
      portage.swaps(),
      portage.signInMessage({}),
      portage.signIn({}),
      portage.usage(),
      portage.webhooks(),
      portage.putWebhook({}),
      portage.webhookDeliveries('{id}'),
      portage.replayWebhook('{id}', {}),
      portage.signingKeys(),
    ];
    for (const settled of await Promise.allSettled(calls)) {
      expect(settled.status === 'rejected' && settled.reason).toBeInstanceOf(ApiProblem);
    }
    const rows = CONTRACT_ROWS.map(({ method, path }) => `${method} ${path}`);
    expect(asked.map(decodeURIComponent).sort()).toEqual(rows.sort());
  });

  it('verifies a deployment’s signatures, and accepts no falsified answer', async () => {
    const code = await clientJavaScript();
    const { verifySignature } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
    const signing = await testSigning();
    const record = { depositAddress: 'bc1q', channelId: '1-Bitcoin-2', issuedBlock: 1, sourceChainExpiryBlock: 2 };
    const channel = await signChannel(signing, record);
    const keys = await signing.published();
    expect(await verifySignature(channel, keys)).toMatchObject({ ok: true });
    const lie = { ...channel, depositAddress: 'bc1p' };
    expect(await verifySignature(lie, keys)).toMatchObject({ ok: false, reason: 'changed' });
    expect(await verifySignature(record, keys)).toEqual({ ok: false, reason: 'unsigned' });
    const [key] = keys.keys;
    expect(await verifySignature(channel, { ...keys, keys: [] })).toMatchObject({
      reason: 'unknownKey',
      kid: key?.kid,
    });
    const revoked = { ...keys, keys: [{ ...key, revokedAt: '2026-11-23T00:00:00.000Z' }] };
    expect(await verifySignature(channel, revoked)).toMatchObject({ reason: 'revokedKey' });
  });
});
