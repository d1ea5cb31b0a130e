import { parseUnits } from 'viem';
import { z } from 'zod';
import { createPortageClient } from '../../lib/api/client.ts';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { expect, test } from '../support/api-test.ts';
import { follow, last } from '../support/follow.ts';
import { sharedSandbox } from '../support/sandbox.ts';
import { createSolanaPayer } from '../support/solana-payer.ts';

const sandbox = sharedSandbox();
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const SOL_USDC = `SOL.USDC-${MINT}`;
/** The rent of an account of the token program. Source: solana.com/docs/core/accounts, 165 bytes. */
const RENT_LAMPORTS = 2_039_280n;

const ask = (more: Partial<QuoteRequest>): QuoteRequest => ({
  sellAsset: 'SOL.SOL',
  buyAsset: SOL_USDC,
  sellAmount: '1.5',
  slippage: 1,
  providers: ['JUPITER'],
  ...more,
});
const only = (routes: WireRoute[]): WireRoute => {
  const [route] = routes;
  if (!route || routes.length !== 1) throw new Error(`one route was expected, not ${routes.length}`);
  return route;
};

test('a program sells SOL for USDC and the USDC for SOL, to the unit; rent is a fee and is paid once', async ({
  baseURL,
}) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const payer = createSolanaPayer(baseURL ?? '');
  const receiver = createSolanaPayer(baseURL ?? '').address;
  await sandbox.fund('SOL', payer.address, '5');
  const own = { sourceAddress: payer.address, destinationAddress: payer.address, includeTx: true };
  const before = await payer.balance();
  const forth = await client.quote(ask(own));
  const route = only(forth.routes);
  expect(route.meta.txType).toBe('SOLANA');
  expect(Buffer.from(String(route.tx), 'base64').length).toBeLessThanOrEqual(1232);
  const onTop = route.fees.filter(({ type }) => type === 'network' || type === 'inbound');
  const fees = onTop.reduce((sum, { amount }) => sum + parseUnits(amount, 9), 0n);
  expect(fees).toBeGreaterThan(RENT_LAMPORTS);
  const hash = await payer.pay(route);
  const end = last(await follow(client, { quoteId: forth.quoteId, hash }));
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed', data: { outbound: { hash } } });
  const got = end.data.route?.actualBuyAmount ?? '';
  expect(await payer.balance(MINT)).toBe(parseUnits(got, 6));
  // The cost beside the sold coins is what was quoted.
  expect(before - (await payer.balance()) - parseUnits('1.5', 9)).toBe(fees);

  const pair = { sellAsset: SOL_USDC, buyAsset: 'SOL.SOL', sellAmount: got };
  const back = await client.quote(ask({ ...own, ...pair, destinationAddress: receiver }));
  const backHash = await payer.pay(only(back.routes));
  const backEnd = last(await follow(client, { quoteId: back.quoteId, hash: backHash }));
  expect(backEnd.trackingStatus).toBe('completed');
  expect(await payer.balance(undefined, receiver)).toBe(parseUnits(backEnd.data.route?.actualBuyAmount ?? '', 9));
  expect(await payer.balance(MINT)).toBe(0n);
});

test('a price that moves after the simulation fails on Solana: failed, with the reason, nothing sold', async ({
  baseURL,
}) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const payer = createSolanaPayer(baseURL ?? '');
  await sandbox.fund('SOL', payer.address, '5');
  const own = { sourceAddress: payer.address, destinationAddress: payer.address, includeTx: true };
  const before = await payer.balance();
  const quote = await client.quote(ask({ ...own, slippage: 0.5 }));
  const route = only(quote.routes);
  const end = await sandbox.withFault({ target: 'jupiter', kind: 'frontRun', percent: 5, times: 1 }, async () =>
    last(await follow(client, { quoteId: quote.quoteId, hash: await payer.pay(route) })),
  );
  await sandbox.control('jupiter-settle', {});
  expect(end).toMatchObject({ success: true, trackingStatus: 'failed', stage: 'inbound' });
  expect(end.error).toContain('Nothing was sold; only the network fee was paid.');
  expect(end.error).toMatch(/slippage|limit/i);
  const spent = before - (await payer.balance());
  expect(spent).toBeGreaterThan(0n);
  expect(spent).toBeLessThan(RENT_LAMPORTS);
});

test('a tampered answer of Jupiter never becomes a transaction, and the reason is given', async ({ baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const payer = createSolanaPayer(baseURL ?? '');
  await sandbox.fund('SOL', payer.address, '9');
  const state = z.object({ tamperings: z.array(z.string()) }).parse(await sandbox.control('jupiter-state', {}));
  expect(state.tamperings.length).toBeGreaterThan(20);
  const affiliate = { affiliate: 'ptg', affiliateFee: 30 };
  const own = { sourceAddress: payer.address, destinationAddress: payer.address, includeTx: true, ...affiliate };
  for (const what of state.tamperings) {
    const quote = await sandbox.withFault({ target: 'jupiter', kind: 'tamper', what }, () => client.quote(ask(own)));
    const [route] = quote.routes;
    const said = [...(quote.providerErrors ?? []).map(({ message }) => message), route?.meta.txUnavailable ?? ''];
    const about = `${what}: ${JSON.stringify({ said, fees: route?.fees })}`;
    // A tip to Solana's validators is no theft, but it is capped.
    if (what === 'priorityFee') {
      for (const { type, amount } of route?.fees ?? [])
        if (type === 'network') expect(Number(amount), about).toBeLessThan(0.01);
      continue;
    }
    expect(route?.tx, about).toBeUndefined();
    expect(said.join(' ').length, about).toBeGreaterThan(20);
  }
  expect(only((await client.quote(ask(own))).routes).tx).toBeDefined();
});

test('Jupiter’s rate limit is reported as such while it lasts, and only then', async ({ baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const limited = { target: 'jupiter', kind: 'rateLimit', resetSeconds: 2 };
  const quote = await sandbox.withFault(limited, () => client.quote(ask({ sellAmount: '0.7' })));
  expect(quote.routes).toEqual([]);
  expect(quote.providerErrors).toEqual([
    expect.objectContaining({ provider: 'JUPITER', errorCode: 'httpError', message: expect.stringMatching(/Jupiter/) }),
  ]);
  await expect
    .poll(async () => (await client.quote(ask({ sellAmount: '0.8' }))).routes.length, { timeout: 30_000 })
    .toBe(1);
});
