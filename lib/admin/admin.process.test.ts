/**
 * An operator's commands do what they say, or say in a sentence what they accept, both through a server and without
 * one.
 */
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../config/env.ts';
import type { Store } from '../db/store.ts';
import { embedded, freshFolder, removeFolders } from '../db/test-folders.ts';
import { assetOf } from '../domain/asset.ts';
import type { Fee, FeeType } from '../domain/fee.ts';
import type { RouteDraft } from '../domain/route.ts';
import { hashOfKey } from '../http/key-ring.ts';
import { newStoredKey } from '../signing/signing.ts';
import { UsageError } from './arguments.ts';
import { ask } from './ask.ts';
import type { AdminCommand, AdminDeps } from './command.ts';
import { keysCommand } from './keys-command.ts';
import { providersCommand } from './providers-command.ts';
import { serveAdmin } from './serve.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
let store: Store;
let now = NOW;
let changes = 0;
const deps = (): AdminDeps => ({
  store,
  network: 'sandbox',
  now: () => now,
  affiliates: new Set(['ptg']),
  hasSigningSetting: false,
  changed: () => {
    changes += 1;
  },
  flushUsage: async () => undefined,
});

beforeAll(async () => {
  store = await embedded(freshFolder());
});
afterAll(async () => {
  await store.close();
  await removeFolders();
});
beforeEach(() => {
  now = NOW;
});

const run = (command: AdminCommand, line: string) => command(line.split(' ').filter(Boolean), deps());
const refusal = (command: AdminCommand, line: string): Promise<string> =>
  run(command, line).then(
    () => '',
    (error: unknown) => {
      if (error instanceof UsageError) return error.message;
      throw error;
    },
  );
/** The key as it is shown, with the id of its integrator. */
const made = (text: string) => ({
  key: /ptg_\w+/.exec(text)?.[0] ?? '',
  id: /int_\w+/.exec(text)?.[0] ?? '',
});
const found = async (key: string) => store.apiKeyByHash(hashOfKey(key));

describe('npm run keys', () => {
  it('creates a key that is shown once, stored as a hash, and valid', async () => {
    const line =
      'create --name Wallet --affiliate ptg --fee-bps 30 --origins https://A.example/,https://b.example --rate 500 --expires 90d';
    const before = changes;
    const { text, data } = await run(keysCommand, line);
    const { key, id } = made(text);
    expect(key).toMatch(/^ptg_[0-9A-Za-z]{12}_[0-9A-Za-z]{32}$/);
    expect(data).toMatchObject({ key });
    expect(changes).toBe(before + 1);
    expect((await found(key))?.integrator).toEqual({
      id,
      name: 'Wallet',
      embedId: expect.stringMatching(/^emb_\w{12}$/),
      embedOrigins: ['https://a.example', 'https://b.example'],
      affiliate: 'ptg',
      affiliateFeeBps: 30,
      rateLimitPerMinute: 500,
      expiresAt: NOW + 90 * DAY_MS,
    });
    const everything = JSON.stringify([await store.integrators(), (await run(keysCommand, `show ${id}`)).text]);
    expect(everything).not.toContain(key);
    expect(everything).toContain(key.slice(0, 16));
    const { text: list } = await run(keysCommand, 'list');
    expect(list).toMatch(new RegExp(`${id} +Wallet +active +1 +ptg 30 bps +500 +2027-02-19 12:00Z +never`));
  });

  it('warns where the affiliate has no payouts yet', async () => {
    expect((await run(keysCommand, 'create --name A --affiliate nobody --fee-bps 1')).text).toContain('no payouts');
  });

  it('changes what is given, keeps what is absent, and clears what is empty', async () => {
    const { key, id } = made(
      (await run(keysCommand, 'create --name Shop --affiliate ptg --fee-bps 30 --rate 500')).text,
    );
    await keysCommand(['change', id, '--rate', '', '--origins', 'https://shop.example'], deps());
    const integrator = (await found(key))?.integrator;
    expect(integrator).toMatchObject({ name: 'Shop', affiliateFeeBps: 30, embedOrigins: ['https://shop.example'] });
    expect(integrator).not.toHaveProperty('rateLimitPerMinute');
    await keysCommand(['change', id, '--affiliate', '', '--fee-bps', ''], deps());
    expect((await found(key))?.integrator).not.toHaveProperty('affiliate');
  });

  it('rotates a key with a grace period, and without one', async () => {
    const first = made((await run(keysCommand, 'create --name Rotating')).text);
    const second = made((await run(keysCommand, `rotate ${first.id}`)).text);
    expect((await found(first.key))?.key.expiresAt).toBe(NOW + DAY_MS);
    expect((await found(second.key))?.key.expiresAt).toBeNull();
    const { text } = await run(keysCommand, `rotate ${first.id} --grace 0`);
    expect(text).toContain('refused from now on');
    expect((await found(second.key))?.key.expiresAt).toBe(NOW);
    expect((await run(keysCommand, `show ${first.id}`)).text.match(/expired/g)).toHaveLength(2);
  });

  it('revokes one key or an integrator for good', async () => {
    const first = made((await run(keysCommand, 'create --name Leaving')).text);
    const second = made((await run(keysCommand, `rotate ${first.id}`)).text);
    const keyId = (await found(first.key))?.key.id ?? '';
    await run(keysCommand, `revoke ${keyId}`);
    expect((await found(first.key))?.key.revokedAt).toBe(NOW);
    expect((await found(second.key))?.key.revokedAt).toBeNull();
    await run(keysCommand, `revoke ${first.id}`);
    expect((await found(second.key))?.key.revokedAt).toBe(NOW);
    expect(await refusal(keysCommand, `rotate ${first.id}`)).toContain('revoked');
    expect((await run(keysCommand, 'list')).text).toMatch(/Leaving +revoked 2026-11-21/);
  });

  it('reports what a key was used for: requests, swaps, amounts sold and earned', async () => {
    const { key, id } = made((await run(keysCommand, 'create --name Busy')).text);
    const keyId = (await found(key))?.key.id ?? '';
    const counted = (name: string, amount: number) => ({ keyId, day: '2026-11-21', name, amount });
    await store.addUsage([counted('requests POST /v1/quote', 1234), counted('quotes', 1200)]);
    const ETH = assetOf('ETH.ETH');
    const fee = (type: FeeType, baseUnits: bigint): Fee => ({
      ...{ type, chain: 'ETH', protocol: 'THORCHAIN', amount: { asset: ETH, decimals: 8, baseUnits } },
    });
    const draftOf = (sold: string): RouteDraft => ({
      ...{ providers: ['THORCHAIN'], sourceAddress: '', destinationAddress: '', totalSlippageBps: 0 },
      ...{ legs: [], warnings: [], pricesUsd: [] },
      sell: { asset: assetOf(sold), decimals: 8, baseUnits: 12_345_678n },
      expectedBuy: { asset: ETH, decimals: 8, baseUnits: 1n },
      guaranteedBuy: { asset: ETH, decimals: 8, baseUnits: 1n },
      fees: [fee('affiliate', 1_000_000n), fee('liquidity', 500_000_000n)],
    });
    const prices = [
      { asset: 'BTC.BTC', price: 100_000.5 },
      { asset: 'eth.eth', price: 4000 },
    ];
    const routes = [{ meta: { assets: prices } }, { meta: { assets: prices } }];
    const drafts = [draftOf('BTC.BTC'), draftOf('DOGE.DOGE')];
    await store.saveQuote({ id: 'busy', createdAt: NOW, request: {}, response: { routes }, drafts, keyId });
    for (const [routeIndex, hash, status] of [
      [0, 'a', 'completed'],
      [0, 'b', 'swapping'],
      [1, 'c', 'completed'],
    ] as const) {
      const swap = await store.recordSwap({ quoteId: 'busy', routeIndex, hash, chain: 'BTC', now: NOW });
      await store.setSwapStatus(swap.id, status);
    }
    const { data, text } = await run(keysCommand, `usage ${id} --since 7d`);
    expect(data).toEqual([
      {
        day: '2026-11-21',
        keyId,
        requests: { 'POST /v1/quote': 1234 },
        quotes: 1200,
        swaps: 3,
        completed: 2,
        soldUsd: '24691.48',
        affiliateFeeUsd: '80.00',
        unpriced: 1,
        fees: [{ provider: 'THORCHAIN', asset: 'ETH.ETH', amount: '0.02', usd: '80.00' }],
      },
    ]);
    expect(text).toMatch(/THORCHAIN +0.02 +ETH.ETH +80.00/);
    expect(text).toContain('24691.48');
    expect(text).toContain('1 swaps sold an asset without a price');
    now += 30 * DAY_MS;
    expect((await run(keysCommand, `usage ${id} --since 7d`)).text).toContain('Nothing was asked');
  });

  it.each([
    ['', 'npm run keys -- COMMAND'],
    ['make', 'There is no command "make"'],
    ['create', '--name must be there'],
    ['create --name A --fee-bps 30', 'goes to nobody'],
    ['create --name A --affiliate a:b', '--affiliate is "a:b"'],
    ['create --name A --affiliate a --fee-bps 1001', 'whole number from 0 to 1000'],
    ['create --name A --origins https://*.example', '--origins has "https://*.example"'],
    ['create --name A --origins https://a.example/path', 'origins such as https://example.com'],
    ['create --name A --expires yesterday', 'a date (2027-01-31) or a time such as 90d'],
    ['create --name A --expires 2020-01-01', 'which has passed'],
    ['create --name A --rate fast', '--rate is "fast"'],
    ['create --nam A', 'Taken here: --name'],
    ['list of all', 'one word too many'],
    ['show', 'An ID is missing'],
    ['show int_nobody', 'Nothing has the id "int_nobody"'],
    ['revoke key_nobody', 'Nothing has the id'],
  ])('%s: says what would be accepted', async (line, sentence) => {
    expect(await refusal(keysCommand, line)).toContain(sentence);
  });
});

describe('npm run keys -- webhook', () => {
  const URL_ = 'http://127.0.0.1:9/hooks';

  it('adds an endpoint whose secret is shown once, rotates it, and says in "show" that it was switched off', async () => {
    const { id } = made((await run(keysCommand, 'create --name Told')).text);
    const { text } = await run(keysCommand, `webhook add ${id} --url ${URL_} --events swap.completed`);
    const [endpoint] = await store.webhooksOf(id);
    expect(endpoint).toMatchObject({ url: URL_, events: ['swap.completed'], disabledAt: null });
    expect(text).toContain(endpoint?.secret);
    expect((await run(keysCommand, `show ${id}`)).text).toMatch(/whe_\S+ +http:\S+ +swap.completed +on/);
    await run(keysCommand, `webhook rotate ${endpoint?.id} --grace 2h`);
    const rotated = await store.webhookById(endpoint?.id ?? '');
    expect(rotated?.previousSecret).toEqual({ secret: endpoint?.secret, until: NOW + 7_200_000 });
    expect(JSON.stringify((await run(keysCommand, `webhook list ${id}`)).data)).not.toContain('whsec_');
    await run(keysCommand, `webhook disable ${endpoint?.id}`);
    expect((await run(keysCommand, `show ${id}`)).text).toContain('off since 2026-11-21 12:00Z: Its owner');
    await run(keysCommand, `webhook enable ${endpoint?.id}`);
    expect((await store.webhookById(endpoint?.id ?? ''))?.disabledAt).toBeNull();
    expect((await run(keysCommand, `webhook remove ${endpoint?.id}`)).text).toContain('gets nothing more');
    expect(await store.webhooksOf(id)).toEqual([]);
  });

  it.each([
    ['webhook', 'npm run keys -- webhook COMMAND'],
    ['webhook add int_nobody --url https://a.example', 'No integrator has the id'],
    ['webhook add int_nobody', '--url must be there'],
    ['webhook remove whe_nobody', 'No webhook has the id'],
    ['webhook add', 'An ID is missing'],
  ])('%s: says what would be accepted', async (line, words) => {
    expect(await refusal(keysCommand, line)).toContain(words);
  });

  it('refuses an address that is not on the public internet on mainnet', async () => {
    const { id } = made((await run(keysCommand, 'create --name Inside')).text);
    const args = ['webhook', 'add', id, '--url', 'https://10.0.0.1/'];
    await expect(keysCommand(args, { ...deps(), network: 'mainnet' })).rejects.toThrow('--url must be on the public');
  });
});

describe('npm run keys -- signing', () => {
  const listed = async () =>
    (await run(keysCommand, 'signing list')).data as { kid: string; retiredAt: number | null }[];

  it('rotates: the new key signs, the old one stays listed with its end; private keys are never shown', async () => {
    await run(keysCommand, 'signing rotate');
    const { text } = await run(keysCommand, 'signing rotate');
    const [old, current] = await listed();
    expect(text).toContain(`${current?.kid} signs here at once`);
    expect([old?.retiredAt, current?.retiredAt]).toEqual([NOW, null]);
    const shown = await run(keysCommand, 'signing list');
    const [, stored] = await store.signingKeys();
    expect(stored?.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(`${JSON.stringify(shown.data)}${shown.text}`).not.toContain(stored?.seed);
    expect(shown.text).toMatch(/retired 2026-11-21.+\n.+signs/);
  });

  it('revokes a key, once, and says what it cannot do', async () => {
    const [old, current] = await listed();
    expect((await run(keysCommand, `signing revoke ${old?.kid}`)).text).toContain('what it signed is refused');
    expect(await refusal(keysCommand, `signing revoke ${old?.kid}`)).toBe(`${old?.kid} has ended already.`);
    expect(await refusal(keysCommand, `signing retire ${current?.kid}`)).toContain('"rotate" retires it');
    expect(await refusal(keysCommand, 'signing revoke nobody')).toContain('No key has the id "nobody"');
    expect(await refusal(keysCommand, 'signing')).toContain('npm run keys -- signing COMMAND');
    expect(await refusal(keysCommand, 'signing list all')).toContain('"all" is one word too many');
  });

  it('takes the id of a key that begins with a dash', async () => {
    let key = newStoredKey(NOW);
    while (!key.kid.startsWith('-')) key = newStoredKey(NOW);
    await store.rotateSigningKey(key);
    await run(keysCommand, 'signing rotate --json');
    expect((await run(keysCommand, `signing revoke ${key.kid} --json`)).data).toEqual({ revoked: key.kid });
  });

  it('leaves a key of SIGNING_KEY to the setting, and retires it once the setting has another', async () => {
    const own = { ...{ kid: 'set', x: 'x'.repeat(43), seed: null, createdAt: 1 }, retiredAt: null, revokedAt: null };
    await store.addSigningKey(own);
    const rotated = keysCommand(['signing', 'rotate'], { ...deps(), hasSigningSetting: true });
    await expect(rotated).rejects.toThrow(/SIGNING_KEY is set: give it another value/);
    expect((await run(keysCommand, 'signing retire set')).text).toBe('set signs no more; what it signed holds.');
  });
});

describe('npm run providers', () => {
  it('switches a provider off and on, with everything that goes through it', async () => {
    const { text } = await providersCommand(['disable', 'jupiter', '--why', 'Too slow'], deps());
    expect(text).toContain('JUPITER, JUPITER->CHAINFLIP');
    expect((await store.switches()).map(({ id, why }) => [id, why])).toEqual([
      ['JUPITER', 'Too slow'],
      ['JUPITER->CHAINFLIP', 'Too slow'],
    ]);
    await run(providersCommand, 'disable BTC');
    const { text: list } = await run(providersCommand, 'list');
    expect(list).toMatch(/JUPITER +Jupiter +off +2026-11-21 12:00Z +Too slow/);
    expect(list).toMatch(/THORCHAIN +THORChain +on/);
    expect(list).toMatch(/BTC +swaps from and to BTC +off/);
    expect((await run(providersCommand, 'enable jupiter')).text).toBe('On again: JUPITER, JUPITER->CHAINFLIP.');
    expect((await run(providersCommand, 'enable BTC')).data).toEqual({ enabled: [{ kind: 'chain', id: 'BTC' }] });
    expect((await run(providersCommand, 'enable BTC')).text).toContain('was not off');
  });

  it('switches a single id where one is given', async () => {
    await run(providersCommand, 'disable CHAINFLIP --only');
    expect((await store.switches()).map(({ id }) => id)).toEqual(['CHAINFLIP']);
    await run(providersCommand, 'enable CHAINFLIP');
  });

  it('stops all new swaps with a sentence, lists that first, and lets them begin again', async () => {
    await providersCommand(['maintenance', 'on', '--sentence', 'We move.'], deps());
    expect(await store.switches()).toMatchObject([{ kind: 'maintenance', why: 'We move.' }]);
    const { text } = await run(providersCommand, 'list');
    expect(text.split('\n')[1]).toMatch(/^MAINTENANCE +all new swaps +off +2026-11-21 12:00Z +We move\.$/);
    expect((await run(providersCommand, 'maintenance off')).text).toBe('Maintenance is over: swaps begin again.');
    expect((await run(providersCommand, 'maintenance off')).text).toBe('There was none.');
  });

  it.each([
    ['maintenance', 'Say "maintenance on" or "maintenance off".'],
    [`maintenance on --sentence ${'x'.repeat(201)}`, '--sentence may have at most 200 characters'],
    ['disable', 'An ID is missing'],
    ['disable NOBODY', '"NOBODY" is no provider and no chain: take one of THORCHAIN'],
    ['stop THORCHAIN', 'There is no command "stop"'],
    ['disable BTC now', 'one word too many'],
    [`disable BTC --why ${'x'.repeat(201)}`, 'at most 200 characters'],
  ])('%s: says what would be accepted', async (line, sentence) => {
    expect(await refusal(providersCommand, line)).toContain(sentence);
    expect(await store.switches()).toEqual([]);
  });
});

describe('a command runs', () => {
  const settings = (folder: string) => readSettings({ DATA_DIR: folder });
  const serve = (folder: string) => serveAdmin(folder, { ...deps(), log: () => undefined });

  it('in the server that holds the folder, through a socket that only its account can open', async () => {
    const folder = join(freshFolder(), 'data');
    const server = await serve(folder);
    expect(statSync(join(folder, 'admin.sock')).mode & 0o777).toBe(0o600);
    const { text } = await ask(settings(folder), 'keys', ['create', '--name', 'By socket']);
    expect((await found(made(text).key))?.integrator.name).toBe('By socket');
    expect(existsSync(join(folder, 'db'))).toBe(false);
    await expect(ask(settings(folder), 'keys', ['show', 'x'])).rejects.toThrow('Nothing has the id "x"');
    await expect(ask(settings(folder), 'other', [])).rejects.toThrow('knows no command');
    await server?.stop();
  });

  it('in one of several servers that share a folder, and in the next one after that was killed', async () => {
    const folder = freshFolder();
    const first = await serve(folder);
    expect(await serve(folder)).toBeUndefined();
    await first?.stop();
    // The socket file that a killed server leaves behind.
    mkdirSync(folder, { recursive: true });
    const again = await serve(folder);
    expect(again).toBeDefined();
    await again?.stop();
  });

  it('in a server that holds the folder already, and listens a moment later', async () => {
    const folder = freshFolder();
    const held = await embedded(folder);
    const asked = ask(settings(folder), 'keys', ['create', '--name', 'Early']);
    const server = await serve(folder);
    expect((await found(made((await asked).text).key))?.integrator.name).toBe('Early');
    await server?.stop();
    await held.close();
  });

  it('directly on the database where no server runs', async () => {
    const folder = freshFolder();
    chmodSync(folder, 0o700);
    const { text } = await ask(settings(folder), 'keys', ['create', '--name', 'Alone']);
    const other = await embedded(folder);
    expect((await other.apiKeyByHash(hashOfKey(made(text).key)))?.integrator.name).toBe('Alone');
    await other.close();
  });
});
