/** A swap on Solana is shown as Jupiter quoted it, in the user's own units, with every fee, or refused clearly. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assetOf, formatAsset } from '../../domain/asset.ts';
import { USDC, USDT, WSOL } from '../../payments/jupiter/testing/swap-encoder.ts';
import type { Reply } from '../test-upstream.ts';
import { jupiterHarness } from './testing/harness.ts';
import { FEE_OWNER, mintAccount, TAXED, TOKENS } from './testing/jupiter-double.ts';

const { routeOf, errorOf, calls, create, upstream } = jupiterHarness();
const plain = { includeTx: false } as const;
const affiliate = { name: 'ptg', feeBps: 50 };
const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./__fixtures__/${name}.json`, import.meta.url), 'utf8'));

describe('a price', () => {
  it('is requested with mints and base units, at the configured version', async () => {
    const route = await routeOf(plain);
    expect(Object.fromEntries(calls('/swap/v2/quote')[0]?.query ?? [])).toEqual({
      inputMint: WSOL,
      outputMint: USDC,
      amount: '2000000000',
      slippageBps: '100',
    });
    expect(route).toMatchObject({
      providers: ['JUPITER'],
      expectedBuy: { baseUnits: 300_000_000n, decimals: 6 },
      guaranteedBuy: { baseUnits: 297_000_000n },
      priceImpactPercent: 1.09,
      totalSlippageBps: 0,
      estimatedTime: { total: 5 },
    });
    expect(route.tx).toBeUndefined();
    await routeOf(plain, { flavour: 'v1' });
    expect(calls('/swap/v1/quote')).toHaveLength(1);
  });

  it('guarantees nothing where everything may slip, and says that no slippage at all hardly ever works', async () => {
    expect((await routeOf({ ...plain, slippageBps: 10_000 })).guaranteedBuy.baseUnits).toBe(0n);
    const tight = await routeOf({ ...plain, slippageBps: 0 });
    expect(tight.guaranteedBuy).toEqual(tight.expectedBuy);
    expect(tight.warnings[0]?.display).toContain('no slippage');
  });

  it('names the fee of the network, and those of pools where they are counted in one of the two tokens', async () => {
    const { fees } = await routeOf(plain);
    expect(fees.map(({ type, amount }) => [type, amount.asset.symbol, amount.baseUnits])).toEqual([
      ['network', 'SOL', 5000n],
      ['liquidity', 'USDC', 1285n],
    ]);
    const foreign = [{ swapInfo: { feeAmount: '7', feeMint: USDT } }];
    const without = await routeOf(plain, { lies: { quote: { routePlan: foreign } } });
    expect(without.fees).toHaveLength(1);
  });

  it('reads price impact as the fraction that this endpoint writes, in any form', async () => {
    for (const [written, percent] of [
      ['0', 0],
      [0.25, 25],
      ['-0.000131', -0.0131],
    ] as const)
      expect((await routeOf(plain, { lies: { quote: { priceImpactPct: written } } })).priceImpactPercent).toBe(percent);
  });

  it('is compared with the market when prices are known, and with its own impact otherwise', async () => {
    expect((await routeOf(plain)).pricesUsd.map(({ priceUsd }) => priceUsd)).toEqual([150, 1]);
    const noPrices = { own: ({ path }: { path: string }) => (path === '/price/v3' ? { status: 500 } : undefined) };
    expect(await routeOf(plain, noPrices)).toMatchObject({ pricesUsd: [], totalSlippageBps: 109 });
  });

  it('is refused when the answer is to another question', async () => {
    const lies = [
      { inputMint: USDT },
      { outputMint: USDT },
      { inAmount: '1' },
      { swapMode: 'ExactOut' },
      { slippageBps: 101 },
      { otherAmountThreshold: '300000001' },
      { otherAmountThreshold: '1000' },
    ];
    for (const quote of lies) expect(await errorOf(plain, { lies: { quote } })).toMatchObject({ code: 'httpError' });
    expect(await errorOf(plain, { lies: { quote: { outAmount: '0', otherAmountThreshold: '0' } } })).toMatchObject({
      code: 'swapAmountTooSmall',
    });
  });
});

describe('tokens', () => {
  it('are found in any case, and requested in their own', async () => {
    const buyAsset = assetOf(`SOL.USDC-${USDC.toUpperCase()}`);
    const route = await routeOf({ ...plain, buyAsset }, { node: 'none' });
    expect(formatAsset(route.expectedBuy.asset)).toBe(`SOL.USDC-${USDC}`);
    expect(calls('/swap/v2/quote')[0]?.query.get('outputMint')).toBe(USDC);
    const sellAsset = assetOf(`SOL.WSOL-${WSOL.toLowerCase()}`);
    expect(formatAsset((await routeOf({ ...plain, sellAsset })).sell.asset)).toBe(`SOL.WSOL-${WSOL}`);
  });

  it('are refused where two differ by case alone', async () => {
    const twin = `${USDC.slice(0, -1)}${USDC.at(-1)?.toUpperCase()}`;
    const own = ({ path }: { path: string }): Reply | undefined =>
      path === '/tokens/v2/tag' ? { json: [...TOKENS, { id: twin, symbol: 'FAKE', decimals: 6 }] } : undefined;
    const buyAsset = assetOf(`SOL.USDC-${USDC.toLowerCase()}`);
    expect(await errorOf({ ...plain, buyAsset }, { own })).toMatchObject({
      code: 'tokenNotFound',
      message: expect.stringContaining('case'),
    });
    expect((await routeOf(plain, { own })).expectedBuy.asset).toMatchObject({ address: USDC });
  });

  it('that are not listed are looked up by their mint, on chain or at Jupiter', async () => {
    const own = ({ path }: { path: string }): Reply | undefined =>
      path === '/tokens/v2/tag' ? { json: [TOKENS[0]] } : undefined;
    expect((await routeOf(plain, { own })).expectedBuy.decimals).toBe(6);
    expect(calls('/tokens/v2/search')).toHaveLength(0);
    expect((await routeOf(plain, { own, node: 'none' })).expectedBuy.decimals).toBe(6);
    expect(calls('/tokens/v2/search')).toHaveLength(1);
    const nobodys = { ...plain, buyAsset: assetOf('SOL.X-4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T') };
    expect(await errorOf(nobodys, { own })).toMatchObject({ code: 'tokenNotFound' });
    expect(await errorOf({ ...plain, buyAsset: assetOf('SOL.X-nobase58l') }, { own })).toMatchObject({
      code: 'tokenNotFound',
    });
  });

  it('take their decimals from the chain when a list differs', async () => {
    const setting = { node: { accounts: { [USDC]: mintAccount(9) } } };
    expect((await routeOf(plain, setting)).expectedBuy.decimals).toBe(9);
  });

  it('that tax transfers give less, and say so', async () => {
    const route = await routeOf({ ...plain, buyAsset: assetOf(`SOL.TAX-${TAXED}`) });
    expect(route.expectedBuy.baseUnits).toBe(4_000_000_000n - 10_000_000n);
    expect(route.guaranteedBuy.baseUnits).toBe(3_960_000_000n - 10_000_000n);
    expect(route.fees.at(-1)).toMatchObject({ type: 'tax', amount: { baseUnits: 10_000_000n } });
    expect(route.warnings[0]?.display).toContain('TAX takes 1 % of every transfer');
  });

  it('are listed with SOL and wrapped SOL apart, symbols as identifiers can carry them', async () => {
    const listed = await create().tokens({ signal: new AbortController().signal });
    expect(listed.map(({ asset }) => formatAsset(asset))).toEqual([
      ...['SOL.SOL', `SOL.WSOL-${WSOL}`, `SOL.USDC-${USDC}`, `SOL.USDT-${USDT}`, `SOL.TAX-${TAXED}`],
    ]);
    expect(listed[2]).toMatchObject({ name: 'USD Coin', decimals: 6, priceUsd: 1, logoURI: 'https://x/usdc.png' });
  });

  it('are read from a recorded list', async () => {
    const own = ({ path }: { path: string }): Reply | undefined =>
      path === '/tokens/v2/tag' ? { json: fixture('tokens_v2_search_jup') } : undefined;
    const listed = await create({ own }).tokens({ signal: new AbortController().signal });
    expect(listed[0]).toMatchObject({ name: 'Jupiter', decimals: 6, asset: { symbol: 'JUP' } });
  });
});

describe('what cannot be swapped', () => {
  it('is refused at once: other chains, and SOL into wrapped SOL', () => {
    const refuse = (sell: string, buy: string) =>
      create().refuse({ sellAsset: assetOf(sell), buyAsset: assetOf(buy) }, 'JUPITER');
    expect(refuse('SOL.SOL', 'BTC.BTC')?.code).toBe('crossChainNotSupported');
    expect(refuse('ETH.ETH', 'BTC.BTC')?.code).toBe('unsupportedChainId');
    expect(refuse('SOL.SOL', `SOL.WSOL-${WSOL}`)?.message).toContain('one token');
    expect(refuse('SOL.USDC', 'SOL.SOL')?.code).toBe('tokenNotFound');
    expect(refuse('SOL.SOL', `SOL.USDC-${USDC}`)).toBeUndefined();
    expect(upstream().calls).toEqual([]);
  });

  it('is refused when a refund would have to go to another account than the payer’s', async () => {
    const refundAddress = 'So11111111111111111111111111111111111111112';
    expect((await errorOf({ ...plain, refundAddress })).message).toMatch(/no refund is sent.*refundAddress/);
  });

  it('is refused when Solana cannot count the amount', async () => {
    for (const sellAmount of ['0.0000000001', '18446744073.709551616', '0'])
      expect(await errorOf({ ...plain, sellAmount })).toMatchObject({ code: 'invalidSellAmount' });
  });

  const failing = (reply: Reply) => ({
    own: ({ path }: { path: string }) => (path.startsWith('/swap/') ? reply : undefined),
  });
  it.each([
    [{ status: 400, json: fixture('error_400_no_routes_found') }, 'insufficientLiquidity'],
    [{ status: 400, json: fixture('error_400_could_not_find_any_route') }, 'insufficientLiquidity'],
    [{ status: 400, json: fixture('error_400_order_failed_to_get_quotes_v2') }, 'insufficientLiquidity'],
    [{ status: 200, json: { error: 'No routes found' } }, 'insufficientLiquidity'],
    [
      { status: 400, json: { error: 'x', errorCode: 'ROUTE_PLAN_DOES_NOT_CONSUME_ALL_THE_AMOUNT' } },
      'insufficientLiquidity',
    ],
    [{ status: 400, json: { error: `The token ${USDC} is not tradable` } }, 'tokenNotFound'],
    [{ status: 400, json: { error: 'x', errorCode: 'MARKET_NOT_FOUND' } }, 'tokenNotFound'],
    [{ status: 400, json: { error: 'Query parameter outputMint cannot be parsed: invalid' } }, 'tokenNotFound'],
    [{ status: 400, json: { error: 'x', errorCode: 'CIRCULAR_ARBITRAGE_IS_DISABLED' } }, 'unknownError'],
    [{ status: 400, json: { error: 'x', errorCode: 'CANNOT_COMPUTE_OTHER_AMOUNT_THRESHOLD' } }, 'swapAmountTooSmall'],
    [{ status: 400, json: { error: 'Invalid amount' } }, 'invalidSellAmount'],
    [{ status: 400, json: { error: 'x', errorCode: 'NOT_SUPPORTED' } }, 'unknownError'],
    [{ status: 400, json: { error: 'x', errorCode: 'MAX_ACCOUNT_GREATER_THAN_MAX' } }, 'unknownError'],
    [{ status: 401, json: { code: 401, message: 'Unauthorized' } }, 'httpError'],
    [{ status: 403, json: { message: 'API key does not have access to this endpoint' } }, 'httpError'],
    [{ status: 429, json: { message: '[API Gateway] Too many requests' } }, 'httpError'],
    [{ status: 500, json: { error: 'Something unexpected occurred' } }, 'httpError'],
    [{ status: 500, json: fixture('error_500_dynamic_swap_details_missing') }, 'httpError'],
  ])('is mapped by the table: %j', async (reply, code) => {
    expect(await errorOf(plain, failing(reply))).toMatchObject({ code });
  });

  it('is an unknown token when an error without a reason meets an unknown mint', async () => {
    const own = ({ path }: { path: string }): Reply | undefined => {
      if (path === '/tokens/v2/tag') return { json: [TOKENS[0]] };
      if (path === '/tokens/v2/search') return { json: [] };
      return path.startsWith('/swap/') ? { status: 500, json: { error: 'Something unexpected occurred' } } : undefined;
    };
    expect(await errorOf(plain, { own })).toMatchObject({ code: 'tokenNotFound' });
  });

  it('is tried again once when Jupiter’s quote expired before its transaction', async () => {
    let times = 0;
    const own = ({ path }: { path: string }): Reply | undefined => {
      if (path !== '/swap/v2/build') return undefined;
      times += 1;
      return times === 1
        ? { status: 400, json: { error: 'x', errorCode: 'FAILED_TO_GET_SWAP_AND_ACCOUNT_METAS' } }
        : undefined;
    };
    const route = await routeOf({}, { own });
    expect(route.tx ?? route.txUnavailable).toBeDefined();
  });
});

describe('an affiliate’s fee', () => {
  it('goes to the affiliate’s account, otherwise to that of the deployment, and is never lost', async () => {
    const payout = { solana: FEE_OWNER };
    const named = await routeOf({ ...plain, affiliate: { ...affiliate, payout } });
    expect(named.fees.at(-1)).toMatchObject({ type: 'affiliate', amount: { baseUnits: 1_500_000n } });
    expect(named.affiliate).toEqual(affiliate);
    expect(calls('/swap/v2/quote')[0]?.query.get('platformFeeBps')).toBe('50');
    expect((await routeOf({ ...plain, affiliate }, { feeOwner: FEE_OWNER })).affiliate).toEqual(affiliate);
    expect(await errorOf({ ...plain, affiliate })).toMatchObject({
      message: expect.stringContaining('no Solana account'),
    });
    const wrong = { ...affiliate, payout: { solana: '0x12' } };
    expect(await errorOf({ ...plain, affiliate: wrong })).toMatchObject({
      message: expect.stringContaining('is none'),
    });
  });

  it('is refused above what version 1 can write', async () => {
    const high = { ...affiliate, feeBps: 256 };
    expect(await errorOf({ ...plain, affiliate: high }, { feeOwner: FEE_OWNER, flavour: 'v1' })).toMatchObject({
      message: expect.stringContaining('255 basis points at most'),
    });
    expect((await routeOf({ ...plain, affiliate: high }, { feeOwner: FEE_OWNER })).affiliate?.feeBps).toBe(256);
  });

  it('is shown in the token that it is taken in', async () => {
    const sold = { platformFee: { amount: '10000000', feeBps: 50, feeMint: WSOL } };
    const route = await routeOf({ ...plain, affiliate }, { feeOwner: FEE_OWNER, lies: { quote: sold } });
    expect(route.fees.at(-1)).toMatchObject({
      type: 'affiliate',
      amount: { asset: { symbol: 'SOL' }, baseUnits: 10_000_000n },
    });
    const dust = { platformFee: { amount: '0', feeBps: 50 } };
    const none = await routeOf({ ...plain, affiliate }, { feeOwner: FEE_OWNER, lies: { quote: dust } });
    expect(none.fees.at(-1)).toMatchObject({ type: 'affiliate', amount: { baseUnits: 0n } });
    const other = { platformFee: { amount: '1500000', feeBps: 40 } };
    expect(await errorOf({ ...plain, affiliate }, { feeOwner: FEE_OWNER, lies: { quote: other } })).toMatchObject({
      code: 'httpError',
    });
  });
});

it('carries the key in its own header', async () => {
  const seen: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    seen.push(new Headers(init?.headers).get('x-api-key'));
    return globalThis.fetch(input, init);
  };
  await routeOf(plain, { fetch, apiKey: 'secret' });
  expect(new Set(seen)).toEqual(new Set(['secret']));
});

it('reads a recorded quote and recorded prices as they came', async () => {
  const own = ({ path }: { path: string }): Reply | undefined => {
    if (path === '/swap/v1/quote') return { json: fixture('v1_quote_sol_usdc_openapi') };
    return path === '/price/v3' ? { json: fixture('price_v3_sol_usdc') } : undefined;
  };
  const route = await routeOf({ ...plain, sellAmount: '0.1' }, { flavour: 'v1', own });
  expect(route).toMatchObject({
    expectedBuy: { baseUnits: 17_057_460n },
    guaranteedBuy: { baseUnits: 16_886_885n },
    priceImpactPercent: 0.01,
  });
  expect(route.pricesUsd.map(({ priceUsd }) => priceUsd)).toEqual([147.48, expect.closeTo(0.9999, 3)]);
  expect(route.fees.find(({ type }) => type === 'liquidity')?.amount.baseUnits).toBe(1285n);
});
