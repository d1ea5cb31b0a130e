/** The guarantees for clients of the Classic Swap API: shapes, limits and messages like the public one's. */
import { decodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ONEINCH_ROUTER, oneinchAbi } from '../evm/oneinch-contracts.ts';
import { approve, ETHER, user } from '../evm/test-chain.ts';
import { ETH_ID, KEY, NATIVE, type Query, TAXED, TestOneinch, USDC, USDT, WBTC, WETH } from './test-oneinch.ts';

const routerAbi = parseAbi(oneinchAbi);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ELSEWHERE = '0x00000000000000000000000000000000000000cc';

let oneinch: TestOneinch;
beforeAll(async () => {
  oneinch = await TestOneinch.open();
  await oneinch.fundUser();
}, 60_000);
afterAll(async () => {
  await oneinch.evm.kill();
  oneinch.evm.remove();
});
afterEach(() => {
  oneinch.evm.world.faults.clearAll();
  oneinch.network.state.route = 'auto';
});

const QUOTE: Query = { src: WETH, dst: USDC, amount: String(ETHER) };
const SWAP: Query = { ...QUOTE, from: user.address, origin: user.address, slippage: '1', disableEstimate: 'true' };
const without = (query: Query, name: string): Query =>
  Object.fromEntries(Object.entries(query).filter(([key]) => key !== name));
const ask = (endpoint: 'quote' | 'swap', query: Query, version = 'v6.1') =>
  oneinch.request(oneinch.swapPath(endpoint, version), query);

describe('who may ask', () => {
  it.each([
    ['no key', {}],
    ['another key', { authorization: 'Bearer somebody' }],
    ['the key without its scheme', { authorization: 'portage-sandbox' }],
  ])('401 with %s', async (_name, headers) => {
    const { status, body } = await oneinch.request(oneinch.swapPath('quote'), QUOTE, headers as Record<string, string>);
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: 'Unauthorized', statusCode: 401, meta: [] });
    expect((await oneinch.request(oneinch.swapPath('quote'), QUOTE, KEY)).status).toBe(200);
  });

  it.each([
    [`/swap/v6.1/1/quote`, 'a public chain'],
    [`/swap/v6.1/900000501/quote`, 'a chain that is not served'],
    [`/swap/v5.2/${ETH_ID}/quote`, 'another version'],
    [`/swap/v6.1/${ETH_ID}/nothing`, 'another endpoint'],
    [`/fusion/v6.1/${ETH_ID}/quote`, 'another product'],
  ])('404 at %s: %s', async (path) => {
    const { status, body } = await oneinch.request(path, QUOTE);
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: 'Not Found', statusCode: 404 });
  });

  it('429 above a limit that is switched on', async () => {
    oneinch.evm.world.faults.set({ target: 'oneinch', kind: 'rateLimit', params: { perSecond: 2 } });
    const answers = await Promise.all([1, 2, 3, 4].map(() => oneinch.request(oneinch.swapPath('approve/spender'))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
  });
});

describe('a request that is not right', () => {
  const cases: [endpoint: 'quote' | 'swap', query: Query, description: string, version?: 'v6.0'][] = [
    ['quote', without(QUOTE, 'src'), 'Src is not set'],
    ['quote', without(QUOTE, 'dst'), 'Dst is not set'],
    ['quote', without(QUOTE, 'amount'), 'Amount is not set'],
    ['quote', { ...without(QUOTE, 'amount'), Amount: '1' }, 'Amount is not set'],
    ['quote', { ...QUOTE, amount: '0' }, 'Amount is not set'],
    ['quote', { ...QUOTE, amount: '1.5' }, 'amount must be an integer in base units'],
    ['quote', { ...QUOTE, amount: '-1' }, 'amount must be an integer in base units'],
    ['quote', { ...QUOTE, src: 'WETH' }, 'src must be an Ethereum address'],
    ['quote', { ...QUOTE, src: ELSEWHERE }, `Cannot sync token ${ELSEWHERE}`],
    ['quote', { ...QUOTE, dst: WETH.toLowerCase() }, 'Src and dst tokens must be different'],
    ['quote', { ...QUOTE, fee: '3.01' }, 'fee must not be greater than 3'],
    ['quote', { ...QUOTE, fee: 'x' }, 'fee must be a number conforming to the specified constraints'],
    ['quote', { ...QUOTE, includeGas: 'True' }, 'includeGas must be a boolean value'],
    ['quote', { ...QUOTE, gasLimit: '99999' }, 'gasLimit must not be less than 100000'],
    ['quote', { ...QUOTE, parts: '51' }, 'parts must not be greater than 50', 'v6.0'],
    ['quote', { ...QUOTE, parts: '101' }, 'parts must not be greater than 100'],
    [
      'quote',
      { ...QUOTE, protocols: 'SUSHI', excludedProtocols: 'WETH' },
      'protocols and excludedProtocols cannot be set at the same time',
    ],
    ['quote', { ...QUOTE, amount: String(10n ** 30n) }, 'insufficient liquidity'],
    ['quote', { ...QUOTE, amount: String((1n << 256n) - 1n) }, 'insufficient liquidity'],
    ['swap', without(SWAP, 'from'), 'From is not set'],
    ['swap', without(SWAP, 'origin'), 'Origin is not set'],
    ['swap', without(SWAP, 'slippage'), 'Slippage is not set'],
    ['swap', { ...without(SWAP, 'slippage'), minReturn: '1' }, 'Slippage is not set', 'v6.0'],
    ['swap', { ...SWAP, minReturn: '1' }, 'slippage and minReturn cannot be set at the same time'],
    ['swap', { ...SWAP, slippage: '50.1' }, 'slippage must not be greater than 50'],
    ['swap', { ...SWAP, slippage: '-1' }, 'slippage must not be less than 0'],
    ['swap', { ...SWAP, receiver: 'me' }, 'receiver must be an Ethereum address'],
    ['swap', { ...SWAP, fee: '0.3' }, 'Referrer is not set'],
    ['swap', { ...SWAP, amount: String(10n ** 30n) }, 'insufficient liquidity'],
  ];
  it.each(cases)('%#: 400 by /%s', async (endpoint, query, description, version) => {
    const { status, body } = await ask(endpoint, query, version);
    expect(status).toBe(400);
    expect(body).toEqual({
      ...(description === 'insufficient liquidity' ? { code: 'INSUFFICIENT_LIQUIDITY' } : {}),
      error: 'Bad Request',
      description,
      statusCode: 400,
      requestId: expect.stringMatching(UUID),
      meta: expect.any(Array),
    });
  });
});

describe('a quote', () => {
  it('is bare where nothing more is asked for', async () => {
    const { status, body } = await ask('quote', QUOTE);
    expect([status, Object.keys(body)]).toEqual([200, ['dstAmount']]);
    expect(body.dstAmount).toMatch(/^\d+$/);
  });

  it('is "0" for dust', async () => {
    expect((await ask('quote', { ...QUOTE, amount: '1' })).body).toEqual({ dstAmount: '0' });
  });

  it('has tokens, gas and the route of its version when they are asked for', async () => {
    const more = {
      ...QUOTE,
      amount: String(ETHER * 10n),
      includeTokensInfo: 'true',
      includeGas: 'true',
      includeProtocols: 'true',
    };
    const [weth, usdc] = [WETH.toLowerCase(), USDC.toLowerCase()];
    const { body } = await ask('quote', more);
    expect(body).toMatchObject({
      srcToken: { address: weth, symbol: 'WETH', decimals: 18, tags: expect.arrayContaining(['PEG:ETH']) },
      dstToken: { address: usdc, symbol: 'USDC', decimals: 6, tags: expect.arrayContaining(['RISK:norisk']) },
      gas: expect.any(Number),
      protocols: [
        {
          token: weth,
          hops: [
            {
              part: 100,
              dst: usdc,
              protocols: [
                { name: 'UNISWAP_V3', part: 62.5 },
                { name: 'SUSHI', part: 37.5 },
              ],
            },
          ],
        },
      ],
    });
    expect(body.gas).toBeGreaterThan(100_000);
    const old = await ask('quote', more, 'v6.0');
    expect(old.body.dstAmount).toBe(body.dstAmount);
    expect(old.body.protocols).toEqual([
      [
        [
          { name: 'UNISWAP_V3', part: 62, fromTokenAddress: weth, toTokenAddress: usdc },
          { name: 'SUSHI', part: 38, fromTokenAddress: weth, toTokenAddress: usdc },
        ],
      ],
    ]);
  });

  it('takes addresses in any letter case, and the placeholder for coins', async () => {
    const coins = (await ask('quote', { ...QUOTE, src: NATIVE.toLowerCase() })).body;
    expect(coins).toEqual((await ask('quote', { ...QUOTE, src: WETH.toUpperCase().replace('0X', '0x') })).body);
    expect((await ask('quote', { ...QUOTE, src: '0x0000000000000000000000000000000000000000' })).status).toBe(400);
  });
});

describe('a swap', () => {
  const decoded = (data: unknown) => decodeFunctionData({ abi: routerAbi, data: data as Hex });

  it('is a transaction for the router of which nothing is left out', async () => {
    const { tx, dstAmount } = await oneinch.swap({ ...QUOTE, amount: String(5n * ETHER), slippage: '0.5' });
    expect(tx).toMatchObject({
      from: user.address.toLowerCase(),
      to: ONEINCH_ROUTER.toLowerCase(),
      value: '0',
      gasPrice: expect.stringMatching(/^\d+$/),
    });
    const { functionName, args } = decoded(tx.data);
    expect([functionName, args[1]]).toMatchObject([
      'swap',
      {
        srcToken: WETH,
        dstToken: USDC,
        dstReceiver: user.address,
        amount: 5n * ETHER,
        minReturnAmount: (BigInt(dstAmount) * 9950n) / 10_000n,
        flags: 0n,
      },
    ]);
  });

  it('sends the coins that are sold, and calls one pool alone where that is best', async () => {
    const { tx, dstAmount } = await oneinch.swap({ src: NATIVE, dst: USDC, amount: String(ETHER / 2n) });
    expect(tx.value).toBe(String(ETHER / 2n));
    expect(decoded(tx.data)).toMatchObject({
      functionName: 'ethUnoswap',
      args: [(BigInt(dstAmount) * 99n) / 100n, expect.any(BigInt)],
    });
    oneinch.network.state.route = 'swap';
    const other = await oneinch.swap({ src: NATIVE, dst: USDC, amount: String(ETHER / 2n) });
    expect(decoded(other.tx.data).functionName).toBe('swap');
    expect(other.dstAmount).toBe(dstAmount);
  });

  it('keeps to a minimum return when v6.1 gets one', async () => {
    const query = { ...without(SWAP, 'slippage'), minReturn: '1234567' };
    const { body } = await ask('swap', query);
    const { args } = decoded((body.tx as { data: string }).data);
    expect(args[1]).toMatchObject({ minReturnAmount: 1_234_567n });
  });

  it('never asks the router for a return of zero', async () => {
    const { tx, dstAmount } = await oneinch.swap({ ...QUOTE, amount: '1', slippage: '50' });
    expect(dstAmount).toBe('0');
    expect(decoded(tx.data).args).toContain(1n);
  });

  it('has gas that the call would use though nothing is approved; 0 where that is switched on', async () => {
    const nobody = '0x00000000000000000000000000000000000000ee';
    const { tx } = await oneinch.swap({ ...QUOTE, from: nobody, origin: nobody });
    expect(tx.gas).toBeGreaterThan(100_000);
    const own = await oneinch.swap(QUOTE);
    const hash = await oneinch.execute(own.tx);
    const receipt = (await oneinch.evm.rpc('eth_getTransactionReceipt', hash.hash)) as { gasUsed: string };
    expect(own.tx.gas).toBeGreaterThanOrEqual(Number(receipt.gasUsed));
    expect(own.tx.gas).toBeLessThan(Number(receipt.gasUsed) * 1.6);
    oneinch.evm.world.faults.set({ target: 'oneinch', kind: 'noGas', params: {} });
    expect((await oneinch.swap(QUOTE)).tx.gas).toBe(0);
  });
});

describe('estimation', () => {
  const poor = privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a');
  const mine = {
    ...without(SWAP, 'disableEstimate'),
    from: poor.address,
    origin: poor.address,
    src: USDT,
    amount: '500',
  };

  it('really looks at balance, allowance and the call itself, in that order', async () => {
    const { ledger } = oneinch.evm;
    expect((await ask('swap', mine)).body).toMatchObject({
      description: 'Not enough USDT balance. Amount: 500. Balance: 0.',
      statusCode: 400,
      meta: [
        { type: 'amount', value: '500' },
        { type: 'balance', value: '0' },
      ],
    });
    await ledger.fund(poor.address, 1000n, USDT);
    await ledger.fund(poor.address, ETHER);
    expect((await ask('swap', mine)).body).toMatchObject({
      description: `Not enough allowance. Amount: 500. Allowance: 0. Spender: ${ONEINCH_ROUTER.toLowerCase()}`,
      meta: [
        { type: 'amount', value: '500' },
        { type: 'allowance', value: '0' },
      ],
    });
    await oneinch.evm.send({ to: USDT, data: approve(ONEINCH_ROUTER, 1000n) }, poor);
    await oneinch.evm.block();
    const good = await ask('swap', mine);
    expect(good.status).toBe(200);
    expect(good.body).toMatchObject({ tx: { gas: expect.any(Number) } });
    const tooMuch = await ask('swap', { ...without(mine, 'slippage'), minReturn: String(10n ** 12n) });
    expect(tooMuch.body.description).toMatch(/^cannot estimate/);
  });

  it('counts coins as well', async () => {
    const { body } = await ask('swap', { ...mine, src: NATIVE, amount: String(10n ** 20n) });
    expect(body.description).toMatch(/^Not enough ETH balance\. Amount: 100000000000000000000\. Balance: \d+\.$/);
  });

  it('fails where that is switched on, and only where it is asked for', async () => {
    oneinch.evm.world.faults.set({ target: 'oneinch', kind: 'cannotEstimate', params: {} });
    expect((await ask('swap', without(SWAP, 'disableEstimate'))).body.description).toBe('cannot estimate');
    expect((await ask('swap', SWAP)).status).toBe(200);
  });
});

describe('approvals', () => {
  const approvals = (what: string, query: Query = {}) => oneinch.request(oneinch.swapPath(`approve/${what}`), query);

  it('name the router, and report and change the state of the chain', async () => {
    expect((await approvals('spender')).body).toEqual({ address: ONEINCH_ROUTER.toLowerCase() });
    const asked = { tokenAddress: WBTC, walletAddress: ELSEWHERE };
    expect((await approvals('allowance', asked)).body).toEqual({ allowance: '0' });
    expect((await approvals('allowance', { ...asked, walletAddress: user.address })).body).toEqual({
      allowance: String(1n << 200n),
    });
    expect((await approvals('allowance', { ...asked, tokenAddress: NATIVE })).body).toEqual({
      allowance: String((1n << 256n) - 1n),
    });
    const { body } = await approvals('transaction', { tokenAddress: WBTC, amount: '7' });
    expect(body).toMatchObject({ to: WBTC.toLowerCase(), value: '0', gasPrice: expect.stringMatching(/^\d+$/) });
    expect(decodeFunctionData({ abi: erc20Abi, data: body.data as Hex })).toEqual({
      functionName: 'approve',
      args: [ONEINCH_ROUTER, 7n],
    });
    const all = await approvals('transaction', { tokenAddress: WBTC });
    expect(String(all.body.data).slice(-64)).toBe('f'.repeat(64));
    expect((await approvals('allowance', { tokenAddress: WBTC })).status).toBe(400);
  });
});

describe('lists and prices', () => {
  it('lists the tokens that trade by lower-case address, with what to beware of', async () => {
    const { body } = await oneinch.request(oneinch.swapPath('tokens'));
    const tokens = body.tokens as Record<string, { address: string; decimals: number; isFoT?: boolean }>;
    for (const [key, token] of Object.entries(tokens)) expect(token.address).toBe(key);
    expect(tokens[NATIVE.toLowerCase()]).toMatchObject({ symbol: 'ETH', decimals: 18 });
    expect(tokens[TAXED.toLowerCase()]).toMatchObject({ isFoT: true });
    expect(tokens[USDC.toLowerCase()]?.isFoT).toBeUndefined();
    for (const { address, decimals } of Object.values(tokens)) {
      const dst = address === USDC.toLowerCase() ? WETH : USDC;
      expect((await ask('quote', { src: address, dst, amount: String(10n ** BigInt(decimals)) })).status).toBe(200);
    }
    const { body: sources } = await oneinch.request(oneinch.swapPath('liquidity-sources', 'v6.0'));
    expect(sources.protocols).toContainEqual(expect.objectContaining({ id: 'UNISWAP_V3', title: 'Uniswap V3' }));
  });

  it('prices a whole token in dollars, and in wei where no currency is named', async () => {
    await oneinch.rest();
    const path = `/price/v1.1/${ETH_ID}/${USDC},${NATIVE},${WBTC},${ELSEWHERE}`;
    expect(await oneinch.request(path, { currency: 'USD' })).toEqual({
      status: 200,
      body: { [USDC.toLowerCase()]: '1', [NATIVE.toLowerCase()]: '3300', [WBTC.toLowerCase()]: '95000' },
    });
    expect((await oneinch.request(path)).body).toMatchObject({
      [NATIVE.toLowerCase()]: String(ETHER),
      [USDC.toLowerCase()]: String(ETHER / 3300n),
    });
    expect((await oneinch.request(path, { currency: 'EUR' })).status).toBe(400);
  });
});
