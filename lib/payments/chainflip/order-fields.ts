/** Compares the order that a payment gives Chainflip's network with the route, whichever chain carries it. */
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf, formatAsset } from '../../domain/asset.ts';
import { DecodeError } from '../byte-reader.ts';
import { type PayableRoute, refundAddressOf } from '../payable-route.ts';
import {
  type FieldFault,
  type FieldValue,
  heldField,
  mismatch,
  type PaymentField,
  unreadable,
} from '../payment-fields.ts';
import { type CfAsset, cfAssetNumbered, cfAssetOf, cfChainNumber, STATE_CHAIN_BLOCK_SECONDS } from './assets.ts';
import { addressHex, addressText } from './destination.ts';
import type { VaultOrder } from './vault-order.ts';

/** `order`: the whole of it, when it is unreadable. */
export type OrderField =
  | 'order'
  | 'buyAsset'
  | 'buyChain'
  | 'recipient'
  | 'minimumBuy'
  | 'retryDuration'
  | 'refundAddress'
  | 'chunks'
  | 'boostFee'
  | 'affiliateFee';

export type OrderRoute = Pick<
  PayableRoute,
  'sellAsset' | 'buyAsset' | 'sourceAddress' | 'destinationAddress' | 'expectedBuyAmountMaxSlippage'
> & {
  providers?: PayableRoute['providers'];
  meta?: Pick<PayableRoute['meta'], 'refundAddress' | 'affiliateFee' | 'boost'>;
};

/** Longest time that the money may be on its way: ten times that of a quoted swap in parts. */
const LONGEST_SECONDS = 24 * 3600;

const assetValue = (asset: CfAsset | undefined): FieldValue =>
  asset ? { kind: 'asset', asset: formatAsset(asset.asset) } : { kind: 'none' };

/**
 * Addresses are compared as bytes, so their spelling does not matter (an account of Polkadot has several). Equal ones
 * are shown as the route spells them, others in the chain's own spelling.
 */
function addressField<F extends OrderField>(
  field: F,
  { cf, asset: { chain } }: CfAsset,
  bytes: string,
  { ofRoute, what }: { ofRoute: string; what: string },
): PaymentField<F> {
  const agrees = addressHex(cf.chain, ofRoute) === bytes;
  const address = agrees ? ofRoute : (addressText(cf.chain, bytes) ?? `0x${bytes}`);
  return heldField(
    field,
    { kind: 'address', chain, address },
    { kind: 'address', chain, address: ofRoute },
    { agrees, what },
  );
}

function minimumField(
  { hasLeast, leastOutput }: VaultOrder,
  bought: CfAsset,
  route: OrderRoute,
): PaymentField<OrderField> {
  const { decimals } = bought;
  const value = (baseUnits: bigint): FieldValue => ({ kind: 'amount', asset: route.buyAsset, baseUnits, decimals });
  const guaranteed = toBaseUnits(route.expectedBuyAmountMaxSlippage, decimals, 'exact');
  if (guaranteed === undefined)
    return {
      field: 'minimumBuy',
      actual: value(leastOutput),
      fault: mismatch('What the route guarantees cannot be read.'),
    };
  return heldField('minimumBuy', value(leastOutput), value(guaranteed), {
    agrees: hasLeast && leastOutput >= guaranteed,
    what: hasLeast ? 'It guarantees less than the route.' : 'It sets no least price.',
  });
}

/** For another asset than the route's, amounts and addresses are not compared. */
function boughtFields(order: VaultOrder, bought: CfAsset, route: OrderRoute): PaymentField<OrderField>[] {
  const { dstToken, dstChain } = order;
  const wantedChain = cfChainNumber(bought.cf.chain);
  const chain = heldField<OrderField>(
    'buyChain',
    { kind: 'count', value: BigInt(dstChain ?? 0) },
    { kind: 'count', value: BigInt(wantedChain ?? 0) },
    { agrees: dstChain === undefined || dstChain === wantedChain, what: 'It pays out on another chain.' },
  );
  const asset = heldField<OrderField>('buyAsset', assetValue(cfAssetNumbered(dstToken)), assetValue(bought), {
    agrees: dstToken === bought.number,
    what: 'It buys another asset.',
  });
  if (asset.fault) return [chain, asset];
  const to = addressField('recipient', bought, order.dstAddress, {
    ofRoute: route.destinationAddress,
    what: 'It pays out to another address.',
  });
  return [chain, asset, to, minimumField(order, bought, route)];
}

function refundField({ refundAddress }: VaultOrder, sold: CfAsset, route: OrderRoute): PaymentField<OrderField> {
  const { chain } = sold.asset;
  const asked = refundAddressOf(route);
  const what = 'Its refunds go to another address.';
  if (refundAddress !== undefined) return addressField('refundAddress', sold, refundAddress, { ofRoute: asked, what });
  // On Bitcoin refunds go to the change output, which is the sender's own address.
  const address = (one: string): FieldValue => ({ kind: 'address', chain, address: one });
  return heldField('refundAddress', address(route.sourceAddress), address(asked), {
    agrees: route.sourceAddress === asked,
    what,
  });
}

/** How long the swap is retried at a worse price before it is refunded. */
function retryField({ retryDurationBlocks }: VaultOrder): PaymentField<OrderField> {
  const seconds = retryDurationBlocks * STATE_CHAIN_BLOCK_SECONDS;
  const fault = mismatch('It would wait for a better price for longer than any swap does, and not refund before.');
  return {
    field: 'retryDuration',
    actual: { kind: 'duration', seconds },
    ...(seconds > LONGEST_SECONDS ? { fault } : {}),
  };
}

/** Only a route whose id says so is swapped in parts. */
function chunkFields(
  { numberOfChunks, chunkIntervalBlocks }: VaultOrder,
  { providers }: OrderRoute,
): PaymentField<OrderField>[] {
  if (numberOfChunks <= 1) return [];
  const seconds = (numberOfChunks - 1) * chunkIntervalBlocks * STATE_CHAIN_BLOCK_SECONDS;
  const isStreaming = providers?.[0]?.endsWith('_STREAMING') === true;
  const what = isStreaming
    ? 'Its parts would take longer than any swap does.'
    : 'It is swapped in parts, which was not reviewed.';
  const agrees = isStreaming && seconds <= LONGEST_SECONDS;
  const actual: FieldValue = { kind: 'count', value: BigInt(numberOfChunks) };
  return [{ field: 'chunks', actual, ...(agrees ? {} : { fault: mismatch(what) }) }];
}

function feeFields({ boostFeeBps, feeBps }: VaultOrder, { meta }: OrderRoute): PaymentField<OrderField>[] {
  const share = (bps: number): FieldValue => ({ kind: 'share', bps });
  const most = meta?.affiliateFee ?? 0;
  const mostBoost = meta?.boost?.maxFeeBps ?? 0;
  return [
    ...(boostFeeBps > 0
      ? [
          heldField<OrderField>('boostFee', share(boostFeeBps), share(mostBoost), {
            agrees: boostFeeBps <= mostBoost,
            what: 'It takes a higher fee for counting at once than the route says.',
          }),
        ]
      : []),
    ...(feeBps > 0
      ? [
          heldField('affiliateFee', share(feeBps), share(most), {
            agrees: feeBps <= most,
            what: 'It takes a higher fee than the route says.',
          }),
        ]
      : []),
  ];
}

const onlyFault = (fault: FieldFault): PaymentField<OrderField>[] => [
  { field: 'order', actual: { kind: 'none' }, fault },
];

/** @param read throws `DecodeError` when the order is unreadable. */
export function orderFields(read: () => VaultOrder, route: OrderRoute): PaymentField<OrderField>[] {
  const [bought, sold] = [cfAssetOf(assetOf(route.buyAsset)), cfAssetOf(assetOf(route.sellAsset))];
  if (!bought || !sold) return onlyFault(mismatch('Chainflip does not know both assets of the route.'));
  let order: VaultOrder;
  try {
    order = read();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return onlyFault(unreadable(`What the network is told to do cannot be read: ${error.message}.`));
  }
  return [
    ...boughtFields(order, bought, route),
    retryField(order),
    refundField(order, sold, route),
    ...chunkFields(order, route),
    ...feeFields(order, route),
  ];
}
