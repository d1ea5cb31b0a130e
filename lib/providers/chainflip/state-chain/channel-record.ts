/**
 * Compares a deposit channel as the state chain stores it with the request. Source: chainflip-backend 5d61407b
 * (2026-08-21), state-chain/pallets/cf-ingress-egress/src/lib.rs, `DepositChannelDetails` and `ChannelAction`;
 * chains/src/refund_parameters.rs; primitives/src/lib.rs, `Beneficiary`.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { decodeSs58 } from '../../../chains/ss58.ts';
import {
  isStoredAddress,
  isStoredAsset,
  readChannel,
  readSwap,
  type StoredSwap,
  storedPrice,
} from '../../../payments/chainflip/state-chain/channel-record.ts';
import type { Decoded } from '../../../payments/chainflip/state-chain/decode-value.ts';
import type { ChannelRequest } from '../../provider.ts';
import type { Commission } from '../affiliates.ts';
import type { SwapTerms } from '../terms.ts';

/** The request and the broker's answer. */
export type ReportedChannel = {
  request: Pick<ChannelRequest, 'destinationAddress' | 'refundAddress' | 'payoutCall'>;
  terms: SwapTerms;
  commission: Commission;
  boostBps: number;
  /** Its number within its chain. */
  channelNumber: bigint;
  expiryBlock: number;
  /**
   * The broker's account when it earns a commission; undefined: the account that opened the channel, which then earns
   * nothing.
   */
  earner: string | undefined;
};

const accountHex = (account: string): string => bytesToHex(decodeSs58(account)?.account ?? new Uint8Array());

/** The broker stands first, then its affiliates. Source: cf-swapping, `assemble_and_validate_broker_fees`. */
function feesDiffer(reported: ReportedChannel, owner: string, [first, ...others]: StoredSwap['broker_fees']): boolean {
  const { earner, commission } = reported;
  if (first === undefined || first.account !== owner) return true;
  if (earner !== undefined && accountHex(earner) !== owner) return true;
  const lines = (fees: { account: string; bps: bigint | number }[]) =>
    fees
      .map((one) => `${one.account} ${one.bps}`)
      .sort()
      .join();
  const asked = commission.affiliates.map(({ account: affiliate, bps }) => ({ account: accountHex(affiliate), bps }));
  return first.bps !== BigInt(commission.brokerCommissionBps) || lines(asked) !== lines(others);
}

function callDiffers(asked: ReportedChannel['request']['payoutCall'], stored: StoredSwap['channel_metadata']): boolean {
  if (!asked || !stored) return asked !== undefined || stored !== null;
  return asked.message.slice(2).toLowerCase() !== stored.message || asked.gasBudget !== stored.gas_budget;
}

function refundDiffers({ request, terms }: ReportedChannel, { refund_params: stored }: StoredSwap): string | undefined {
  if (!isStoredAddress(terms.src.chain, request.refundAddress, stored.refund_address)) return 'the refund address';
  if (storedPrice(stored) !== BigInt(terms.minPriceX128)) return 'the minimum price';
  if (stored.retry_duration !== BigInt(terms.retryDurationBlocks)) return 'the retry duration';
  if (stored.refund_ccm_metadata !== null) return 'a call with the refund';
  const live = terms.maxOraclePriceSlippage;
  // When none was requested the chain may store its own.
  return live !== null && stored.max_oracle_price_slippage !== BigInt(live) ? 'the live price protection' : undefined;
}

function dcaDiffers({ dca }: SwapTerms, stored: StoredSwap['dca_params']): boolean {
  if (!dca || !stored) return dca !== undefined || stored !== null;
  return (
    stored.number_of_chunks !== BigInt(dca.numberOfChunks) || stored.chunk_interval !== BigInt(dca.chunkIntervalBlocks)
  );
}

/**
 * How the stored channel differs; undefined when it does not. @throws {UnknownMetadata} when the chain stores
 * channels in an unknown form.
 */
export function recordMismatch(reported: ReportedChannel, stored: Decoded): string | undefined {
  const { request, terms } = reported;
  const record = readChannel(stored);
  if (record.deposit_channel.channel_id !== reported.channelNumber) return 'the number of the channel';
  if (!isStoredAsset(terms.src, record.deposit_channel.asset.choice)) return 'the sold asset';
  if (record.expires_at < BigInt(reported.expiryBlock)) return 'the last block for a deposit';
  if (record.boost_fee !== BigInt(reported.boostBps)) return 'the boost fee';
  if (record.action.choice !== 'Swap') return 'what happens to a deposit';
  const swap = readSwap(record);
  if (!isStoredAsset(terms.dst, swap.destination_asset.choice)) return 'the bought asset';
  if (!isStoredAddress(terms.dst.chain, request.destinationAddress, swap.destination_address))
    return 'the destination address';
  if (feesDiffer(reported, record.owner, swap.broker_fees)) return 'the broker fee';
  if (callDiffers(request.payoutCall, swap.channel_metadata)) return 'the call with the payout';
  if (dcaDiffers(terms, swap.dca_params)) return 'the parts in which it is swapped';
  return refundDiffers(reported, swap);
}
