/**
 * 1inch and Garden are paid only when the chain would accept the payment; each stop says what it means for the money.
 */
import { encodeFunctionResult, erc20Abi, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { routerErrorText } from '../../payments/oneinch/router-errors.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { hashOf, pay, RECEIPT, type Served } from '../testing/evm-wallet.ts';
import {
  HTLC,
  initiateData,
  NATIVE,
  ONEINCH_ROUTER,
  poolData,
  swapData,
  usdcSwapRoute,
  WBTC,
  wbtcOrderRoute,
} from '../testing/order-routes.ts';
import { approveData, EVM_SENDER, evmTx, faultOf, USDC } from '../testing/routes.ts';

beforeEach(() => vi.stubGlobal('window', globalThis));
afterEach(() => vi.unstubAllGlobals());

const quantity = (value: bigint): string => `0x${value.toString(16)}`;
const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;
/** Gas at 20 gwei, and 1 ether to pay for it. */
const RICH = { eth_getBalance: quantity(10n ** 18n), eth_gasPrice: quantity(20_000_000_000n) };
type Asked = { to: string; data: string };
const ALLOWANCE = '0xdd62ed3e';
/** A token's decimals, and the current allowance of the contract. */
const tokenSays = (allowance: bigint, decimals: number) => (params: unknown[]) =>
  (params[0] as Asked).data.startsWith(ALLOWANCE)
    ? word(allowance)
    : encodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', result: decimals });
const rejection = Object.assign(new Error('User rejected the request.'), { code: 4001 });

describe('a swap through 1inch', () => {
  test('is approved exactly, simulated on the chain, then sent as reviewed', async () => {
    const { run, sent, record } = await pay(usdcSwapRoute(), RICH);
    expect(await run()).toEqual({ hash: hashOf(2) });
    expect(sent()).toEqual([
      expect.objectContaining({ to: USDC, data: approveData(ONEINCH_ROUTER, 25_000_000n) }),
      expect.objectContaining({ to: ONEINCH_ROUTER, data: swapData(), value: '0x0' }),
    ]);
    expect(record.hashes).toEqual([hashOf(2)]);
  });

  test('resets an old allowance first, one after the other', async () => {
    const route = usdcSwapRoute();
    const reset = evmTx({ to: USDC, value: '0', data: approveData(ONEINCH_ROUTER, 0n) });
    const allow = evmTx({ to: USDC, value: '0', data: approveData(ONEINCH_ROUTER, 25_000_000n) });
    const approvals = [reset, allow];
    const { run, record } = await pay({ ...route, meta: { ...route.meta, approvals } }, RICH);
    expect(await run()).toEqual({ hash: hashOf(3) });
    expect(record.steps.filter((step) => step === 'waitingForApproval')).toHaveLength(2);
  });

  test('skips an existing allowance, and resets none that is zero', async () => {
    const route = usdcSwapRoute();
    const reset = evmTx({ to: USDC, value: '0', data: approveData(ONEINCH_ROUTER, 0n) });
    const allow = evmTx({ to: USDC, value: '0', data: approveData(ONEINCH_ROUTER, 25_000_000n) });
    const approvals = [reset, allow];
    const both = { ...route, meta: { ...route.meta, approvals } };
    const cases: [bigint, Record<string, unknown>[]][] = [
      [25_000_000n, []],
      [25_000_001n, []],
      [24_999_999n, approvals],
      [0n, [allow]],
    ];
    for (const [allowance, asked] of cases) {
      const { run, sent } = await pay(both, { ...RICH, eth_call: tokenSays(allowance, 6) });
      await run();
      expect(sent().slice(0, -1)).toEqual(asked.map(({ data }) => expect.objectContaining({ to: USDC, data })));
    }
  });

  const stops: [string, PayableRoute, Record<string, unknown>, unknown, object][] = [
    [
      'the price has moved past the limit',
      usdcSwapRoute(),
      RICH,
      { ok: false, reason: 'custom error 0x064a4ec6' },
      { fault: 'priceMoved', message: expect.stringContaining('less than 0.0075 ETH') },
    ],
    [
      'the price has moved past the limit, in the words of the gateway',
      usdcSwapRoute(),
      RICH,
      { ok: false, reason: routerErrorText('0x064a4ec6') },
      { fault: 'priceMoved', message: expect.stringContaining('less than 0.0075 ETH') },
    ],
    [
      'the router is paused, in the words of the gateway',
      usdcSwapRoute(),
      RICH,
      { ok: false, reason: routerErrorText('0xd93c0665') },
      { fault: 'refusedByNetwork', message: expect.stringContaining('Take another route.') },
    ],
    [
      'the account holds too little of the token, in the words of the gateway',
      usdcSwapRoute(),
      RICH,
      { ok: false, reason: routerErrorText('0xe450d38c') },
      { fault: 'insufficientFunds', message: expect.stringContaining('less than 25 USDC') },
    ],
    [
      'the router may not take the token',
      usdcSwapRoute(),
      RICH,
      { ok: false, reason: 'custom error 0xf4059071' },
      { fault: 'refusedByNetwork', message: expect.stringContaining('allowance') },
    ],
    [
      'the account holds too little of the token',
      usdcSwapRoute(),
      RICH,
      { ok: false, reason: 'ERC20: transfer amount exceeds balance' },
      { fault: 'insufficientFunds', message: expect.stringContaining('less than 25 USDC') },
    ],
    [
      'another reason is given',
      usdcSwapRoute(),
      RICH,
      { ok: false, reason: 'Blacklistable: account is blacklisted' },
      { fault: 'refusedByNetwork', message: expect.stringMatching(/: Blacklistable: account is blacklisted\.$/) },
    ],
  ];
  test.each(stops)('never reaches the wallet when %s', async (_when, route, answers, simulation, message) => {
    const { run, sent } = await pay({ ...route, meta: { ...route.meta, approvals: [] } }, answers, simulation);
    expect(await faultOf(run)).toMatchObject({ nothingSent: true, ...message });
    expect(sent()).toEqual([]);
  });

  test('reports missing gas money before an allowance is paid for', async () => {
    const { run, sent } = await pay(usdcSwapRoute(), { ...RICH, eth_getBalance: quantity(10n ** 15n) });
    const fault = await faultOf(run);
    // 120000 for the swap and 60000 for the allowance, at 20 gwei.
    expect(fault).toMatchObject({ fault: 'lowGas', nothingSent: true });
    expect(fault.message).toBe('You need about 0.0036 ETH for gas on Ethereum; you have 0.001 ETH.');
    expect(sent()).toEqual([]);
  });

  test('stops with nothing sent while the chain is unavailable', async () => {
    const { run, sent } = await pay(usdcSwapRoute(), { ...RICH, eth_call: new Error('no answer') });
    expect(await faultOf(run)).toMatchObject({ fault: 'unknown', nothingSent: true });
    expect(sent()).toEqual([]);
  });

  test('reads a pool’s output token from the pool, and refuses the swap when that is another token', async () => {
    const paysOut = (token: string) => (params: unknown[]) =>
      (params[0] as Asked).to.toLowerCase() === USDC.toLowerCase() ? word(6n) : word(BigInt(token));
    const wrong = await pay(usdcSwapRoute(poolData()), { ...RICH, eth_call: paysOut(WBTC) });
    expect(await faultOf(wrong.run)).toMatchObject({ fault: 'mismatch', nothingSent: true });
    expect(wrong.sent()).toEqual([]);
    const right = await pay(usdcSwapRoute(poolData()), { ...RICH, eth_call: paysOut(NATIVE) });
    expect(await right.run()).toEqual({ hash: hashOf(2) });
  });
});

const account = privateKeyToAccount(`0x${'42'.repeat(32)}`);
const OWNER = account.address;
/** The order of an account whose key the test has. */
function ownRoute(change: Partial<PayableRoute['meta']> = {}): PayableRoute {
  const from = { from: OWNER };
  const route = wbtcOrderRoute(initiateData(), { sourceAddress: OWNER }, from);
  const approvals = [evmTx({ to: WBTC, value: '0', data: approveData(HTLC, 50_000_000n), ...from })];
  return { ...route, meta: { ...route.meta, approvals, ...change } };
}

/** The first query finds no allowance; once it is given, the contract has it. */
function givenLater(allowance: bigint) {
  let questions = 0;
  return (params: unknown[]) => {
    const isQuestion = (params[0] as Asked).data.startsWith(ALLOWANCE);
    questions += isQuestion ? 1 : 0;
    return tokenSays(isQuestion && questions === 1 ? 0n : allowance, 8)(params);
  };
}

function ownWallet(answers: Record<string, unknown> = {}, allowance = 50_000_000n) {
  return {
    ...RICH,
    eth_requestAccounts: [OWNER],
    eth_accounts: [OWNER],
    eth_call: givenLater(allowance),
    eth_signTypedData_v4: (params: unknown[]) =>
      account.signTypedData(JSON.parse(String(params[1])) as Parameters<typeof account.signTypedData>[0]),
    ...answers,
  };
}
const signing = (paths: Served, meta: Partial<PayableRoute['meta']> = {}, answers = {}, allowance?: bigint) =>
  pay(
    ownRoute(meta),
    ownWallet(answers, allowance),
    { ok: true },
    {
      paths,
      context: { by: 'signature', routeKey: { quoteId: 'q', routeIndex: 3 } },
    },
  );

describe('an order of Garden, paid by transaction', () => {
  test('sends the allowance and the reviewed call', async () => {
    const { run, sent } = await pay(ownRoute(), ownWallet());
    expect(await run()).toEqual({ hash: hashOf(2) });
    expect(sent()[1]).toMatchObject({ to: HTLC, data: initiateData() });
  });
});

describe('an order of Garden, paid by signature', () => {
  const taken: Served = { 3: { body: { hash: hashOf(7) } } };

  test('sends the allowance first, signs, submits the signature to our own service and reports Garden’s hash', async () => {
    const { run, sent, record } = await signing(taken);
    expect(await run()).toEqual({ hash: hashOf(7) });
    expect(sent()).toHaveLength(1);
    expect(record.steps).toEqual([
      'switchingNetwork',
      'checking',
      'approving',
      'waitingForApproval',
      'checking',
      'signing',
      'handingIn',
      'sent',
    ]);
    const handed = record.requests.find(({ url }) => url === '/garden/q/3');
    expect(handed?.body).toEqual({ signature: expect.stringMatching(/^0x[0-9a-f]{130}$/) });
    expect(record.hashes).toEqual([hashOf(7)]);
  });

  test('needs no gas money of the user when the allowance exists already', async () => {
    const { run, sent } = await signing(
      taken,
      { approvals: [] },
      { eth_getBalance: '0x0', eth_call: tokenSays(50_000_000n, 8) },
    );
    expect(await run()).toEqual({ hash: hashOf(7) });
    expect(sent()).toEqual([]);
  });

  const handedIn = (record: { requests: { url: string }[] }) =>
    record.requests.some(({ url }) => url.startsWith('/garden'));

  test('submits nothing that was refused, that another key signed, or that differs', async () => {
    const other = privateKeyToAccount(`0x${'43'.repeat(32)}`);
    const wrongKey = (params: unknown[]) =>
      other.signTypedData(JSON.parse(String(params[1])) as Parameters<typeof other.signTypedData>[0]);
    const cases: [Awaited<ReturnType<typeof signing>>, string][] = [
      [await signing(taken, {}, { eth_signTypedData_v4: rejection }), 'rejected'],
      [await signing(taken, {}, { eth_signTypedData_v4: wrongKey }), 'mismatch'],
      [await signing(taken, { typedData: undefined }), 'mismatch'],
    ];
    for (const [{ run, record }, fault] of cases) {
      expect(await faultOf(run)).toMatchObject({ fault, nothingSent: true });
      expect(handedIn(record)).toBe(false);
    }
  });

  test('requests no allowance when the message cannot be signed anyway', async () => {
    const { run, sent } = await signing(taken, { typedData: { primaryType: 'Permit' } });
    expect(await faultOf(run)).toMatchObject({ fault: 'mismatch' });
    expect(sent()).toEqual([]);
  });

  test('requests no signature while the allowance is not in a block', async () => {
    const { run, calls } = await signing(taken, { approvals: [] }, {}, 49_999_999n);
    expect(await faultOf(run)).toMatchObject({ nothingSent: true });
    expect(calls.some(({ method }) => method === 'eth_signTypedData_v4')).toBe(false);
  });

  test('reports Garden’s refusal as one, and leaves the outcome open without a clear answer', async () => {
    const refused = await signing({ 3: { status: 409, body: { detail: 'The order has run out.' } } });
    expect(await faultOf(refused.run)).toMatchObject({
      fault: 'refusedByNetwork',
      nothingSent: true,
      message: expect.stringContaining('has run out'),
    });
    const lost = await signing({ 3: { status: 502, body: {} } });
    expect(await faultOf(lost.run)).toMatchObject({ fault: 'unknown', nothingSent: false });
  });
});

test('an allowance that was cancelled in the wallet is reported as such', async () => {
  const tx = (hash: string, change: object) => ({
    hash,
    nonce: '0x1',
    blockHash: hashOf(9),
    blockNumber: '0x1',
    transactionIndex: '0x0',
    from: EVM_SENDER,
    to: USDC,
    value: '0x0',
    gas: '0x1',
    gasPrice: '0x1',
    input: approveData(ONEINCH_ROUTER, 25_000_000n),
    type: '0x0',
    chainId: quantity(900_000_001n),
    v: '0x1b',
    r: word(1n),
    s: word(1n),
    ...change,
  });
  const cancel = tx(hashOf(5), { to: EVM_SENDER, input: '0x' as Hex });
  const { run } = await pay(usdcSwapRoute(), {
    ...RICH,
    eth_getTransactionReceipt: ([hash]: unknown[]) =>
      hash === hashOf(5) ? { ...RECEIPT, transactionHash: hashOf(5) } : null,
    eth_getTransactionByHash: tx(hashOf(1), { blockHash: null, blockNumber: null }),
    eth_getTransactionCount: '0x2',
    eth_getBlockByNumber: { number: '0x1', hash: hashOf(9), transactions: [cancel], timestamp: '0x1' },
  });
  expect(await faultOf(run)).toMatchObject({ fault: 'replaced', nothingSent: true });
});
