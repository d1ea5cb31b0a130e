import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createControl } from './control.ts';
import { ControlError, type Ledger } from './ledger.ts';
import { createGateServer, type Gate, listen } from './world/http-server.ts';
import { heldWorld, newFolder, removeFolder } from './world/world-for-tests.ts';

let folder: string;
let base: string;
let world: ReturnType<typeof heldWorld>['world'];
let close: () => void;
let funded: unknown[];

beforeEach(async () => {
  folder = newFolder();
  ({ world } = heldWorld(folder));
  funded = [];
  const ledger: Partial<Ledger> = {
    chain: 'ETH',
    height: () => 42,
    fund: async (...given) => void funded.push(given),
  };
  world.ledgers.ETH = ledger as Ledger;
  const gate: Gate = { operator: 1, services: new Map(), inner: new Map([['control', createControl(world)]]) };
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"pools":[1,2,3]}' };
  gate.services.set('thornode', { prefix: 'thornode', handle: async () => answer });
  gate.services.set('rpc/eth', {
    prefix: 'rpc/eth',
    handle: async ({ path, query, body }) => ({ status: 200, body: JSON.stringify({ path, query: [...query], body }) }),
  });
  const server = createGateServer(world, gate, () => true);
  base = `http://127.0.0.1:${await listen(server, 0)}`;
  close = () => {
    server.close();
    server.closeAllConnections();
  };
});
afterEach(async () => {
  close();
  world.states.abandon();
  await world.clock.stop();
  removeFolder(folder);
});

const post = async (path: string, body: unknown = {}): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(`${base}/control/${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const fault = (kind: string, on = true, more: Record<string, unknown> = {}) =>
  post('fault', { target: 'thornode', kind, on, ...more });
const pools = () => fetch(`${base}/thornode/thorchain/pools`);

describe('the control endpoint', () => {
  it('is closed to pages, also to those that reach loopback by a name of their own', async () => {
    const status = (headers: Record<string, string>): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        httpRequest(`${base}/control/state`, { headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await status({ origin: 'http://127.0.0.1:3000' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status({ host: 'evil.example' })).toBe(403);
    expect(await status({ host: 'localhost:4100' })).toBe(200);
    expect(
      (await fetch(`${base}/control/state`, { method: 'OPTIONS' })).headers.get('access-control-allow-origin'),
    ).toBeNull();
  });

  it('reports the state of the world', async () => {
    expect(await (await fetch(`${base}/control/state`)).json()).toMatchObject({
      clock: { held: true, speed: 60, steppedSeconds: 0 },
      faults: [],
      chains: { ETH: { height: 42 } },
    });
  });

  it('holds, speeds up and steps the clock, and answers a step when all of it has happened', async () => {
    let ticks = 0;
    world.clock.every(60, 'minute', () => {
      ticks += 1;
    });
    const { body } = await post('clock', { stepSeconds: 3600, speed: 600 });
    expect(ticks).toBe(60);
    expect(body).toMatchObject({ clock: { held: true, speed: 600, steppedSeconds: 3600 } });
    expect(await post('clock', { hold: false })).toMatchObject({ body: { clock: { held: false } } });
  });

  it('says what is wrong with a wrong body, naming the field', async () => {
    expect(await post('clock', {})).toMatchObject({ status: 400 });
    for (const [path, body, field] of [
      ['clock', { speed: -1 }, 'speed'],
      ['clock', { hold: 'yes' }, 'hold'],
      ['fault', { kind: '500', on: true }, 'target'],
      ['fault', { target: 'thornode', kind: '500' }, 'on'],
      ['fund', { chain: 'ETH', address: '0x1', amount: '1e5' }, 'amount'],
      ['fund', { chain: 'NOPE', address: '0x1', amount: '1' }, 'chain'],
      ['fund', { chain: 'BTC', address: 'x', amount: '1' }, 'chain'],
      ['fund', { chain: 'ETH', address: '0x1' }, 'amount'],
      ['fund', { chain: 'ETH', address: '0x1', amount: '1', token: '0x2' }, 'token'],
      ['fund', { chain: 'ETH', address: '0x1', amount: '0.0000000000000000001' }, 'amount'],
    ] as const) {
      const answer = await post(path, body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
      expect(answer.body.error).toContain(field);
    }
    expect((await post('clock', '{')).body.error).toContain('JSON');
    expect((await post('nothing')).body.error).toContain('faults/clear');
    expect((await fetch(`${base}/control/clock`)).status).toBe(405);
  });

  it('funds in whole coins by the asset’s decimals, or in base units', async () => {
    await post('fund', { chain: 'eth', address: '0xAb', amount: '1.5' });
    await post('fund', {
      chain: 'ETH',
      address: '0xAb',
      amount: '2.5',
      token: '0xdac17f958d2ee523a2206206994597c13d831ec7',
    });
    await post('fund', { chain: 'ETH', address: '0xAb', amountBaseUnits: '9' });
    expect(funded).toEqual([
      ['0xAb', 1_500_000_000_000_000_000n, undefined],
      ['0xAb', 2_500_000n, '0xdac17f958d2ee523a2206206994597c13d831ec7'],
      ['0xAb', 9n, undefined],
    ]);
  });

  it('offers the actions that parts of the world add, big numbers as text', async () => {
    world.control('churn', (params) => ({ params, amount: 2n ** 70n }));
    world.control('picky', () => {
      throw new ControlError('percent: a number');
    });
    expect(await post('churn', { network: 'thor' })).toEqual({
      status: 200,
      body: { params: { network: 'thor' }, amount: (2n ** 70n).toString() },
    });
    expect(await post('picky')).toEqual({ status: 400, body: { error: 'percent: a number' } });
  });
});

describe('faults of the wire', () => {
  it('answer 429, 500, HTML or half a body until they are switched off', async () => {
    await fault('429', true, { retryAfterSeconds: 7 });
    expect([(await pools()).status, (await pools()).headers.get('retry-after')]).toEqual([429, '7']);
    await fault('429', false);
    await fault('500');
    expect((await pools()).status).toBe(500);
    await post('faults/clear');
    await fault('html');
    const html = await pools();
    expect([html.status, html.headers.get('content-type')]).toEqual([200, 'text/html']);
    await post('faults/clear');
    await fault('garbage');
    await expect((await pools()).json()).rejects.toThrow(SyntaxError);
    await post('faults/clear');
    expect(await (await pools()).json()).toEqual({ pools: [1, 2, 3] });
  });

  it('reset the connection, or never answer', async () => {
    await fault('down');
    await expect(pools()).rejects.toThrow();
    await post('faults/clear');
    await fault('hang');
    const caller = new AbortController();
    const asked = fetch(`${base}/thornode/x`, { signal: caller.signal });
    // Meanwhile another target still answers, and so does the control endpoint.
    expect((await fetch(`${base}/rpc/eth`, { method: 'POST', body: 'x' })).status).toBe(200);
    expect(world.faults.list()).toHaveLength(1);
    caller.abort();
    await expect(asked).rejects.toThrow(/abort/i);
  });

  it('affect one target only, one path where one is given, and end after their count', async () => {
    await post('fault', { target: 'RPC/ETH', kind: '500', on: true, times: 1 });
    expect((await pools()).status).toBe(200);
    expect((await fetch(`${base}/rpc/eth`, { method: 'POST' })).status).toBe(500);
    expect((await fetch(`${base}/rpc/eth`, { method: 'POST' })).status).toBe(200);
    await fault('500', true, { path: '/quote' });
    expect((await pools()).status).toBe(200);
    expect((await fetch(`${base}/thornode/thorchain/quote/swap`)).status).toBe(500);
  });

  it('let the answer through late when they are only slow', async () => {
    await fault('slow', true, { ms: 1 });
    expect(await (await pools()).json()).toEqual({ pools: [1, 2, 3] });
  });
});

describe('the one port', () => {
  it('gives a service what follows its prefix, and answers any page’s preflight', async () => {
    const response = await fetch(`${base}/rpc/ETH/a%20b?x=1`, { method: 'POST', body: 'hello' });
    expect(await response.json()).toEqual({ path: '/a%20b', query: [['x', '1']], body: 'hello' });
    const preflight = await fetch(`${base}/rpc/eth`, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });

  it('refuses what it does not know and what is too large', async () => {
    expect((await fetch(`${base}/nothing`)).status).toBe(404);
    expect((await fetch(`${base}/rpc`, { method: 'POST' })).status).toBe(404);
    const large = fetch(`${base}/rpc/eth`, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) });
    expect((await large).status).toBe(413);
  });
});
