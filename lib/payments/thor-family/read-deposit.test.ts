/** An EVM wallet gets the deposit that was reviewed, for the exact amount, and so with every approval. */
import { describe, expect, test } from 'vitest';
import {
  approveData,
  depositData,
  etherRoute,
  evmTx,
  MEMO,
  NOW,
  ROUTER,
  tokenRoute,
  transferOutData,
  USDC,
} from '../../wallet/testing/routes.ts';
import type { PayableRoute } from '../payable-route.ts';
import { evmFault, evmRead } from '../testing/evm-fault.ts';

const STRANGER = '0x9999999999999999999999999999999999999999';
const AMOUNT = 25_000_000n;
const at = { network: 'sandbox' as const, nowSeconds: NOW, tokenDecimals: 6 };
const tokenDeposit = (change: Parameters<typeof depositData>[0] = {}) =>
  depositData({ asset: USDC, amount: AMOUNT, ...change });
const approval = (change: Record<string, unknown> = {}) =>
  evmTx({ to: USDC, value: '0', data: approveData(ROUTER, AMOUNT), ...change });

test('the right payments pass: the chain’s own coin, a token, a token whose allowance is reset first', () => {
  expect(evmRead(etherRoute(), at)).toMatchObject({ tx: { to: ROUTER }, approvals: [] });
  expect(evmRead(tokenRoute(), at).approvals).toHaveLength(1);
  const reset = [approval({ data: approveData(ROUTER, 0n) }), approval()];
  expect(evmRead(tokenRoute({ approvals: reset }), at).approvals.map(({ data }) => data)).toEqual(
    reset.map(({ data }) => data),
  );
});

test('addresses are compared regardless of letter case', () => {
  const lower = evmTx({
    to: ROUTER.toLowerCase(),
    data: tokenDeposit({ asset: USDC.toLowerCase() as typeof USDC }),
    value: '0',
  });
  expect(evmFault({ ...tokenRoute(), tx: lower }, at)).toBeUndefined();
});

describe('it is not signed when', () => {
  const TAMPERED: [string, PayableRoute][] = [
    ['it goes to another contract', etherRoute(evmTx({ to: STRANGER }))],
    ['it comes from another account', etherRoute(evmTx({ from: STRANGER }))],
    ['it is for the main network', etherRoute(evmTx({ chain_id: 1 }))],
    ['it names no network', etherRoute(evmTx({ chain_id: undefined }))],
    ['it sends one wei more', etherRoute(evmTx({ value: '2000000000000000001' }))],
    ['it sends one wei less', etherRoute(evmTx({ value: '1999999999999999999' }))],
    ['it deposits to another vault', etherRoute(evmTx({ data: depositData({ vault: STRANGER }) }))],
    ['it deposits a token in place of the coin', etherRoute(evmTx({ data: depositData({ asset: USDC }) }))],
    ['its memo is another', etherRoute(evmTx({ data: depositData({ memo: MEMO.replace('0x11', '0x12') }) }))],
    ['its memo is empty', etherRoute(evmTx({ data: depositData({ memo: '' }) }))],
    ['it calls another function', etherRoute(evmTx({ data: transferOutData() }))],
    ['it carries no call', etherRoute(evmTx({ data: '0x' }))],
    ['its data is no hex', etherRoute(evmTx({ data: 'deposit' }))],
    ['it is a text', { ...etherRoute(), tx: 'cHNidP8=' }],
    ['the route names no vault', etherRoute(evmTx(), { meta: { txType: 'EVM' } })],
    ['the route names no contract', etherRoute(evmTx(), { targetAddress: undefined })],
    ['the route has no memo', etherRoute(evmTx({ data: depositData({ memo: '' }) }), { memo: undefined })],
    ['a token deposit is one unit more', tokenRoute({ data: tokenDeposit({ amount: AMOUNT + 1n }) })],
    ['a token deposit is of another token', tokenRoute({ data: tokenDeposit({ asset: STRANGER }) })],
    ['a token deposit sends coins along', tokenRoute({ value: '1' })],
    [
      'the coin needs no approval, but one is there',
      etherRoute(evmTx(), { meta: { ...etherRoute().meta, approvalAddress: ROUTER, approvals: [approval()] } }),
    ],
    [
      'the approval is for somebody else',
      tokenRoute({ approvals: [approval({ data: approveData(STRANGER, AMOUNT) })] }),
    ],
    [
      'the spender is not the contract that is called',
      tokenRoute({ approvalAddress: STRANGER, approvals: [approval({ data: approveData(STRANGER, AMOUNT) })] }),
    ],
    [
      'the approval is one unit more',
      tokenRoute({ approvals: [approval({ data: approveData(ROUTER, AMOUNT + 1n) })] }),
    ],
    [
      'the approval is without end',
      tokenRoute({ approvals: [approval({ data: approveData(ROUTER, 2n ** 256n - 1n) })] }),
    ],
    ['the approval is of another token', tokenRoute({ approvals: [approval({ to: STRANGER })] })],
    ['the approval sends coins', tokenRoute({ approvals: [approval({ value: '1' })] })],
    ['the approval is for another network', tokenRoute({ approvals: [approval({ chain_id: 1 })] })],
    ['the approval is by another account', tokenRoute({ approvals: [approval({ from: STRANGER })] })],
    ['the approval is another call', tokenRoute({ approvals: [approval({ data: transferOutData() })] })],
  ];
  test.each(TAMPERED)('%s', (_what, route) => {
    expect(evmFault(route, at)).toBe('mismatch');
  });

  test('the token’s decimals are not those in which the amount was written', () => {
    for (const decimals of [{}, { tokenDecimals: 18 }])
      expect(evmFault(tokenRoute(), { network: 'sandbox', nowSeconds: NOW, ...decimals })).toBe('mismatch');
  });
});

test('a deposit that expires before it can be mined is reported as expired', () => {
  const route = (seconds: number) => etherRoute(evmTx({ data: depositData({ expiration: BigInt(NOW + seconds) }) }));
  expect(evmFault(route(119), at)).toBe('expired');
  expect(evmFault(route(120), at)).toBeUndefined();
});
