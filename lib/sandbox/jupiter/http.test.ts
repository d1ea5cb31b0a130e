/** The emulated Jupiter refuses, limits and answers like the real one, so that an adapter tested here works there. */
import { base64 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tokenAccountOf } from '../solana/addresses.ts';
import { USDC_MINT, USDT_MINT } from '../solana/chainflip-accounts.ts';
import { BONK_MINT, JITOSOL_MINT, JUP_MINT, MINTS, PYUSD_MINT, WRAPPED_SOL_MINT } from '../solana/mints.ts';
import { readTransaction } from '../solana/read-transaction.ts';
import { SOL } from '../solana/test-solana.ts';
import { type Answer, TestJupiter } from './test-jupiter.ts';

let jupiter: TestJupiter;
beforeEach(async () => {
  jupiter = await new TestJupiter().fund();
});
afterEach(() => {
  vi.useRealTimers();
  jupiter.solana.held.remove();
});

const SELL = { inputMint: WRAPPED_SOL_MINT, outputMint: USDC_MINT, amount: SOL };
const taker = () => jupiter.alice.address;
const refusal = async (path: string, query: Record<string, unknown>) => {
  const { status, body } = await jupiter.ask('GET', path, query);
  return { status, body };
};
const quote = (query: Record<string, unknown> = {}): Promise<Answer> =>
  jupiter.get('/swap/v2/quote', { ...SELL, ...query });

describe('a quote', () => {
  test('has amounts as text, its price impact as a fraction, and what falls to each exchange', async () => {
    const answer = await quote({ slippageBps: 100 });
    expect(answer).toMatchObject({
      inputMint: WRAPPED_SOL_MINT,
      inAmount: '1000000000',
      outputMint: USDC_MINT,
      swapMode: 'ExactIn',
      slippageBps: 100,
      platformFee: null,
      instructionVersion: 'V2',
    });
    expect(BigInt(answer.otherAmountThreshold)).toBe((BigInt(answer.outAmount) * 9900n) / 10_000n);
    expect(answer.priceImpactPct).toMatch(/^0(\.\d+)?$/);
    expect(Number(answer.priceImpactPct)).toBeLessThan(0.0005);
    const large = await quote({ amount: 5_000n * SOL });
    expect(Number(large.priceImpactPct)).toBeGreaterThan(0.02);
    expect(large.routePlan.map((step: Answer) => step.bps)).toHaveLength(2);
    const ins = large.routePlan.map((step: Answer) => BigInt(step.swapInfo.inAmount));
    expect(ins.reduce((sum: bigint, one: bigint) => sum + one, 0n)).toBe(5_000n * SOL);
  });

  test('is net of the platform’s fee, which is rounded down', async () => {
    const [plain, charged] = [await quote(), await quote({ platformFeeBps: 85 })];
    const fee = (BigInt(plain.outAmount) * 85n) / 10_000n;
    expect(charged.platformFee).toEqual({ amount: fee.toString(), feeBps: 85, feeMint: USDC_MINT });
    expect(BigInt(charged.outAmount)).toBe(BigInt(plain.outAmount) - fee);
  });

  test('is of a later slot each time the chain has advanced, and no older one', async () => {
    const first = (await quote()).contextSlot;
    await jupiter.solana.slots(5);
    expect((await quote()).contextSlot).toBe(first + 5);
  });

  test('goes over the exchanges that are allowed, and only directly where that is asked', async () => {
    const labels = async (query: Record<string, unknown>) =>
      (await quote(query)).routePlan.map((step: Answer) => step.swapInfo.label);
    expect(await labels({ dexes: 'Orca+V2' })).toEqual(['Orca V2']);
    expect(await labels({ excludeDexes: 'Orca V2' })).toEqual(['Raydium']);
    const direct = { ...SELL, outputMint: PYUSD_MINT, onlyDirectRoutes: true };
    expect(await refusal('/swap/v1/quote', direct)).toEqual({
      status: 400,
      body: { error: 'No routes found', errorCode: 'NO_ROUTES_FOUND' },
    });
    const few = await jupiter.get('/swap/v1/quote', { ...SELL, amount: 5_000n * SOL, maxAccounts: 24 });
    expect(few.routePlan).toHaveLength(1);
    const { programIds } = { programIds: await jupiter.get('/swap/v1/program-id-to-label', {}) };
    expect(Object.values(programIds)).toEqual(['Jupiter V6', 'Orca V2', 'Raydium']);
  });

  test('gives every pair of tokens a way', async () => {
    for (const { mint: inputMint } of MINTS)
      for (const { mint: outputMint } of MINTS.filter(({ mint }) => mint !== inputMint))
        expect(BigInt((await quote({ inputMint, outputMint, amount: 10_000_000n })).outAmount)).toBeGreaterThan(0n);
  });
});

const OTHER = 'GpLjUnj5q8V6jkaaT7q26rQ4hzn7KYoebLRWfk16hTwh';
describe('is refused', () => {
  test.each([
    ['equal mints', { outputMint: WRAPPED_SOL_MINT }, /not allowed to be equal/, 'CIRCULAR_ARBITRAGE_IS_DISABLED'],
    ['an unknown mint', { outputMint: OTHER }, `The token ${OTHER} is not tradable`, 'TOKEN_NOT_TRADABLE'],
    ['no mint', { outputMint: 'x' }, /outputMint/, 'INVALID_REQUEST'],
    ['amount 0', { amount: 0 }, 'Invalid amount', 'INVALID_REQUEST'],
    ['amount 1.5', { amount: '1.5' }, 'Invalid amount', 'INVALID_REQUEST'],
    ['amount above u64', { amount: 2n ** 64n }, 'Invalid amount', 'INVALID_REQUEST'],
    ['dust', { inputMint: BONK_MINT, outputMint: JITOSOL_MINT, amount: 1 }, 'No routes found', 'NO_ROUTES_FOUND'],
    [
      'what comes to nothing',
      { inputMint: USDC_MINT, outputMint: 'cbbtcf3aa214zXHbiAZQwf4122FBYbraNdFqgw4iMij', amount: 2 },
      'Cannot compute other amount threshold',
      'CANNOT_COMPUTE_OTHER_AMOUNT_THRESHOLD',
    ],
    ['too much slippage', { slippageBps: 10_001 }, /slippageBps/, 'INVALID_REQUEST'],
    ['both filters', { dexes: 'Raydium', excludeDexes: 'Raydium' }, /Only one of/, 'INVALID_REQUEST'],
    ['no such exchange', { dexes: 'Phoenix' }, 'No routes found', 'NO_ROUTES_FOUND'],
    ['too many accounts', { maxAccounts: 65 }, /at most 64/, 'MAX_ACCOUNT_GREATER_THAN_MAX'],
    ['an exact output', { swapMode: 'ExactOut' }, 'No routes found', 'NO_ROUTES_FOUND'],
  ])('%s, with a code in version 1 alone', async (_name, query, error, errorCode) => {
    const text = typeof error === 'string' ? error : expect.stringMatching(error);
    expect(await refusal('/swap/v1/quote', { ...SELL, ...query })).toEqual({
      status: 400,
      body: { error: text, errorCode },
    });
    if ('swapMode' in query || 'maxAccounts' in query) return;
    expect(await refusal('/swap/v2/quote', { ...SELL, ...query })).toEqual({ status: 400, body: { error: text } });
  });

  test.each([
    ['no taker', { taker: undefined }],
    ['two destinations', { destinationTokenAccount: OTHER, nativeDestinationAccount: OTHER }],
    ['a fee without its account', { platformFeeBps: 50 }],
    ['SOL’s destination for a token', { nativeDestinationAccount: OTHER }],
    ['a tip that is too small', { tipAmount: 999_999 }],
    ['too long a life', { blockhashSlotsToExpiry: 301 }],
  ])('%s in a build', async (_name, query) => {
    const given = Object.entries({ ...SELL, taker: taker(), ...query }).filter(([, value]) => value !== undefined);
    const { status, body } = await refusal('/swap/v2/build', Object.fromEntries(given));
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(['error']);
  });

  test('a quote that came back without an undocumented field: 500', async () => {
    const quoteResponse = await quote();
    const known = ['inputMint', 'inAmount', 'outputMint', 'outAmount', 'otherAmountThreshold', 'swapMode'];
    const kept = [...known, 'slippageBps', 'platformFee', 'priceImpactPct', 'routePlan'];
    const stripped = Object.fromEntries(Object.entries(quoteResponse).filter(([key]) => kept.includes(key)));
    for (const path of ['/swap/v2/swap', '/swap/v2/swap-instructions'])
      expect(await jupiter.ask('POST', path, { quoteResponse: stripped, taker: taker() })).toMatchObject({
        status: 500,
        body: { error: 'Dynamic swap is missing dynamic swap details' },
      });
  });

  test('a swap without a taker, with two destinations, with a fee that has no account, over pools that are none', async () => {
    const quoteResponse = await quote({ platformFeeBps: 10 });
    const routePlan = [
      {
        ...quoteResponse.routePlan[0],
        swapInfo: { ammKey: OTHER, inputMint: WRAPPED_SOL_MINT, outputMint: USDC_MINT },
      },
    ];
    for (const body of [
      { quoteResponse },
      { quoteResponse, taker: taker() },
      {
        quoteResponse,
        taker: taker(),
        feeAccount: OTHER,
        destinationTokenAccount: OTHER,
        nativeDestinationAccount: OTHER,
      },
      { quoteResponse: { ...quoteResponse, routePlan }, taker: taker(), feeAccount: OTHER },
      { quoteResponse: null, taker: taker() },
    ])
      expect((await jupiter.ask('POST', '/swap/v2/swap', body)).status).toBe(400);
    const dear = await jupiter.get('/swap/v1/quote', { ...SELL, platformFeeBps: 256 });
    const v1 = { quoteResponse: dear, userPublicKey: taker(), feeAccount: OTHER };
    expect((await jupiter.ask('POST', '/swap/v1/swap', v1)).body.error).toContain('255');
  });

  test('a path that is not there: 404, and so is version 2 below another name', async () => {
    for (const path of ['/swap/v2/order', '/swap/v3/quote', '/tokens/v1/search', '/lite/swap/v2/quote'])
      expect((await jupiter.ask('GET', path)).status).toBe(404);
  });
});

describe('the gateway', () => {
  test('lets those in who have no key or the right one, and refuses a wrong one', async () => {
    const allowed: Record<string, string>[] = [{}, { 'x-api-key': 'portage-sandbox' }];
    for (const headers of allowed) expect((await jupiter.ask('GET', '/swap/v2/quote', SELL, headers)).status).toBe(200);
    expect(await jupiter.ask('GET', '/swap/v2/quote', SELL, { 'x-api-key': 'wrong' })).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized' },
    });
  });

  test('reports on every answer what is left, refuses beyond it, and says when it is free again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const now = Date.now();
    for (let asked = 1; asked <= 30; asked += 1) {
      const { status, headers } = await jupiter.ask('GET', '/price/v3', { ids: USDC_MINT }, {});
      expect(status).toBe(200);
      expect(headers['x-ratelimit-remaining']).toBe(String(30 - asked));
      expect(headers['x-ratelimit-current']).toBe(String(asked));
    }
    const over = await jupiter.ask('GET', '/price/v3', { ids: USDC_MINT }, {});
    expect(over.status).toBe(429);
    expect(over.body.message).toBe('[API Gateway] Too many requests');
    expect(over.headers['x-ratelimit-remaining']).toBe('-1');
    expect(Number(over.headers['x-ratelimit-reset'])).toBe(Math.ceil((now + 60_000) / 1000));
    vi.setSystemTime(now + 60_001);
    expect((await jupiter.ask('GET', '/price/v3', { ids: USDC_MINT }, {})).status).toBe(200);
  });

  test('limits by a fault, with a time that is near', async () => {
    jupiter.fault('rateLimit', { resetSeconds: 3 });
    const { status, headers } = await jupiter.ask('GET', '/swap/v2/quote', SELL);
    expect(status).toBe(429);
    expect(Number(headers['x-ratelimit-reset']) * 1000 - Date.now()).toBeGreaterThan(1000);
    jupiter.fault('rateLimit', { limit: 2 });
    jupiter.clear();
    expect((await jupiter.ask('GET', '/swap/v2/quote', SELL)).status).toBe(200);
  });
});

describe('tokens and prices', () => {
  test('are found by mint in its own case, by symbol and by tag, with their token program', async () => {
    const search = (query: string) => jupiter.get('/tokens/v2/search', { query });
    expect(await search('jup')).toMatchObject([{ id: JUP_MINT, symbol: 'JUP', decimals: 6, isVerified: true }]);
    expect((await search(`${USDC_MINT},${PYUSD_MINT}`)).map((one: Answer) => one.tokenProgram)).toEqual([
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    ]);
    expect(await search(USDC_MINT.toLowerCase())).toEqual([]);
    const verified = await jupiter.get('/tokens/v2/tag', { query: 'verified' });
    expect(verified).toHaveLength(MINTS.length);
    expect(await jupiter.get('/tokens/v2/tag', { query: 'lst' })).toMatchObject([{ id: JITOSOL_MINT }]);
    expect(await jupiter.get('/tokens/v2/toporganicscore/24h', { limit: 3 })).toHaveLength(3);
    expect((await jupiter.ask('GET', '/tokens/v2/search')).status).toBe(400);
  });

  test('have a price each, of the wide market, and none without one', async () => {
    const ids = `${WRAPPED_SOL_MINT},${OTHER},${BONK_MINT}`;
    expect(await jupiter.get('/price/v3', { ids })).toMatchObject({
      [WRAPPED_SOL_MINT]: { usdPrice: 150, decimals: 9 },
      [BONK_MINT]: { usdPrice: 0.000_02, decimals: 5 },
    });
    expect(Object.keys(await jupiter.get('/price/v3', { ids }))).toHaveLength(2);
    expect((await jupiter.ask('GET', '/price/v3', { ids: Array(51).fill(USDC_MINT).join() })).status).toBe(400);
    jupiter.fault('noPrice', { mint: BONK_MINT });
    expect(Object.keys(await jupiter.get('/price/v3', { ids }))).toEqual([WRAPPED_SOL_MINT]);
  });
});

test('a transaction of version 1 takes the caller’s priority, up to their limit', async () => {
  const quoteResponse = await jupiter.get('/swap/v1/quote', SELL);
  const swap = (wishes: Record<string, unknown>) =>
    jupiter.post('/swap/v1/swap', { quoteResponse, userPublicKey: taker(), ...wishes });
  expect((await swap({ prioritizationFeeLamports: 140_000 })).prioritizationFeeLamports).toBe(140_000);
  const priorityLevelWithMaxLamports = { priorityLevel: 'veryHigh', maxLamports: 10_000 };
  const limited = await swap({ prioritizationFeeLamports: { priorityLevelWithMaxLamports } });
  expect(limited.prioritizationFeeLamports).toBeLessThanOrEqual(10_000);
  expect((await swap({ computeUnitPriceMicroLamports: 1000 })).prioritizationFeeLamports).toBe(1400);
  const both = { computeUnitPriceMicroLamports: 1000, prioritizationFeeLamports: 5 };
  expect(
    (await jupiter.ask('POST', '/swap/v1/swap', { quoteResponse, userPublicKey: taker(), ...both })).body.errorCode,
  ).toBe('INVALID_COMPUTE_UNIT_PRICE_AND_PRIORITIZATION_FEE');
});

test('a transaction is unsigned, version 0, and written in the layouts of the real router', async () => {
  const { swapTransaction } = await jupiter.post('/swap/v2/swap', { quoteResponse: await quote(), taker: taker() });
  const tx = readTransaction(base64.decode(swapTransaction));
  expect(tx.version).toBe(0);
  expect(tx.wire.subarray(0, 65)).toEqual(Uint8Array.of(1, ...new Uint8Array(64)));
  expect(tx.header.signers).toBe(1);
  expect(tx.staticKeys[0]).toBe(taker());
  const hex = tx.instructions.map(({ data }) => Buffer.from(data).toString('hex'));
  const own = tx.staticKeys.indexOf(tokenAccountOf(taker(), WRAPPED_SOL_MINT));
  expect(tx.instructions[3]?.accounts).toEqual([0, own]);
  expect(hex).toEqual([
    '02c05c1500',
    expect.stringMatching(/^03/),
    '01',
    '0200000000ca9a3b00000000',
    '11',
    // in_amount 10^9, the quoted output, 50 and 0 basis points, no positive slippage.
    expect.stringMatching(/^bb64facc31c4af1400ca9a3b00000000.{16}320000000000/),
    '09',
  ]);
});

describe('a fault', () => {
  test('refuses as any upstream may, also under status 200', async () => {
    jupiter.fault('failure', { status: 200, error: 'Something unexpected occurred', path: '/build' });
    expect(await jupiter.ask('GET', '/swap/v2/build', { ...SELL, taker: taker() })).toMatchObject({
      status: 200,
      body: { error: 'Something unexpected occurred' },
    });
    expect((await jupiter.ask('GET', '/swap/v2/quote', SELL)).status).toBe(200);
    jupiter.clear();
    jupiter.fault('noRoute');
    expect((await refusal('/swap/v2/quote', SELL)).body).toEqual({ error: 'No routes found' });
    jupiter.clear();
    jupiter.fault('notTradable', { mint: USDC_MINT });
    expect((await refusal('/swap/v2/quote', SELL)).body.error).toContain('not tradable');
  });

  test('ends after as many answers as it was given', async () => {
    jupiter.fault('rateLimit', { times: 1 });
    jupiter.fault('failure', { status: 500, times: 1 });
    jupiter.fault('tamper', { what: 'slippage', times: 1 });
    const ask = async () => (await jupiter.ask('GET', '/swap/v2/build', { ...SELL, taker: taker() })).status;
    expect([await ask(), await ask(), await ask()]).toEqual([429, 500, 200]);
    expect(jupiter.solana.held.world.faults.list()).toEqual([]);
  });

  test('drops and adds fields that may be dropped and added', async () => {
    jupiter.fault('stripped');
    expect((await quote()).priceImpactPct).toBeUndefined();
    jupiter.clear();
    jupiter.fault('unknownFields');
    expect((await quote()).routePlan[0].swapInfo.addedInTheNextRelease.version).toBe(9);
  });

  test('moves prices right behind an answer, which then does not hold, and brings them back with time', async () => {
    jupiter.fault('drift', { percent: 2, times: 1 });
    const answer = await jupiter.get('/swap/v2/build', { ...SELL, taker: taker() });
    expect(jupiter.solana.refusal(() => jupiter.send(jupiter.fromBuild(answer))).data).toMatchObject({
      err: { InstructionError: [5, { Custom: 6001 }] },
    });
    const worse = BigInt((await quote()).outAmount);
    expect(Number(worse) / Number(answer.outAmount)).toBeCloseTo(0.98, 2);
    await jupiter.solana.held.world.clock.step(900);
    expect((await quote()).outAmount).toBe(answer.outAmount);
  });

  test('lets a swap that passed its simulation fail on the chain, at its fee’s expense alone', async () => {
    const answer = await jupiter.get('/swap/v2/build', { ...SELL, taker: taker() });
    jupiter.fault('frontRun', { percent: 3, times: 1 });
    const [sol, usdc] = [jupiter.ledger.balance(taker()), jupiter.ledger.balance(taker(), USDC_MINT)];
    const signature = jupiter.send(jupiter.fromBuild(answer));
    const record = jupiter.ledger.node.history.get(signature);
    expect(record?.err).toEqual({ InstructionError: [5, { Custom: 6001 }] });
    expect(jupiter.ledger.balance(taker())).toBe(sol - (record?.feeLamports ?? 0n));
    expect(jupiter.ledger.balance(taker(), USDC_MINT)).toBe(usdc);
    const status = await jupiter.solana.rpc('getSignatureStatuses', [signature]);
    expect(status.result.value[0].err).toEqual({ InstructionError: [5, { Custom: 6001 }] });
    const second = await jupiter.get('/swap/v2/build', { ...SELL, taker: taker() });
    expect(jupiter.ledger.node.history.get(jupiter.send(jupiter.fromBuild(second)))?.err).toBeUndefined();
  });

  test('hands out a blockhash that is gone', async () => {
    jupiter.fault('expiredBlockhash');
    const answer = await jupiter.get('/swap/v2/build', { ...SELL, taker: taker() });
    const height = (await jupiter.solana.rpc('getBlockHeight', { commitment: 'processed' })).result;
    expect(answer.blockhashWithMetadata.lastValidBlockHeight).toBeLessThan(height);
    const refused = jupiter.solana.refusal(() => jupiter.send(jupiter.fromBuild(answer)));
    expect(refused.message).toContain('Blockhash not found');
  });
});

test('an unsent transaction is refused once its last block has passed, and accepted up to there', async () => {
  const build = () => jupiter.get('/swap/v2/build', { ...SELL, taker: taker() });
  const height = async () => (await jupiter.solana.rpc('getBlockHeight', { commitment: 'processed' })).result;
  const [early, late] = [await build(), await build()];
  const last = early.blockhashWithMetadata.lastValidBlockHeight;
  await jupiter.solana.slots(last - (await height()) - 1);
  const sent = jupiter.send(jupiter.fromBuild(early));
  expect(jupiter.ledger.node.history.get(sent)?.err).toBeUndefined();
  await jupiter.solana.slots(2);
  expect(await height()).toBeGreaterThan(last);
  expect(jupiter.solana.refusal(() => jupiter.send(jupiter.fromBuild(late))).message).toContain('Blockhash not found');
  expect((await jupiter.solana.rpc('isBlockhashValid', jupiter.ledger.node.blockhash(0))).result.value).toBe(false);
  const short = await jupiter.get('/swap/v2/build', { ...SELL, taker: taker(), blockhashSlotsToExpiry: 20 });
  expect(short.blockhashWithMetadata.lastValidBlockHeight - (await height())).toBe(20);
});

test('the wide market’s price moves for good, by symbol or mint, and the pools with it', async () => {
  const before = Number((await quote()).outAmount);
  expect(await jupiter.control('jupiter-move-price', { mint: 'sol', percent: 10 })).toEqual({ price: 165 });
  expect(Number((await quote()).outAmount) / before).toBeCloseTo(1.1, 3);
  await jupiter.solana.held.world.clock.step(900);
  expect(Number((await quote()).outAmount) / before).toBeCloseTo(1.1, 3);
  await jupiter.control('jupiter-push', { mint: USDT_MINT, percent: 5 });
  await jupiter.control('jupiter-settle');
  expect(Number((await quote({ outputMint: USDT_MINT, amount: SOL })).outAmount)).toBeCloseTo(165_000_000, -6);
  await expect(jupiter.control('jupiter-push', { mint: 'DOGE', percent: 5 })).rejects.toThrow('mint: one of');
});
