/** Holds a deposit channel, as the state chain stores it, against what was asked for. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { sameAddress } from '../../chains/address.ts';
import { decodeSs58 } from '../../chains/ss58.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import type { AskedSwap } from '../asked-swap.ts';
import type { PayableRoute } from '../payable-route.ts';
import type { RouteFault } from '../route-fault.ts';
import { legProviders } from '../two-leg/signed-leg.ts';
import { type CfAsset, cfAssetOf } from './assets.ts';
import { RECEIVER_NATIVE, readPayoutMessage } from './payout-message.ts';
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

/** What the channel of a route must be. Amounts are decimals of either side. */
export type WantedChannel = {
  src: CfAsset;
  dst: CfAsset;
  sellAmount: string;
  leastBuyAmount: string;
  /** The payout goes to a contract that swaps it on for the recipient, by the message that it is called with. */
  isSwappedOn?: true;
};

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
  const { sellAsset, buyAsset, sellAmount } = asked;
  if (first === undefined) return { src: known(sellAsset), dst: known(buyAsset), sellAmount, leastBuyAmount };
  const [leg] = legs ?? [];
  if (!leg || !meta.bridge) throw new UnknownMetadata('the route does not say where its two legs meet');
  const meeting = known(meta.bridge.asset);
  const { buyAmountMaxSlippage: handedOver } = leg;
  return first === 'CHAINFLIP'
    ? { src: known(sellAsset), dst: meeting, sellAmount, leastBuyAmount: handedOver, isSwappedOn: true }
    : { src: meeting, dst: known(buyAsset), sellAmount: handedOver, leastBuyAmount };
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

function addressFaults(asked: AskedSwap, { src, dst, isSwappedOn }: WantedChannel, swap: StoredSwap): RouteFault[] {
  const field = (name: string, chain: string, wanted: string, stored: unknown, message: string): RouteFault[] =>
    held(isStoredAddress(chain, wanted, stored), name, wanted, foreignText(wanted, stored), message);
  const refund = asked.refundAddress || asked.sourceAddress;
  return [
    ...(isSwappedOn
      ? []
      : field(
          'destinationAddress',
          dst.cf.chain,
          asked.destinationAddress,
          swap.destination_address,
          'The channel pays another address than was asked for.',
        )),
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

/** Who gets a fee of the channel, where that was asked for: accounts of the state chain, `cF…`. */
function earnerFaults({ affiliates: asked }: AskedSwap, { broker_fees }: StoredSwap): RouteFault[] {
  if (asked === undefined) return [];
  const known = asked.flatMap((one) => decodeSs58(one)?.account ?? []).map((account) => bytesToHex(account));
  const strangers = broker_fees.filter(({ account, bps }) => bps > 0n && !known.includes(account));
  return held(
    strangers.length === 0,
    'affiliates',
    asked.join(', ') || undefined,
    strangers.map(({ account }) => account).join(', '),
    'The channel gives a fee to somebody else than was asked for.',
  );
}

function costFaults(asked: AskedSwap, boostBps: bigint, swap: StoredSwap): RouteFault[] {
  const { affiliateFeeBps = 0, maxBoostFeeBps = 0 } = asked;
  const { broker_fees } = swap;
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
    ...earnerFaults(asked, swap),
    ...held(
      boostBps <= BigInt(maxBoostFeeBps),
      'boostFee',
      bps(maxBoostFeeBps),
      bps(boostBps),
      'The channel takes a higher fee for counting at once than was agreed to.',
    ),
  ];
}

/** The call with the payout: none, or one that pays the receiver what was asked for. */
function callFaults(
  { destinationAddress, buyAsset }: AskedSwap,
  { isSwappedOn }: WantedChannel,
  { channel_metadata: call, refund_params }: StoredSwap,
): RouteFault[] {
  const callsNothing = refund_params.refund_ccm_metadata === null && (isSwappedOn || call === null);
  const contract = held(
    callsNothing,
    'contract',
    undefined,
    'a call',
    'The channel calls a contract with what it pays.',
  );
  if (!isSwappedOn || contract.length > 0) return contract;
  const message = call === null ? undefined : readPayoutMessage(call.message);
  const bought = assetOf(buyAsset);
  const token = bought.kind === 'token' ? bought.address : RECEIVER_NATIVE;
  const is = (one: string, other: string | undefined): boolean =>
    other !== undefined && sameAddress(bought.chain, one, other);
  return [
    ...held(
      is(destinationAddress, message?.recipient),
      'destinationAddress',
      destinationAddress,
      message?.recipient,
      'The channel pays another address than was asked for.',
    ),
    ...held(is(token, message?.buyToken), 'buyAsset', token, message?.buyToken, 'The channel buys another asset.'),
  ];
}

/**
 * In what the channel is not what was asked for: `asked` is that, `actual` what the state chain stores.
 * @throws {UnknownMetadata} where the chain stores it in a way that is not known, and where nothing differs but its payout
 * goes to a contract of the service's own, of which the state chain cannot say what it does.
 */
export function channelFaults(asked: AskedSwap, wanted: WantedChannel, stored: Decoded): RouteFault[] {
  const record = readChannel(stored);
  const { action, deposit_channel, boost_fee } = record;
  if (action.choice !== 'Swap')
    return held(false, 'payee', 'Swap', action.choice, 'The channel does something else with a deposit.');
  const swap = readSwap(record);
  const { refund_params } = swap;
  const faults = [
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
    ...callFaults(asked, wanted, swap),
  ];
  if (faults.length > 0 || !wanted.isSwappedOn) return faults;
  throw new UnknownMetadata('its payout goes to a contract of the service, of which the state chain knows nothing');
}
