/** Compares a deposit channel, as the state chain stores it, with the request. */
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import type { AskedSwap } from '../asked-swap.ts';
import type { PayableRoute } from '../payable-route.ts';
import type { RouteFault } from '../route-fault.ts';
import { legProviders } from '../two-leg/signed-leg.ts';
import { type CfAsset, cfAssetOf } from './assets.ts';
import { foreignText } from './state-chain/chain-address.ts';
import {
  isStoredAddress,
  isStoredAsset,
  readChannel,
  readSwap,
  type StoredSwap,
  storedPrice,
} from './state-chain/channel-record.ts';
import type { Decoded } from './state-chain/decode-value.ts';
import { UnknownMetadata } from './state-chain/metadata.ts';

/** The required terms of a route's channel. Amounts are decimals of either side. */
export type WantedChannel = { src: CfAsset; dst: CfAsset; sellAmount: string; leastBuyAmount: string };

function known(asset: string): CfAsset {
  const found = cfAssetOf(assetOf(asset));
  if (!found) throw new UnknownMetadata(`Chainflip’s name of ${asset} is not known`);
  return found;
}

/** @throws {UnknownMetadata} when only the service knows what the channel must be. */
export function wantedChannel(
  asked: AskedSwap,
  { legs, meta, expectedBuyAmountMaxSlippage: leastBuyAmount, providers }: PayableRoute,
): WantedChannel {
  const [first] = legProviders({ providers }) ?? [];
  if (first === undefined)
    return { src: known(asked.sellAsset), dst: known(asked.buyAsset), sellAmount: asked.sellAmount, leastBuyAmount };
  if (first === 'CHAINFLIP')
    throw new UnknownMetadata('its payout calls a contract of the service, of which the state chain knows nothing');
  const [leg] = legs ?? [];
  if (!leg || !meta.bridge) throw new UnknownMetadata('the route does not say where its two legs meet');
  const dst = known(asked.buyAsset);
  return { src: known(meta.bridge.asset), dst, sellAmount: leg.buyAmountMaxSlippage, leastBuyAmount };
}

/** Fees come off besides, so the whole deposit at the minimum price must give at least the guarantee. */
function isGuaranteed({ src, dst, sellAmount, leastBuyAmount }: WantedChannel, { refund_params }: StoredSwap): boolean {
  const [sold, least] = [
    toBaseUnits(sellAmount, src.decimals, 'up'),
    toBaseUnits(leastBuyAmount, dst.decimals, 'down'),
  ];
  return sold !== undefined && least !== undefined && (storedPrice(refund_params) * sold) >> 128n >= least;
}

const held = (
  agrees: boolean,
  field: string,
  should: string | undefined,
  is: string | undefined,
  message: string,
): RouteFault[] => (agrees ? [] : [{ field, asked: should, actual: is, message }]);

function assetFaults({ src, dst }: WantedChannel, sold: string, bought: string): RouteFault[] {
  return [
    ...held(isStoredAsset(src.cf, sold), 'sellAsset', src.internal, sold, 'The channel takes another asset.'),
    ...held(isStoredAsset(dst.cf, bought), 'buyAsset', dst.internal, bought, 'The channel buys another asset.'),
  ];
}

function addressFaults(asked: AskedSwap, { src, dst }: WantedChannel, swap: StoredSwap): RouteFault[] {
  const field = (name: string, chain: string, wanted: string, stored: unknown, message: string): RouteFault[] =>
    held(isStoredAddress(chain, wanted, stored), name, wanted, foreignText(wanted, stored), message);
  const refund = asked.refundAddress || asked.sourceAddress;
  return [
    ...field(
      'destinationAddress',
      dst.cf.chain,
      asked.destinationAddress,
      swap.destination_address,
      'The channel pays another address than was asked for.',
    ),
    ...(refund
      ? field(
          'refundAddress',
          src.cf.chain,
          refund,
          swap.refund_params.refund_address,
          'What cannot be swapped would go to another address than was asked for.',
        )
      : []),
  ];
}

function costFaults(
  { affiliateFeeBps = 0, maxBoostFeeBps = 0 }: AskedSwap,
  boostBps: bigint,
  { broker_fees }: StoredSwap,
): RouteFault[] {
  const bps = (value: bigint | number): string => `${value} basis points`;
  const fee = broker_fees.reduce((sum, share) => sum + share.bps, 0n);
  return [
    ...held(
      fee <= BigInt(affiliateFeeBps),
      'affiliateFee',
      bps(affiliateFeeBps),
      bps(fee),
      'The channel takes a higher fee for others than was agreed to.',
    ),
    ...held(
      boostBps <= BigInt(maxBoostFeeBps),
      'boostFee',
      bps(maxBoostFeeBps),
      bps(boostBps),
      'The channel takes a higher fee for counting at once than was agreed to.',
    ),
  ];
}

/**
 * How the channel differs from the request: `asked` is the request, `actual` what the state chain stores. @throws
 * {UnknownMetadata} when the chain stores it in an unknown form.
 */
export function channelFaults(asked: AskedSwap, wanted: WantedChannel, stored: Decoded): RouteFault[] {
  const record = readChannel(stored);
  const { action, deposit_channel, boost_fee } = record;
  if (action.choice !== 'Swap')
    return held(false, 'payee', 'Swap', action.choice, 'The channel does something else with a deposit.');
  const swap = readSwap(record);
  const { refund_params, channel_metadata } = swap;
  const callsNothing = channel_metadata === null && refund_params.refund_ccm_metadata === null;
  return [
    ...assetFaults(wanted, deposit_channel.asset.choice, swap.destination_asset.choice),
    ...addressFaults(asked, wanted, swap),
    ...held(
      isGuaranteed(wanted, swap),
      'leastBuyAmount',
      `${wanted.leastBuyAmount} for ${wanted.sellAmount}`,
      `a price of ${storedPrice(refund_params)} / 2^128`,
      'The channel guarantees less than the route.',
    ),
    ...costFaults(asked, boost_fee, swap),
    ...held(callsNothing, 'contract', undefined, 'a call', 'The channel calls a contract with what it pays.'),
  ];
}
