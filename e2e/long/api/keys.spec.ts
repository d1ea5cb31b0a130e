/**
 * Keys, limits and switches from the view of integrators and an operator: the built app, the command lines, several
 * instances.
 */
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortageClient } from '../../../lib/api/client.ts';
import { problemSchema } from '../../../lib/api/schemas/problem.ts';
import { freshFolder } from '../../../lib/db/test-folders.ts';
import { freePort } from '../../../lib/db/test-port.ts';
import { startPostgres } from '../../../lib/db/test-postgres.ts';
import { expect, test } from '../../support/api-test.ts';
import { createEvmPayer } from '../../support/evm-payer.ts';
import { follow, last } from '../../support/follow.ts';
import { operate, operateJson } from '../../support/operator.ts';
import { type OwnApp, startOwnApp } from '../../support/own-app.ts';
import { sharedSandbox } from '../../support/sandbox.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'portage-own-'));
const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const INDICATIVE = { sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount: '1', slippage: 3 };
const SWITCHED_SECONDS = 10_000;
/** A swap of the sandbox, and the time after which another instance takes over its observation. */
const OBSERVED_MS = 120_000;

/** An app on the sandbox that all journeys share, and the operator's access to its folder. */
async function beside(environment: Record<string, string> = {}, dataDir = folder()) {
  const all = { SANDBOX_URL: process.env.E2E_SANDBOX_URL ?? '', ...environment };
  const app = await startOwnApp(dataDir, all);
  return { app, dataDir, environment: { ...all, DATA_DIR: dataDir } };
}

type Made = { key: string; keyId: string; integrator: { id: string; embedId: string } };

const call = (app: OwnApp, method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
  fetch(`${app.url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
const tokens = (app: OwnApp, headers: Record<string, string> = {}) => call(app, 'GET', '/v1/tokens?limit=1', headers);
const quote = (app: OwnApp, headers: Record<string, string> = {}) =>
  call(app, 'POST', '/v1/quote', headers, { ...INDICATIVE, providers: ['MAYACHAIN'] });

/** With a key, since reading them costs points as every path does. */
async function metrics(app: OwnApp, key: string): Promise<string> {
  const answer = await fetch(`${app.url}/metrics`, { headers: { 'x-api-key': key } });
  expect(answer.status).toBe(200);
  return answer.text();
}
const openSwaps = async (app: OwnApp, key: string) =>
  [...(await metrics(app, key)).matchAll(/^portage_open_swaps\{[^}]*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );

test('keys are ignored until one exists; then a wrong one is refused everywhere, a valid one identifies its integrator, a revoked one ends', async () => {
  const { app, dataDir, environment } = await beside();
  try {
    expect((await tokens(app, { 'x-api-key': 'from the specification' })).status).toBe(200);
    expect(statSync(join(dataDir, 'admin.sock')).mode & 0o777).toBe(0o600);
    const made = await operateJson<Made>('keys', ['create', '--name', 'Wallet'], environment);

    for (const [method, path] of [
      ['POST', '/v1/quote'],
      ['POST', '/v1/track'],
      ['POST', '/v1/chainflip-deposit-channel'],
      ['GET', '/v1/tokens'],
      ['GET', '/v1/providers'],
      ['GET', '/v1/nothing-here'],
      ['DELETE', '/v1/tokens'],
    ] as const) {
      const refused = await call(app, method, path, { 'x-api-key': 'wrong' }, method === 'POST' ? {} : undefined);
      expect([path, refused.status]).toEqual([path, 401]);
      const problem = problemSchema.parse(await refused.json());
      expect(problem).toMatchObject({ type: '/errors/unauthorized', title: 'Unauthorized', instance: path });
      expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    }
    for (const header of ['x-api-key', 'api-key']) {
      const answer = await tokens(app, { [header]: made.key });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('ratelimit-policy')).toBe('"key";q=60000;w=60');
    }
    const nobody = await tokens(app);
    expect([nobody.status, nobody.headers.get('ratelimit-policy')]).toEqual([200, '"anonymous";q=6000;w=60']);
    expect(nobody.headers.get('access-control-expose-headers')).toContain('ratelimit');

    const next = await operateJson<Made>('keys', ['rotate', made.integrator.id, '--grace', '1h'], environment);
    expect([
      (await tokens(app, { 'x-api-key': made.key })).status,
      (await tokens(app, { 'x-api-key': next.key })).status,
    ]).toEqual([200, 200]);
    await operateJson('keys', ['revoke', made.keyId], environment);
    const revoked = await tokens(app, { 'x-api-key': made.key });
    expect([revoked.status, (await revoked.json()).detail]).toEqual([401, expect.stringContaining('revoked')]);
    expect((await tokens(app, { 'x-api-key': next.key })).status).toBe(200);

    const list = await operate('keys', ['list'], environment);
    expect(list.out).toContain('Wallet');
    expect(list.out).not.toContain(next.key);
    const wrong = await operate('keys', ['create'], environment);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('--name must be there')]);
  } finally {
    await app.stop();
  }
  // No server runs any more, so the command works on the database itself.
  expect((await operate('keys', ['list'], environment)).out).toContain('Wallet');
});

test('where keys are required programs need one, and the deployment’s own page does not', async ({ page }) => {
  const { app, environment } = await beside({ API_KEYS: 'required' });
  try {
    expect((await tokens(app)).status).toBe(401);
    const made = await operateJson<Made>('keys', ['create', '--name', 'Program'], environment);
    expect((await tokens(app, { 'x-api-key': made.key })).status).toBe(200);
    // A program can send any header that a browser sends.
    expect((await tokens(app, { 'sec-fetch-site': 'same-origin' })).status).toBe(401);
    const quoted = page.waitForResponse((answer) => answer.url().endsWith('/v1/quote') && answer.status() === 200);
    await page.goto(app.url);
    await page.getByRole('textbox', { name: 'Sell amount' }).fill('0.25');
    const carried = (await quoted).request().headers()['x-portage-page'];
    expect((await tokens(app, { 'x-portage-page': carried ?? '' })).status).toBe(200);
    expect((await tokens(app, { 'x-portage-page': `${carried}x` })).status).toBe(401);
  } finally {
    await app.stop();
  }
});

test('a limit is reached, reported, separate for another address, and over when announced', async () => {
  const { app, environment } = await beside({ RATE_LIMIT: '60', TRUSTED_PROXIES: '127.0.0.1' });
  const from = (address: string) => ({ 'x-forwarded-for': `203.0.113.250, ${address}` });
  try {
    let refused = await quote(app, from('198.51.100.1'));
    for (let n = 0; n < 12 && refused.status === 200; n += 1) refused = await quote(app, from('198.51.100.1'));
    expect(refused.status).toBe(429);
    const problem = problemSchema.parse(await refused.json());
    expect(problem).toMatchObject({ type: '/errors/too-many-requests', status: 429 });
    expect(refused.headers.get('ratelimit-policy')).toBe('"anonymous";q=60;w=60');
    const seconds = Number(refused.headers.get('retry-after'));
    expect(refused.headers.get('ratelimit')).toMatch(new RegExp(`^"anonymous";r=\\d;t=${seconds}$`));
    expect((await quote(app, from('198.51.100.2'))).status).toBe(200);

    const made = await operateJson<Made>('keys', ['create', '--name', 'Small', '--rate', '20'], environment);
    const byKey = { ...from('198.51.100.1'), 'x-api-key': made.key };
    expect([(await quote(app, byKey)).status, (await quote(app, byKey)).headers.get('ratelimit')]).toEqual([
      200,
      expect.stringMatching(/^"key";r=0;/),
    ]);

    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    expect((await quote(app, from('198.51.100.1'))).status).toBe(200);
  } finally {
    await app.stop();
  }
});

test('an integrator’s affiliate earns by its key alone; a provider that is switched off takes no new swaps, while an open one is tracked to its end; usage counts them all', async () => {
  const { app, environment } = await beside();
  try {
    const made = await operateJson<Made>(
      'keys',
      ['create', '--name', 'Earns', '--affiliate', 'ptg', '--fee-bps', '50'],
      environment,
    );
    const client = createPortageClient({ baseUrl: app.url, apiKey: made.key });
    const payer = createEvmPayer(app.url, 'ETH');
    await sharedSandbox().fund('ETH', payer.address, '3');
    const wish = { ...INDICATIVE, slippage: 5, sourceAddress: payer.address, destinationAddress: BTC_ADDRESS };
    const quoted = await client.quote({ ...wish, providers: ['MAYACHAIN_STREAMING'], includeTx: true });
    const [route] = quoted.routes;
    if (!route) throw new Error(JSON.stringify(quoted.providerErrors));
    expect(route.meta).toMatchObject({ affiliate: 'ptg', affiliateFee: 50 });
    expect(route.fees.some(({ type }) => type === 'affiliate')).toBe(true);
    const hash = await payer.pay(route);
    await client.track({ quoteId: quoted.quoteId, hash });

    await operateJson('providers', ['disable', 'mayachain', '--why', 'The network has halted'], environment);
    const refused = await client.quote({ ...INDICATIVE, providers: ['MAYACHAIN', 'THORCHAIN'] });
    expect(refused.providerErrors).toEqual([
      { provider: 'MAYACHAIN', errorCode: 'tradingHalted', message: expect.stringContaining('The network has halted') },
    ]);
    expect(refused.routes).toHaveLength(1);
    const listed = await client.tokens({ provider: 'MAYACHAIN' });
    expect(listed.tokens).toEqual([]);
    const end = last(await follow(client, { quoteId: quoted.quoteId }));
    expect(end.trackingStatus).toBe('completed');

    await operateJson('providers', ['enable', 'MAYACHAIN'], environment);
    expect((await client.quote({ ...INDICATIVE, providers: ['MAYACHAIN'] })).routes).toHaveLength(1);
    await operateJson('providers', ['disable', 'BTC'], environment);
    expect((await client.quote(INDICATIVE)).routes).toEqual([]);
    expect((await client.tokens({ chain: 'BTC' })).total).toBe(0);
    await operateJson('providers', ['enable', 'BTC'], environment);

    const rows = await operateJson<Record<string, unknown>[]>('keys', ['usage', made.integrator.id], environment);
    // Two days, where midnight was in between.
    const total = (name: string) => rows.reduce((sum, row) => sum + Number(row[name]), 0);
    expect(['quotes', 'swaps', 'completed', 'unpriced'].map(total)).toEqual([4, 1, 1, 0]);
    expect(total('soldUsd')).toBeGreaterThan(100);
    // Half a percent of what was sold.
    expect(total('affiliateFeeUsd') / total('soldUsd')).toBeCloseTo(0.005, 3);
  } finally {
    await app.stop();
  }
});

test('two instances on one Postgres share limits, keys and switches; when one is killed in the middle of a swap, the other continues it', async () => {
  const postgres = await startPostgres(freshFolder(), await freePort());
  const settings = { DATABASE_URL: postgres.url, RATE_LIMIT: '200' };
  const [first, second] = await Promise.all([beside(settings), beside(settings)]);
  try {
    const payer = createEvmPayer(first.app.url, 'ETH');
    await sharedSandbox().fund('ETH', payer.address, '3');
    const made = await operateJson<Made>('keys', ['create', '--name', 'Both', '--rate', '10000'], first.environment);
    const headers = { 'x-api-key': made.key };
    const known = async () => (await tokens(second.app, { 'x-api-key': 'wrong' })).status;
    // The other instance learns of the first key within seconds.
    await expect.poll(known, { timeout: SWITCHED_SECONDS }).toBe(401);
    expect((await tokens(second.app, headers)).status).toBe(200);

    // A window that lasts long enough for everything that follows.
    const left = Number(/t=(\d+)/.exec((await tokens(first.app)).headers.get('ratelimit') ?? '')?.[1]);
    if (left < 30) await new Promise((resolve) => setTimeout(resolve, left * 1000));
    const asked = [first.app, second.app];
    let allowed = 0;
    for (let n = 0; n < 40; n += 1) {
      const answer = await quote(asked[n % asked.length] ?? first.app);
      if (answer.status === 429) break;
      allowed += 1;
    }
    // 200 points are 20 quotes in both together; points that one has leased and not spent are not available to the
    // other.
    expect(allowed).toBeLessThanOrEqual(20);
    expect(allowed).toBeGreaterThanOrEqual(10);

    const client = createPortageClient({ baseUrl: first.app.url, apiKey: made.key });
    const quoted = await client.quote({
      ...INDICATIVE,
      slippage: 5,
      providers: ['MAYACHAIN_STREAMING'],
      sourceAddress: payer.address,
      destinationAddress: BTC_ADDRESS,
      includeTx: true,
    });
    const [route] = quoted.routes;
    if (!route) throw new Error(JSON.stringify(quoted.providerErrors));
    const hash = await payer.pay(route);
    const status = async () => (await client.track({ quoteId: quoted.quoteId, hash })).trackingStatus;
    await expect.poll(status).not.toBe('not_started');
    await expect.poll(() => openSwaps(second.app, made.key)).toBe(1);
    await first.app.kill();

    // No client asks for the swap, so the other one observes it by itself.
    await expect.poll(() => openSwaps(second.app, made.key), { timeout: OBSERVED_MS }).toBe(0);
    expect(await metrics(second.app, made.key)).toMatch(
      /^portage_provider_calls_total\{provider="MAYACHAIN",call="track",outcome="ok"\} [1-9]/m,
    );
    const other = createPortageClient({ baseUrl: second.app.url, apiKey: made.key });
    const end = await other.track({ quoteId: quoted.quoteId });
    expect([end.trackingStatus, end.data.inbound?.hash]).toEqual(['completed', hash]);
    // The killed one's socket is dead, so the command works on the database, and the living instance learns of it.
    await operateJson('keys', ['revoke', made.integrator.id], first.environment);
    const refused = async () => (await tokens(second.app, headers)).status;
    await expect.poll(refused, { timeout: SWITCHED_SECONDS }).toBe(401);
  } finally {
    await second.app.stop();
    await first.app.kill();
    await postgres.stop();
  }
});
