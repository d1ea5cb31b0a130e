/** Chainflip’s quotes as these tests ask for them. */
import { formatAmount } from '../../../domain/amount.ts';
import { assetOf, formatAsset } from '../../../domain/asset.ts';
import type { RouteDraft } from '../../../domain/route.ts';
import { ALICE_ETH, btcQuotes, type Json } from './chainflip-double.ts';

export const ETH_USDC = assetOf('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
export const ethToUsdc = {
  sellAsset: assetOf('ETH.ETH'),
  buyAsset: ETH_USDC,
  sellAmount: '1',
  sourceAddress: ALICE_ETH,
};

export const feesOf = (route: RouteDraft) =>
  route.fees.map(({ type, amount, chain }) => [type, formatAmount(amount), formatAsset(amount.asset), chain]);

export const priced = (quotes: Json[]) => ({ quote: () => ({ json: quotes }) });
export const regular = (changes: Json = {}): Json => ({ ...btcQuotes()[0], ...changes });
