/** A cold wallet gets a missing allowance first, each transaction with the chain's own prices, or a reason. */
import { createPublicClient, custom, encodeFunctionResult, erc20Abi } from 'viem';
import { describe, expect, test } from 'vitest';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { wallet } from '../testing/evm-wallet.ts';
import {
  approveData,
  EVM_SENDER,
  etherRoute,
  evmTx,
  faultOf,
  NOW,
  ROUTER,
  tokenRoute,
  USDC,
} from '../testing/routes.ts';
import { nextColdStep } from './evm-plan.ts';

const uint = (functionName: 'allowance' | 'decimals', result: bigint | number) =>
  functionName === 'decimals'
    ? encodeFunctionResult({ abi: erc20Abi, functionName, result: Number(result) })
    : encodeFunctionResult({ abi: erc20Abi, functionName, result: BigInt(result) });
/** First 4 bytes of `decimals()`. */
const DECIMALS = '0x313ce567';

function chain(change: Record<string, unknown> = {}, allowance = 0n) {
  const { provider, calls } = wallet({
    eth_getTransactionCount: '0x7',
    eth_gasPrice: '0x77359400',
    eth_maxPriorityFeePerGas: '0x3b9aca00',
    eth_getBalance: '0x8ac7230489e80000',
    eth_call: ([call]: [{ data: string }]) =>
      call.data.startsWith(DECIMALS) ? uint('decimals', 6) : uint('allowance', allowance),
    ...change,
  });
  return { calls, reader: createPublicClient({ transport: custom(provider, { retryCount: 0 }) }) };
}
const step = (
  route: PayableRoute,
  made = chain(),
  simulation: Awaited<ReturnType<Parameters<typeof nextColdStep>[0]['gateway']['simulate']>> = {
    ok: true,
    gas: '100000',
  },
) =>
  nextColdStep({ reader: made.reader, gateway: { simulate: async () => simulation } }, route, {
    network: 'sandbox',
    nowSeconds: NOW,
  });

const withReset = () =>
  tokenRoute({
    approvals: [0n, 25_000_000n].map((amount) => evmTx({ to: USDC, value: '0', data: approveData(ROUTER, amount) })),
  });

describe('the next transaction to sign', () => {
  test('is the payment itself when no allowance is needed, priced for six full blocks', async () => {
    const { kind, tx, after } = await step(etherRoute());
    expect({ kind, after }).toEqual({ kind: 'payment', after: 0 });
    expect(tx).toMatchObject({
      from: EVM_SENDER,
      to: ROUTER,
      chainId: 900_000_001,
      nonce: 7,
      value: 2_000_000_000_000_000_000n,
      gas: 120_000n,
      maxFeePerGas: 5_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    });
  });

  test('is the allowance first, the reset before it, and the payment once it is given', async () => {
    expect(await step(tokenRoute())).toMatchObject({ kind: 'approval', after: 1, tx: { to: USDC, value: 0n } });
    expect(await step(withReset(), chain({}, 5n))).toMatchObject({ kind: 'reset', after: 2 });
    expect(await step(withReset(), chain({}, 0n))).toMatchObject({ kind: 'approval', after: 1 });
    expect(await step(tokenRoute(), chain({}, 25_000_000n))).toMatchObject({ kind: 'payment', after: 0 });
  });

  test('takes the route’s gas when that is more, and the minimum tip when the chain names none', async () => {
    const roomy = await step(etherRoute(evmTx({ gas_limit: '500000' })));
    expect(roomy.tx.gas).toBe(500_000n);
    const none = await step(etherRoute(), chain({ eth_maxPriorityFeePerGas: new Error('not known') }));
    expect(none.tx.maxPriorityFeePerGas).toBe(10_000_000n);
  });
});

describe('nothing is exported', () => {
  test.each<[string, () => Promise<unknown>, string]>([
    ['that differs from the review', () => step(etherRoute(evmTx({ to: USDC }))), 'mismatch'],
    [
      'from a contract, whose memo nobody would see',
      () => step(etherRoute(), chain({ eth_getCode: '0xef0100' })),
      'contractAccount',
    ],
    ['that the account cannot pay for', () => step(etherRoute(), chain({ eth_getBalance: '0x1' })), 'lowGas'],
    [
      'that the chain would refuse',
      () => step(etherRoute(), chain(), { ok: false, reason: 'ReturnAmountIsNotEnough' }),
      'priceMoved',
    ],
    [
      'while the chain cannot be asked',
      () => step(etherRoute(), chain({ eth_getTransactionCount: new Error('down') })),
      'unknown',
    ],
    ['where there is nothing to sign', () => step(etherRoute(undefined, { tx: undefined })), 'notSupported'],
  ])('%s', async (_what, run, fault) => {
    expect(await faultOf(run)).toMatchObject({ fault, nothingSent: true });
  });
});
