/**
 * The first leg of a route through 1inch is signed only when the second leg receives what was reviewed, at its own
 * address.
 */
import { describe, expect, test } from 'vitest';
import { EXECUTOR, NATIVE, ONEINCH_ROUTER, WBTC } from '../../wallet/testing/order-routes.ts';
import { approveData, depositData, EVM_SENDER, evmTx, NOW, USDC } from '../../wallet/testing/routes.ts';
import {
  CHANNEL,
  etherLegRoute,
  legData,
  oneinchLegRoute,
  poolLegRoute,
  transferData,
  USDT,
} from '../../wallet/testing/two-leg-routes.ts';
import type { PayableRoute } from '../payable-route.ts';
import { evmFault, evmRead } from '../testing/evm-fault.ts';

const STRANGER = '0x9999999999999999999999999999999999999999';
const at = { network: 'sandbox' as const, nowSeconds: NOW, tokenDecimals: 8, buyDecimals: 6 };
const pooled = { ...at, tokenDecimals: 6, poolOutput: USDT };
const allowance = (spender: string, amount: bigint) => ({
  txType: 'EVM',
  approvalAddress: spender,
  approvals: [evmTx({ to: WBTC, value: '0', data: approveData(spender, amount) })],
});

describe('the right first leg passes', () => {
  test('of a token, with its approval', () => {
    const route = oneinchLegRoute(legData(), { meta: allowance(ONEINCH_ROUTER, 1_000_000n) });
    expect(evmRead(route, at)).toMatchObject({ tx: { to: ONEINCH_ROUTER }, approvals: [{ to: WBTC }] });
  });
  test('of the chain’s own coin', () => {
    expect(evmFault(etherLegRoute(), at)).toBeUndefined();
  });
  test('through one pool, which names its output token', () => {
    expect(evmFault(poolLegRoute(), pooled)).toBeUndefined();
  });
  test('that pays more than the leg guarantees', () => {
    expect(evmFault(oneinchLegRoute(legData({ minReturnAmount: 600_000_001n })), at)).toBeUndefined();
  });
});

describe('it is not signed when', () => {
  const TAMPERED: [string, PayableRoute, (Partial<typeof at> & { poolOutput?: string })?][] = [
    ['it pays a stranger', oneinchLegRoute(legData({ dstReceiver: STRANGER }))],
    ['it pays the sender', oneinchLegRoute(legData({ dstReceiver: EVM_SENDER }))],
    ['it pays whoever sends it, naming nobody', oneinchLegRoute(legData({ dstReceiver: `0x${'0'.repeat(40)}` }))],
    ['the channel is another', oneinchLegRoute(legData(), { bridge: { depositAddress: STRANGER } })],
    ['no channel was opened', oneinchLegRoute(legData(), { bridge: { depositAddress: undefined } })],
    ['it buys another token than the two meet in', oneinchLegRoute(legData({ dstToken: USDT }))],
    ['it buys the coin, which a used channel cannot take', oneinchLegRoute(legData({ dstToken: NATIVE }))],
    [
      'the two are said to meet in the coin',
      oneinchLegRoute(legData({ dstToken: NATIVE }), { bridge: { asset: 'ETH.ETH' }, leg: { buyAsset: 'ETH.ETH' } }),
    ],
    [
      'the two are said to meet on another chain',
      oneinchLegRoute(legData(), {
        bridge: { asset: `ARB.USDC-${USDC}` },
        leg: { buyAsset: `ARB.USDC-${USDC}` },
      }),
    ],
    ['it guarantees one unit less than the leg', oneinchLegRoute(legData({ minReturnAmount: 599_999_999n }))],
    ['the leg guarantees one unit more', oneinchLegRoute(legData(), { leg: { buyAmountMaxSlippage: '600.000001' } })],
    ['it sells one unit more', oneinchLegRoute(legData({ amount: 1_000_001n }))],
    ['it sells one unit less', oneinchLegRoute(legData({ amount: 999_999n }))],
    ['it sells another token', oneinchLegRoute(legData({ srcToken: USDT }))],
    ['it may sell only a part', oneinchLegRoute(legData({ flags: 1n }))],
    ['it may ask for more coins', oneinchLegRoute(legData({ flags: 2n }))],
    ['a token swap sends coins along', oneinchLegRoute(legData(), {}, {}, { value: '1' })],
    ['a coin swap sends more', etherLegRoute({}, 10n ** 18n + 1n)],
    [
      'it goes to a router that is not known',
      oneinchLegRoute(legData(), {}, { targetAddress: STRANGER }, { to: STRANGER }),
    ],
    ['it comes from another account', oneinchLegRoute(legData(), {}, {}, { from: STRANGER })],
    ['it is for another network', oneinchLegRoute(legData(), {}, {}, { chain_id: 1 })],
    ['the mint’s decimals are others', oneinchLegRoute(), { buyDecimals: 18 }],
    ['the approval is for another contract', oneinchLegRoute(legData(), { meta: allowance(EXECUTOR, 1_000_000n) })],
    ['the approval is for the channel', oneinchLegRoute(legData(), { meta: allowance(CHANNEL, 1_000_000n) })],
    ['the approval is for more', oneinchLegRoute(legData(), { meta: allowance(ONEINCH_ROUTER, 1_000_001n) })],
    ['a pool pays somebody else', poolLegRoute({ to: STRANGER }), pooled],
    ['a pool guarantees less', poolLegRoute({ least: 23_999_999n }), pooled],
    ['a pool pays out another token', poolLegRoute(), { ...pooled, poolOutput: WBTC }],
    ['the first leg is said to be of another provider', oneinchLegRoute(legData(), { leg: { provider: 'GARDEN' } })],
    ['the first leg is said to sell another amount', oneinchLegRoute(legData(), { leg: { sellAmount: '0.02' } })],
    [
      'the first leg is said to sell another asset',
      oneinchLegRoute(legData(), { leg: { sellAsset: `ETH.USDT-${USDT}` } }),
    ],
    [
      'the legs meet in another asset than the route says',
      oneinchLegRoute(legData(), { bridge: { asset: `ETH.USDT-${USDT}` } }),
    ],
    ['nobody says where they meet', oneinchLegRoute(legData(), { meta: { bridge: undefined } })],
    ['there is one leg only', oneinchLegRoute(legData(), {}, { legs: oneinchLegRoute().legs?.slice(0, 1) })],
    [
      'there are three',
      oneinchLegRoute(
        legData(),
        {},
        { legs: [...(oneinchLegRoute().legs ?? []), ...(oneinchLegRoute().legs ?? [])].slice(0, 3) },
      ),
    ],
    [
      'it is a plain transfer of what is sold to the channel, which would lose it',
      oneinchLegRoute(transferData(CHANNEL, 1_000_000n), {}, { inboundAddress: CHANNEL }, { to: WBTC }),
    ],
    [
      'it is a deposit through a router of another network',
      oneinchLegRoute(depositData(), { meta: { vaultAddress: STRANGER } }, { memo: '=:BTC.BTC:x' }),
    ],
  ];
  test.each(TAMPERED)('%s', (_what, route, context = {}) => {
    expect(evmFault(route, { ...at, ...context })).toBe('mismatch');
  });
});
