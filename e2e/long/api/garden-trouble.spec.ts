/**
 * Orders of Garden that fail, and what becomes of the money. Faults stay on and hours pass, so these use a world of
 * their own.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortageClient, type PortageClient } from '../../../lib/api/client.ts';
import type { QuoteRequest } from '../../../lib/api/schemas/quote.ts';
import { expect, test } from '../../support/api-test.ts';
import { createEvmPayer } from '../../support/evm-payer.ts';
import { createEvmReader } from '../../support/evm-reader.ts';
import { follow, last } from '../../support/follow.ts';
import { ETH_WBTC, gardenState, holdFor, WBTC } from '../../support/garden.ts';
import { type OwnApp, startOwnApp } from '../../support/own-app.ts';
import { createSandbox, type Sandbox } from '../../support/sandbox.ts';
import { createUtxoPayer } from '../../support/utxo-payer.ts';

type Own = { app: OwnApp; sandbox: Sandbox; client: PortageClient; payer: ReturnType<typeof createEvmPayer> };

/** An app of its own, and a user there who holds WBTC. */
async function inOwnWorld(run: (own: Own) => Promise<void>): Promise<void> {
  const app = await startOwnApp(mkdtempSync(join(tmpdir(), 'portage-own-')));
  try {
    const sandbox = createSandbox(app.sandboxUrl);
    const payer = createEvmPayer(app.url, 'ETH');
    await sandbox.fund('ETH', payer.address, '1');
    await sandbox.fund('ETH', payer.address, '0.05', WBTC);
    await run({ app, sandbox, client: createPortageClient({ baseUrl: app.url }), payer });
  } finally {
    await app.stop();
  }
}

async function placed({ app, client, payer }: Own, sellAmount: string) {
  const ask: QuoteRequest = {
    sellAsset: ETH_WBTC,
    buyAsset: 'BTC.BTC',
    sellAmount,
    slippage: 1,
    providers: ['GARDEN'],
    sourceAddress: payer.address,
    destinationAddress: createUtxoPayer(app.url, 'BTC').address,
    includeTx: true,
  };
  const quote = await client.quote(ask);
  const [route] = quote.routes;
  if (!route) throw new Error(JSON.stringify(quote.providerErrors));
  return { key: { quoteId: quote.quoteId, routeIndex: 0 }, route };
}

test('the secret is never revealed: both locks are refunded in full, and the page gives the reason', async () => {
  await inOwnWorld(async (own) => {
    const { app, sandbox, client, payer } = own;
    await sandbox.control('fault', { target: 'garden', kind: 'secretKept', on: true });
    await holdFor(sandbox, 'ethereum:wbtc', 120);
    const before = (await gardenState(sandbox)).stock;
    const { key, route } = await placed(own, '0.02');
    expect(route.meta.refund?.note).toContain('120 blocks (about 24 minutes)');
    const hash = await payer.pay(route);
    const states = await follow(client, { ...key, hash });
    // Locked for the payer on Bitcoin, then taken back there, then here.
    expect(states.map(({ stage }) => stage)).toContain('refund');
    const end = last(states);
    expect(end).toMatchObject({ success: true, trackingStatus: 'refunded', stage: 'refund' });
    expect(end.data.refund).toMatchObject({ amount: '0.02', address: payer.address, hash: expect.any(String) });
    expect(end.data.refund?.hash).not.toBe(hash);
    expect(await createEvmReader(app.url, 'ETH').balance(payer.address, WBTC)).toBe(5_000_000n);
    expect((await gardenState(sandbox)).stock['ethereum:wbtc']).toBe(before['ethereum:wbtc']);
  });
});

test('cancelled by both sides, it is refunded at once', async () => {
  await inOwnWorld(async (own) => {
    const { app, sandbox, client, payer } = own;
    await sandbox.control('fault', { target: 'garden', kind: 'instantRefund', on: true });
    const { key, route } = await placed(own, '0.03');
    await client.track({ ...key, hash: await payer.pay(route) });
    const end = last(await follow(client, key));
    expect(end).toMatchObject({ trackingStatus: 'refunded', data: { refund: { amount: '0.03' } } });
    expect(await createEvmReader(app.url, 'ETH').balance(payer.address, WBTC)).toBe(5_000_000n);
  });
});

test('an unpaid order ends with a sentence, and the same terms get another', async () => {
  await inOwnWorld(async (own) => {
    const { sandbox, client } = own;
    const { key, route } = await placed(own, '0.01');
    await client.track(key);
    await sandbox.control('clock', { stepSeconds: 6000 });
    const end = last(await follow(client, key));
    expect(end).toMatchObject({ success: true, trackingStatus: 'failed', stage: 'inbound' });
    expect(end.error).toContain('the order has expired');
    expect((await gardenState(sandbox)).byStatus.expired).toBe(1);
    expect((await placed(own, '0.01')).route.meta.orderId).not.toBe(route.meta.orderId);
  });
});
