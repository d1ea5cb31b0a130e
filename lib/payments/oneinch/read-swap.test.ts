/** A swap through 1inch's router is signed only when it sells, buys, pays and guarantees what was reviewed. */
import { describe, expect, test } from 'vitest';
import {
  EXECUTOR,
  NATIVE,
  ONEINCH_ROUTER,
  poolData,
  swapData,
  usdcSwapRoute,
  WBTC,
} from '../../wallet/testing/order-routes.ts';
import { approveData, evmTx, NOW, USDC } from '../../wallet/testing/routes.ts';
import type { PayableRoute } from '../payable-route.ts';
import { evmFault, evmRead } from '../testing/evm-fault.ts';

const STRANGER = '0x9999999999999999999999999999999999999999';
const at = { network: 'sandbox' as const, nowSeconds: NOW, tokenDecimals: 6 };
const pooled = { ...at, poolOutput: NATIVE };

/** Sells 2 ether for at least 6000 USDC. */
const etherSwap = (desc: Parameters<typeof swapData>[0] = {}, tx: Record<string, unknown> = {}): PayableRoute =>
  usdcSwapRoute(
    swapData({
      srcToken: NATIVE,
      dstToken: USDC,
      amount: 2_000_000_000_000_000_000n,
      minReturnAmount: 6_000_000_000n,
      ...desc,
    }),
    {
      sellAsset: 'ETH.ETH',
      sellAmount: '2',
      buyAsset: `ETH.USDC-${USDC}`,
      expectedBuyAmountMaxSlippage: '6000',
      meta: { txType: 'EVM' },
    },
    { value: '2000000000000000000', ...tx },
  );

describe('the right swap passes', () => {
  test('of a token, with its approval', () => {
    expect(evmRead(usdcSwapRoute(), at)).toMatchObject({
      tx: { to: ONEINCH_ROUTER },
      approvals: [{ to: USDC }],
    });
  });
  test('of the chain’s own coin, when the bought token’s decimals are known', () => {
    expect(evmFault(etherSwap(), { ...at, buyDecimals: 6 })).toBeUndefined();
  });
  test('through one pool, when that pool names its output token', () => {
    expect(evmFault(usdcSwapRoute(poolData()), pooled)).toBeUndefined();
  });
  test('to another receiver, if that is the reviewed one', () => {
    const route = usdcSwapRoute(swapData({ dstReceiver: STRANGER }), { destinationAddress: STRANGER });
    expect(evmFault(route, at)).toBeUndefined();
  });
  test('that guarantees more than the route', () => {
    const more = swapData({ minReturnAmount: 8_000_000_000_000_000n });
    expect(evmFault(usdcSwapRoute(more), at)).toBeUndefined();
  });
});

describe('it is not signed when', () => {
  const TAMPERED: [string, PayableRoute, typeof at & { buyDecimals?: number; poolOutput?: string }][] = [
    [
      'it goes to a router that is not known',
      usdcSwapRoute(swapData(), { targetAddress: STRANGER }, { to: STRANGER }),
      at,
    ],
    ['it goes to another contract than the route names', usdcSwapRoute(swapData(), {}, { to: STRANGER }), at],
    ['it comes from another account', usdcSwapRoute(swapData(), {}, { from: STRANGER }), at],
    ['it is for another network', usdcSwapRoute(swapData(), {}, { chain_id: 1 }), at],
    ['a token swap sends coins along', usdcSwapRoute(swapData(), {}, { value: '1' }), at],
    ['a coin swap sends less', etherSwap({}, { value: '1999999999999999999' }), { ...at, buyDecimals: 6 }],
    ['it sells one unit more', usdcSwapRoute(swapData({ amount: 25_000_001n })), at],
    ['it sells one unit less', usdcSwapRoute(swapData({ amount: 24_999_999n })), at],
    ['it sells another token', usdcSwapRoute(swapData({ srcToken: WBTC })), at],
    ['it buys another token', usdcSwapRoute(swapData({ dstToken: WBTC })), at],
    ['it pays somebody else', usdcSwapRoute(swapData({ dstReceiver: STRANGER })), at],
    ['it pays the sender in place of the receiver', usdcSwapRoute(swapData(), { destinationAddress: STRANGER }), at],
    ['it guarantees one unit less', usdcSwapRoute(swapData({ minReturnAmount: 7_499_999_999_999_999n })), at],
    ['it may sell only a part', usdcSwapRoute(swapData({ flags: 1n })), at],
    ['it may ask for more coins', usdcSwapRoute(swapData({ flags: 2n })), at],
    ['it takes the token by Permit2', usdcSwapRoute(swapData({ flags: 4n })), at],
    ['it sets a flag that nobody knows', usdcSwapRoute(swapData({ flags: 8n })), at],
    ['it calls another function', usdcSwapRoute(approveData(STRANGER, 1n)), at],
    ['it carries no call', usdcSwapRoute('0x'), at],
    ['nobody knows the bought token’s decimals', etherSwap(), at],
    ['the bought token has other decimals', etherSwap(), { ...at, buyDecimals: 18 }],
    ['a pool pays out another token', usdcSwapRoute(poolData()), { ...at, poolOutput: WBTC }],
    ['nobody can tell what a pool pays out', usdcSwapRoute(poolData()), at],
    ['a swap through a pool pays somebody else', usdcSwapRoute(poolData({ to: STRANGER })), pooled],
    ['a swap through a pool sells more', usdcSwapRoute(poolData({ amount: 25_000_001n })), pooled],
    ['a swap through a pool guarantees less', usdcSwapRoute(poolData({ least: 1n })), pooled],
    ['what is bought is on another chain', usdcSwapRoute(swapData(), { buyAsset: 'BASE.ETH' }), at],
    [
      'the approval is for the executor',
      usdcSwapRoute(swapData(), {
        meta: {
          txType: 'EVM',
          approvalAddress: EXECUTOR,
          approvals: [evmTx({ to: USDC, value: '0', data: approveData(EXECUTOR, 25_000_000n) })],
        },
      }),
      at,
    ],
  ];
  test.each(TAMPERED)('%s', (_what, route, context) => {
    expect(evmFault(route, context)).toBe('mismatch');
  });
});
