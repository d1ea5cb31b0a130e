/**
 * If these fail, a client of Garden's REST does not understand the sandbox's, or an attacker in between goes unnoticed.
 */

import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chainOf } from '../../chains/chains.ts';
import { readSettings } from '../../config/env.ts';
import { scriptOfAddress } from '../utxo/scripts.ts';
import { APP_ID } from './rest.ts';
import { SOLVER_ID } from './state.ts';
import { TAMPERINGS } from './tamper.ts';
import { CBBTC, type Json, TestGarden, user, WBTC } from './test-garden.ts';

const LONG_MS = 120_000;

describe('the REST of Garden', { timeout: LONG_MS }, () => {
  let g: TestGarden;
  beforeAll(async () => {
    g = await TestGarden.open();
  }, LONG_MS);
  afterEach(() => g.clearFaults());
  afterAll(() => g.close(), LONG_MS);
  const refusal = async (path: string): Promise<string | undefined> => (await g.http('GET', path)).error;
  const order = async (change: (body: Json) => Json) => {
    const { source, destination } = await g.quote('bitcoin:btc', 'ethereum:wbtc', 1_000_000n);
    const body = {
      source: { asset: source.asset, owner: g.btcAddress, amount: source.amount },
      destination: { asset: destination.asset, owner: user.address, amount: destination.amount },
      solver_id: SOLVER_ID,
    };
    return g.http('POST', '/orders', change(body));
  };

  it('requires the app id that the sandbox’s preset sends', async () => {
    expect(readSettings({}).upstreams.garden?.appId).toBe(APP_ID);
    for (const headers of [{}, { 'garden-app-id': 'ab'.repeat(32) }] as Record<string, string>[])
      expect(await g.http('GET', '/assets', undefined, headers)).toMatchObject({ code: 401, status: 'Error' });
  });

  it('lists assets as the public one does', async () => {
    const assets: Json[] = await g.get('/assets');
    expect(assets.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'bitcoin:btc',
        'ethereum:wbtc',
        'ethereum:cbbtc',
        'ethereum:usdc',
        'ethereum:eth',
        'base:cbbtc',
        'base:usdc',
        'arbitrum:wbtc',
        'arbitrum:usdc',
        'bnbchain:btcb',
      ]),
    );
    expect(assets.find(({ id }) => id === 'bnbchain:btcb')).toMatchObject({ decimals: 18, chain: 'evm:900000056' });
    expect(assets.find(({ id }) => id === 'ethereum:cbbtc')).toMatchObject({
      token: { address: CBBTC },
      is_active: true,
      min_amount: '10000',
    });
    expect(assets.find(({ id }) => id === 'ethereum:eth').token).toBeNull();
    for (const path of [
      '/chains',
      '/policy',
      '/liquidity',
      '/fiat',
      '/fees',
      '/health',
      '/schemas',
      '/volume',
      '/apps/earnings',
    ])
      expect((await g.http('GET', path)).code, path).toBe(200);
  });

  it.each([
    [
      '/quote?from=bitcoin:btc&to=base:usdc&from_amount=100000',
      /^No order pair found : bitcoin:primary::base:0x[0-9a-f]{40}$/,
    ],
    ['/quote?from=bitcoin:btc&to=base:wbtc&from_amount=100000', /^Asset 'base:wbtc' not found$/],
    [
      '/quote?from=bitcoin:btc&to=ethereum:wbtc&from_amount=9999',
      /^expected amount to be within the range of 10000 to 500000000$/,
    ],
    [
      '/quote?from=bitcoin:btc&to=ethereum:wbtc&to_amount=600000000',
      /^Exact output quote error : expected amount to be within the range of 10000 to 500000000$/,
    ],
    ['/quote?from=bitcoin:btc&to=ethereum:wbtc&from_amount=0', /^Invalid amount$/],
    ['/quote?from=bitcoin:btc&to=ethereum:wbtc&from_amount=1.5', /^Invalid amount$/],
    ['/quote?from=bitcoin:btc&to=bitcoin:btc&from_amount=100000', /same/],
    ['/quote?from=bitcoin:btc&to=ethereum:wbtc&from_amount=100000&slippage=501', /slippage/],
    ['/quote?from=bitcoin:btc&to=ethereum:wbtc', /^Invalid quote request$/],
    [`/orders/${'ab'.repeat(32)}`, /not found/],
  ])('refuses %s with its own message', async (path, text) => expect(await refusal(path)).toMatch(text));

  it('prices by fee, affiliate and payout cost, both ways', async () => {
    const plain = await g.quote('bitcoin:btc', 'ethereum:wbtc', 100_000_000n);
    // 0.3 % and 0.60 dollars, at 95000 dollars per coin.
    expect(plain.destination).toMatchObject({ amount: String(100_000_000n - 300_000n - 632n), display: '0.99699368' });
    expect(plain).toMatchObject({
      solver_id: SOLVER_ID,
      fee: 30,
      fixed_fee: '0.6000',
      source: { value: '95000.0000' },
    });
    const shared = await g.quote('bitcoin:btc', 'ethereum:wbtc', 100_000_000n, '&affiliate_fee=20');
    expect(BigInt(plain.destination.amount) - BigInt(shared.destination.amount)).toBe(200_000n);
    const [exact] = await g.get('/quote?from=bitcoin:btc&to=ethereum:wbtc&to_amount=99699368');
    expect(exact.source.amount).toBe('100000000');
  });

  it.each<[string, (body: Json) => Json, RegExp]>([
    ['without a solver', ({ solver_id: _, ...body }) => body, /^Invalid strategy id$/],
    [
      'a unit more',
      (body) => ({
        ...body,
        destination: { ...body.destination, amount: String(BigInt(body.destination.amount) + 1n) },
      }),
      /^Invalid swap request$/,
    ],
    [
      'a unit less to pay',
      (body) => ({ ...body, source: { ...body.source, amount: '999999' } }),
      /^Invalid swap request$/,
    ],
    [
      'a bad receiver',
      (body) => ({ ...body, destination: { ...body.destination, owner: 'nobody' } }),
      /^Invalid destination address$/,
    ],
    [
      'a bad sender',
      (body) => ({ ...body, source: { ...body.source, owner: user.address } }),
      /^Invalid source address$/,
    ],
    [
      'fees to an asset nobody pays out',
      (body) => ({ ...body, affiliate_fees: [{ asset: 'base:usdc', address: user.address, fee: 10 }] }),
      /^Asset 'base:usdc' not found$/,
    ],
    [
      'fees that were not quoted',
      (body) => ({ ...body, affiliate_fees: [{ asset: 'ethereum:cbbtc', address: user.address, fee: 10 }] }),
      /^Invalid swap request$/,
    ],
    ['no hash', (body) => ({ ...body, secret_hash: 'ab' }), /^Invalid secret hash$/],
  ])('places no order: %s', async (_name, change, text) => {
    const before = g.garden.state.orders.length;
    expect(await order(change)).toMatchObject({ code: 400, error: expect.stringMatching(text) });
    expect(g.garden.state.orders).toHaveLength(before);
  });

  it('keeps a quoted price for an order when the market moves in between, and moves with it afterwards', async () => {
    const quoted = await g.quote('bitcoin:btc', 'ethereum:cbbtc', 1_000_000n);
    g.control('set', { asset: 'ethereum:cbbtc', priceUsd: 96_000 });
    const body = (quote: Json) => ({
      source: { asset: 'bitcoin:btc', owner: g.btcAddress, amount: quote.source.amount },
      destination: { asset: 'ethereum:cbbtc', owner: user.address, amount: quote.destination.amount },
      solver_id: SOLVER_ID,
    });
    expect((await g.http('POST', '/orders', body(quoted))).status).toBe('Ok');
    await g.step(400);
    expect((await g.http('POST', '/orders', body(quoted))).error).toBe('Invalid swap request');
    g.control('set', { asset: 'ethereum:cbbtc', priceUsd: 95_000 });
  });

  it('finds orders by their hashes, owners and states', async () => {
    const made = await g.createOrder('bitcoin:btc', 'ethereum:wbtc', 1_000_000n);
    const hash = await g.payBitcoin(made.to, 1_000_000n);
    await g.settle(made.order_id, 60);
    const ids = async (query: string) => (await g.get(`/orders?${query}`)).data.map((one: Json) => one.order_id);
    for (const query of [
      `tx_hash=${hash}`,
      `tx_hash=${hash.toUpperCase()}`,
      'status=completed',
      `to_owner=${user.address.toLowerCase()}&status=completed`,
    ])
      expect(await ids(query), query).toEqual([made.order_id]);
    expect(await ids(`tx_hash=${'cd'.repeat(32)}`)).toEqual([]);
    expect(await refusal('/orders?status=gone')).toBe('Invalid status');
  });

  it('answers with the older names, with unknown fields, or refuses, when a fault says so', async () => {
    g.fault('oldNames');
    const old = await g.createOrder('ethereum:wbtc', 'bitcoin:btc', 1_000_000n);
    expect(Object.keys(old).sort()).toEqual(['order_id', 'quote', 'transaction', 'typed_data']);
    g.clearFaults();
    g.fault('unknownFields');
    expect((await g.get('/assets'))[0]).toHaveProperty('added_in_the_next_release');
    g.clearFaults();
    const path = '/quote?from=bitcoin:btc&to=ethereum:wbtc&from_amount=100000';
    for (const [kind, text] of [
      ['noLiquidity', 'insufficient liquidity'],
      ['noQuotes', 'no quotes available'],
    ] as const) {
      g.fault(kind);
      expect(await refusal(path)).toBe(text);
      g.clearFaults();
    }
    g.fault('emptyQuotes');
    expect(await g.get(path)).toEqual([]);
    g.clearFaults();
    g.control('policy', { add: ['bitcoin:* -> ethereum:wbtc'] });
    expect(await refusal(path)).toMatch(/^No order pair found/);
    g.control('policy', { remove: ['bitcoin:* -> ethereum:wbtc'] });
    g.control('set', { asset: 'ethereum:wbtc', active: false });
    expect(await refusal(path)).toBe("Asset 'ethereum:wbtc' not found");
    g.control('set', { asset: 'ethereum:wbtc', active: true });
  });

  it('moves to another contract, and leaves old orders where they are', async () => {
    const before = await g.createOrder('ethereum:wbtc', 'bitcoin:btc', 1_000_000n);
    g.control('redeploy', { asset: 'ethereum:wbtc' });
    const after = await g.createOrder('ethereum:wbtc', 'bitcoin:btc', 1_100_000n);
    expect(after.initiate_transaction.to).not.toBe(before.initiate_transaction.to);
    const listed = (await g.get('/assets')).find(({ id }: Json) => id === 'ethereum:wbtc').htlc.address;
    expect(after.typed_data.domain.verifyingContract).toBe(listed);
    for (const made of [before, after]) {
      await g.payEvm(made);
      expect((await g.settle(made.order_id, 60)).destination_swap.redeem_tx_hash).not.toBe('');
    }
  });

  it.each(TAMPERINGS)('changes what a thief would: %s', async (what) => {
    const honest = await g.createOrder('ethereum:wbtc', 'bitcoin:btc', 1_200_000n);
    const deposit = await g.createOrder('bitcoin:btc', 'ethereum:wbtc', 1_200_000n);
    const seen = async () => [honest.order_id, deposit.order_id, await g.order(deposit.order_id)];
    const before = await seen();
    g.fault('tamper', { what });
    const from = what.startsWith('deposit') ? 'bitcoin:btc' : 'ethereum:wbtc';
    const good: Json = from === 'bitcoin:btc' ? deposit : honest;
    const bad = await g.createOrder(from, from === 'bitcoin:btc' ? 'ethereum:wbtc' : 'bitcoin:btc', 1_200_000n);
    const { order_id: id } = bad;
    if (what.startsWith('order')) expect(await seen()).not.toEqual(before);
    else {
      g.clearFaults();
      // Compared with the unchanged order, whose hash is its own.
      const honestly = JSON.stringify(good).replaceAll(
        (await g.order(good.order_id)).source_swap.secret_hash,
        (await g.order(id)).source_swap.secret_hash,
      );
      const same = JSON.parse(honestly.replaceAll(good.order_id, id));
      if (from === 'bitcoin:btc') same.to = (await g.order(id)).source_swap.swap_id;
      expect(bad).not.toEqual(same);
      if (bad.to !== undefined) expect(scriptOfAddress(bad.to, chainOf('BTC'))).toHaveLength(34);
    }
  });

  it('explains what is wrong with a request for an order', async () => {
    const made = await g.createOrder('ethereum:wbtc', 'bitcoin:btc', 1_300_000n);
    const patch = async (action: string, body: unknown = {}) =>
      (await g.http('PATCH', `/orders/${made.order_id}?action=${action}`, body)).error;
    expect(await patch('initiate')).toBe('Missing signature');
    expect(await patch('initiate', { signature: '0xab' })).toBe('Invalid signature');
    expect(await patch('initiate', { signature: `0x${'11'.repeat(65)}` })).toMatch(/HTLC: invalid initiator signature/);
    expect(await patch('redeem', { secret: '11'.repeat(32) })).toBe('Invalid secret');
    expect(await patch('refund')).toBe('order not initiated');
    expect(await patch('dance')).toBe('Invalid action');
  });

  it("fills an order whose secret only the user knows once it is revealed, and refunds one at once by the user's own key", async () => {
    const secret = '5a'.repeat(32);
    const hash = bytesToHex(sha256(hexToBytes(secret)));
    const own = await g.createOrder('ethereum:wbtc', 'bitcoin:btc', 1_400_000n, { secret_hash: hash });
    await g.payEvm(own);
    await g.step(120);
    expect((await g.order(own.order_id)).destination_swap).toMatchObject({ secret: '', redeem_tx_hash: '' });
    const answer = await g.http('PATCH', `/orders/${own.order_id}?action=redeem`, { secret });
    expect(answer).toMatchObject({ status: 'Ok', result: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await g.settle(own.order_id, 60)).source_swap.redeem_tx_hash).not.toBe('');

    const key = new Uint8Array(32).fill(0x51);
    g.fault('solverAbsent');
    const delegate = bytesToHex(schnorr.getPublicKey(key));
    const made = await g.createOrder('bitcoin:btc', 'ethereum:wbtc', 1_400_000n, { source: { delegate } });
    await g.payBitcoin(made.to, 1_400_000n);
    await g.step(600);
    const before = g.btc.balance(g.btcAddress);
    const [digest] = await g.get(`/orders/${made.order_id}/instant-refund-hash`);
    const sign = (by: Uint8Array) => `${bytesToHex(schnorr.sign(hexToBytes(digest), by))}83`;
    const path = `/orders/${made.order_id}?action=instant-refund`;
    expect((await g.http('PATCH', path, { signature: sign(new Uint8Array(32).fill(0x52)) })).error).toMatch(/Schnorr/);
    expect((await g.http('PATCH', path, { signature: sign(key) })).status).toBe('Ok');
    expect(g.btc.balance(g.btcAddress) - before).toBe(1_400_000n);
  });

  it('finishes after a kill what it had begun, and pays it once', async () => {
    const made = await g.createOrder('bitcoin:btc', 'ethereum:wbtc', 1_500_000n);
    const before = await g.chain.balance(user.address, WBTC);
    await g.payBitcoin(made.to, 1_500_000n);
    for (let at = 0; at < 20; at += 1) {
      if ((await g.order(made.order_id)).destination_swap.initiate_tx_hash !== '') break;
      await g.step(60);
    }
    await g.restart();
    expect((await g.settle(made.order_id, 60)).destination_swap.redeem_tx_hash).not.toBe('');
    expect((await g.chain.balance(user.address, WBTC)) - before).toBe(BigInt(made.quote.destination.amount));
  });
});
