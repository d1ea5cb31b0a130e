/** Encodes an opened channel for the wire: the four fields of the interface, and everything a payer must know. */
import { spelledTx } from '../api/encode.ts';
import { type DepositChannel, depositChannelSchema } from '../api/schemas/deposit-channel.ts';
import type { StoredChannel } from '../db/store.ts';
import { formatAmount } from '../domain/amount.ts';
import { checksumAddress, formatAsset } from '../domain/asset.ts';
import type { RoutedChannel } from '../domain/deposit-channel.ts';
import type { RouteDraft, RouteTx } from '../domain/route.ts';

/** A transaction for the connected wallet, or a sentence that says why there is none. */
export type Transfer = { tx: RouteTx } | { unavailable: string };

export type OpenChannel = StoredChannel & { channel: RoutedChannel };

/** @param isAmountNamed whether the caller, or the quote that they chose, named the amount to send. */
export function encodeChannel(
  stored: OpenChannel,
  draft: RouteDraft,
  isAmountNamed: boolean,
  transfer: Transfer | undefined,
): DepositChannel {
  const { channel } = stored;
  const { minimumDeposit, maximumDeposit } = draft.channel ?? {};
  return depositChannelSchema.parse({
    depositAddress: checksumAddress(channel.depositAddress),
    channelId: channel.channelId,
    issuedBlock: channel.issuedBlock,
    sourceChainExpiryBlock: channel.sourceChainExpiryBlock,
    quoteId: stored.quoteId,
    routeIndex: stored.routeIndex,
    refundAddress: checksumAddress(channel.refundAddress),
    destinationAddress: checksumAddress(channel.destinationAddress),
    ...(channel.witnessed === undefined ? {} : { witnessed: channel.witnessed }),
    expiration: String(Math.floor(channel.expiresAt / 1000)),
    sellAsset: formatAsset(draft.sell.asset),
    ...(isAmountNamed ? { sellAmount: formatAmount(draft.sell) } : {}),
    ...(minimumDeposit ? { minimumDeposit: formatAmount(minimumDeposit) } : {}),
    ...(maximumDeposit ? { maximumDeposit: formatAmount(maximumDeposit) } : {}),
    ...(transfer && 'tx' in transfer ? { tx: spelledTx(transfer.tx).tx, txType: transfer.tx.type } : {}),
    ...(transfer && 'unavailable' in transfer ? { txUnavailable: transfer.unavailable } : {}),
  });
}
