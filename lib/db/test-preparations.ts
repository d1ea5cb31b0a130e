/** For tests: complete claims of an order and a route with one, whose fields a test can override. */
import { assetOf } from '../domain/asset.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { PreparationClaim } from './store.ts';
import { UNLIMITED } from './test-channels.ts';

const ACCOUNT = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1';
const field = (name: string, type: string) => ({ name, type });

/** A message whose signature pays an order. */
export const TYPED_DATA = {
  domain: { name: 'HTLC', version: '2', chainId: '0x1', verifyingContract: ACCOUNT },
  primaryType: 'Initiate',
  types: {
    EIP712Domain: [
      field('name', 'string'),
      field('version', 'string'),
      field('chainId', 'uint256'),
      field('verifyingContract', 'address'),
    ],
    Initiate: [
      field('redeemer', 'address'),
      field('timelock', 'uint256'),
      field('amount', 'uint256'),
      field('secretHash', 'bytes32'),
    ],
  },
  message: { redeemer: ACCOUNT, timelock: '7200', amount: '1', secretHash: `0x${'ab'.repeat(32)}` },
};

/** A `creating` counts as living for 100 ms. */
export function testPreparation(over: Partial<PreparationClaim> & Pick<PreparationClaim, 'id' | 'key' | 'now'>) {
  const claim: PreparationClaim = {
    provider: 'GARDEN',
    client: 'somebody',
    creatingSince: over.now - 100,
    limits: UNLIMITED,
    ...over,
  };
  return claim;
}

export function orderDraft(orderId: string | undefined, over: Partial<RouteDraft> = {}): RouteDraft {
  const sell = { asset: assetOf('BTC.BTC'), decimals: 8, baseUnits: 50_000_000n };
  const buy = { asset: assetOf('ETH.ETH'), decimals: 18, baseUnits: 10n ** 19n };
  return {
    providers: ['GARDEN'],
    sell,
    expectedBuy: buy,
    guaranteedBuy: buy,
    sourceAddress: '',
    destinationAddress: '',
    fees: [],
    totalSlippageBps: 30,
    legs: [{ provider: 'GARDEN', sell, buy, buyAtMaxSlippage: buy }],
    warnings: [],
    pricesUsd: [],
    ...(orderId === undefined ? {} : { orderId }),
    ...over,
  };
}
