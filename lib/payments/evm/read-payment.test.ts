/**
 * The rows of a payment show its bytes beside the expected values, and only known values are compared with the route.
 */
import { describe, expect, test } from 'vitest';
import { etherOrderRoute, swapData, usdcSwapRoute, wbtcOrderRoute } from '../../wallet/testing/order-routes.ts';
import {
  approveData,
  depositData,
  EVM_VAULT,
  etherRoute,
  evmTx,
  MEMO,
  NOW,
  ROUTER,
  tokenRoute,
  USDC,
} from '../../wallet/testing/routes.ts';
import { etherToTokenRoute, oneinchLegRoute } from '../../wallet/testing/two-leg-routes.ts';
import type { PayableRoute } from '../payable-route.ts';
import { firstFault } from '../payment-fields.ts';
import type { EvmContext } from './evm-terms.ts';
import { readEvmPayment } from './read-payment.ts';

const OTHER = '0x9999999999999999999999999999999999999999';
const at: EvmContext = { network: 'sandbox', nowSeconds: NOW, facts: { tokenDecimals: 6 } };
const row = (route: PayableRoute, section: string, field: string, context = at) =>
  readEvmPayment(route, context)
    .sections.find((one) => one.section === section)
    ?.fields.find((one) => one.field === field);
const sectionsOf = (...args: Parameters<typeof readEvmPayment>) =>
  readEvmPayment(...args).sections.map(({ section }) => section);

describe('a row', () => {
  test('has the actual and the expected value, and the fault when they differ', () => {
    const vault = (address: string) => ({ kind: 'address', chain: 'ETH', address });
    expect(row(etherRoute(), 'deposit', 'vault')).toEqual({
      field: 'vault',
      actual: vault(EVM_VAULT),
      expected: vault(EVM_VAULT),
    });
    expect(row(etherRoute(evmTx({ data: depositData({ vault: OTHER }) })), 'deposit', 'vault')).toEqual({
      field: 'vault',
      actual: vault(OTHER),
      expected: vault(EVM_VAULT),
      fault: {
        code: 'mismatch',
        message: 'The deposit names another vault. This is not the payment that you reviewed, so it was not signed.',
      },
    });
    expect(row(etherRoute(), 'deposit', 'memo')?.actual).toEqual({ kind: 'memo', text: MEMO });
  });

  test('of an allowance has amount, token and spender', () => {
    const amount = (baseUnits: bigint) => ({ kind: 'amount', asset: `ETH.USDC-${USDC}`, baseUnits, decimals: 6 });
    const endless = tokenRoute({
      approvals: [evmTx({ to: USDC, value: '0', data: approveData(ROUTER, 2n ** 256n - 1n) })],
    });
    expect(row(endless, 'approval', 'allowance')).toMatchObject({
      actual: amount(2n ** 256n - 1n),
      expected: amount(25_000_000n),
      fault: { code: 'mismatch' },
    });
  });

  test('is unreadable, not a mismatch, when its effect is unknown', () => {
    for (const route of [etherRoute(evmTx({ data: '0xdeadbeef' })), usdcSwapRoute('0xdeadbeef')])
      expect(firstFault(readEvmPayment(route, at).sections)?.code).toBe('unreadable');
  });
});

describe('while the chain cannot be asked', () => {
  const unasked: EvmContext = { network: 'sandbox', nowSeconds: NOW, facts: undefined };
  test('amounts of tokens are not compared, unless a list knows their decimals', () => {
    const route = usdcSwapRoute(swapData({ amount: 1n }));
    expect(row(route, 'routerSwap', 'sellAmount', unasked)).not.toHaveProperty('fault');
    expect(row(route, 'routerSwap', 'sellAmount', { ...unasked, listed: { sell: 6 } })).toHaveProperty('fault');
  });
  test('the route’s own values are still compared', () => {
    expect(firstFault(readEvmPayment(usdcSwapRoute(), unasked).sections)).toBeUndefined();
    for (const route of [
      etherRoute(evmTx({ value: '1' })),
      etherRoute(evmTx({ to: OTHER })),
      etherOrderRoute({ amount: 1n }),
      usdcSwapRoute(swapData({ dstReceiver: OTHER })),
    ])
      expect(firstFault(readEvmPayment(route, unasked).sections)?.code).toBe('mismatch');
  });
});

test('expiry is checked only when the time is given', () => {
  const route = etherRoute(evmTx({ data: depositData({ expiration: 1n }) }));
  expect(firstFault(readEvmPayment(route, at).sections)?.code).toBe('expired');
  expect(firstFault(readEvmPayment(route, { network: 'sandbox', facts: {} }).sections)).toBeUndefined();
});

test('sections are in the order of the wallet’s requests', () => {
  expect(sectionsOf(tokenRoute(), at)).toEqual(['approval', 'deposit']);
  expect(sectionsOf(wbtcOrderRoute(), at, 'signature')).toEqual(['approval', 'lock', 'lockMessage']);
  expect(sectionsOf(oneinchLegRoute(), at)).toContain('routerSwap');
});

test('a plain transfer needs no allowance: none is read, and none goes to the wallet', () => {
  const route = etherToTokenRoute();
  const approvals = [evmTx({ to: USDC, value: '0', data: approveData(OTHER, 1n) })];
  expect(readEvmPayment({ ...route, meta: { ...route.meta, approvals } }, at)).toMatchObject({
    sections: [{ section: 'transfer' }],
    approvals: [],
  });
});
