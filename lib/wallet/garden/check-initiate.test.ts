import { expect, it } from 'vitest';
import { HTLC, initiateData, wbtcOrderRoute } from '../testing/order-routes.ts';
import { EVM_SENDER, NOW } from '../testing/routes.ts';
import { checkInitiate } from './check-initiate.ts';

it('lets a swap from Arbitrum lock its money for the 432,000 blocks that Garden’s orders ask for, which are 31 hours', () => {
  const route = { ...wbtcOrderRoute(), sellAsset: 'ARB.ETH' };
  const pay = (timelock: bigint) => () => {
    const tx = { to: HTLC, from: EVM_SENDER, value: '0', data: initiateData({ timelock }) };
    checkInitiate(tx, route, {
      amount: 50_000_000n,
      token: undefined,
      network: 'sandbox',
      nowSeconds: NOW,
      buyDecimals: undefined,
      poolOutput: undefined,
    });
  };
  expect(pay(432_000n)).not.toThrow();
  expect(pay(5_000_000n)).toThrow('not right');
});
