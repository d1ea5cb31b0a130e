/**
 * Payouts that call a contract: which calls are allowed, how they are priced, and how each way of opening a channel
 * encodes them. Source: chainflip-backend state-chain/chains/src/lib.rs (CcmChannelMetadata) and runtime_apis
 * (CcmData); chainflip-sdk-monorepo packages/shared/src/schemas.ts (ccmParamsSchema).
 */

import { CHAINS } from '../../chains/chains.ts';
import { ProviderError } from '../../domain/errors.ts';
import { assetName, type CfAsset } from '../../payments/chainflip/assets.ts';
import { ChannelError, type PayoutCall, type PayoutCallSize } from '../provider.ts';
import type { SwapTerms } from './terms.ts';

/** Maximum gas of a call, by chain; chains without callable contracts are missing. Source: docs.chainflip.io, CCM. */
const MOST_GAS: Readonly<Record<string, bigint>> = { Ethereum: 10_000_000n, Arbitrum: 25_000_000n, Bsc: 10_000_000n };
/** Source: chainflip-backend state-chain/chains/src/lib.rs, MAX_CCM_MSG_LENGTH. */
const MOST_MESSAGE_BYTES = 15_000;
/** Contracts of EVM chains need only the message. */
const NO_ADDITIONAL_DATA = '0x';

/** @throws {ProviderError} when the bought asset's chain, or Chainflip, takes no such call. */
export function checkPayoutCall({ gasBudget, messageBytes }: PayoutCallSize, buy: CfAsset): void {
  const most = MOST_GAS[buy.cf.chain];
  if (most === undefined)
    throw new ProviderError(
      'dexAggregationNotSupported',
      `Chainflip calls no contract with a payout of ${assetName(buy)}, only on ${Object.keys(MOST_GAS).join(', ')}.`,
    );
  if (gasBudget <= 0n || gasBudget > most)
    throw new ProviderError(
      'dexAggregationNotSupported',
      `A call with a payout on ${CHAINS[buy.asset.chain].name} may use 1 to ${most} gas; ${gasBudget} were asked for.`,
    );
  if (!Number.isSafeInteger(messageBytes) || messageBytes <= 0 || messageBytes > MOST_MESSAGE_BYTES)
    throw new ProviderError(
      'dexAggregationNotSupported',
      `A payout's message has 1 to ${MOST_MESSAGE_BYTES} bytes; ${messageBytes} were asked for.`,
    );
}

/** In the form of the backend's quote: both or neither. */
export const quotedCallParams = (
  call: PayoutCallSize | undefined,
): { ccmGasBudget?: string; ccmMessageLengthBytes?: string } =>
  call ? { ccmGasBudget: call.gasBudget.toString(), ccmMessageLengthBytes: String(call.messageBytes) } : {};

/** In the form of `cf_swap_rate_v3`: both are plain JSON numbers there, and `checkPayoutCall` keeps them small. */
export const ratedCall = (call: PayoutCallSize | undefined): Record<string, number> | null =>
  call ? { gas_budget: Number(call.gasBudget), message_length: call.messageBytes } : null;

/** The size in the form that terms keep. */
export const keptCall = (call: PayoutCallSize): NonNullable<SwapTerms['payoutCall']> => ({
  gasBudget: call.gasBudget.toString(),
  messageBytes: call.messageBytes,
});

/** Bytes of 0x and hex; undefined for other text. */
const bytesIn = (message: string): number | undefined =>
  /^0x([0-9a-f]{2})*$/i.test(message) ? message.length / 2 - 1 : undefined;

/**
 * Checks that the call is within the one that the route was quoted with, or that there is none when the route was
 * quoted without. @throws {ChannelError} `refused`: the quote would not pay for the call, or the payout would lack
 * its message.
 */
export function checkCallAsQuoted({ payoutCall: quoted }: SwapTerms, call: PayoutCall | undefined): void {
  if (!quoted && !call) return;
  const refused = (why: string) => new ChannelError('refused', `${why} No channel was opened.`);
  if (!quoted) throw refused('The route was quoted without a call of a contract, so that none can go with its payout.');
  if (!call) throw refused('The route was quoted with a call of a contract, and none was given.');
  const bytes = bytesIn(call.message);
  if (bytes === undefined || bytes === 0) throw refused('The message of the payout is no hex text.');
  if (bytes > quoted.messageBytes)
    throw refused(`The message has ${bytes} bytes; the route was quoted with ${quoted.messageBytes}.`);
  if (call.gasBudget <= 0n || call.gasBudget > BigInt(quoted.gasBudget))
    throw refused(`The call wants ${call.gasBudget} gas; the route was quoted with ${quoted.gasBudget}.`);
}

/** A broker's `channel_metadata`. */
export const channelMetadata = (call: PayoutCall | undefined): Record<string, string> | null =>
  call
    ? {
        message: call.message,
        gas_budget: `0x${call.gasBudget.toString(16)}`,
        ccm_additional_data: NO_ADDITIONAL_DATA,
      }
    : null;

/** The backend's `ccmParams`. */
export const backendCcmParams = (call: PayoutCall | undefined): { ccmParams?: Record<string, string> } =>
  call
    ? {
        ccmParams: {
          message: call.message,
          gasBudget: call.gasBudget.toString(),
          ccmAdditionalData: NO_ADDITIONAL_DATA,
        },
      }
    : {};
