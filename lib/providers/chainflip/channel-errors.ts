/**
 * Classifies a channel that did not open: did the caller send something wrong, was it refused, and above all may it
 * have been opened after all? Source: chainflip-backend pallets/cf-swapping, pallets/cf-ingress-egress,
 * api/cf-rpc-apis/src/lib.rs.
 */
import { ProviderError } from '../../domain/errors.ts';
import { UpstreamTrouble } from '../http.ts';
import { ChannelError, type ChannelRequest } from '../provider.ts';
import { ChainflipRefusal } from './errors.ts';

type Field = 'destinationAddress' | 'refundAddress' | 'affiliateBps' | 'maxBoostFeeBps';

const INVALID: readonly [RegExp, Field, string][] = [
  [
    /InvalidEgressAddress|InvalidDestinationAddress|Destination address and asset are on different chains/i,
    'destinationAddress',
    'Chainflip does not pay to this destination address.',
  ],
  [/InvalidRefundAddress/i, 'refundAddress', 'Chainflip does not refund to this address.'],
  [/BrokerCommissionBpsTooHigh|InvalidBrokerFees/i, 'affiliateBps', 'Chainflip pays 1000 basis points in all at most.'],
  [
    /AffiliateNotRegistered|TooManyAffiliates/i,
    'affiliateBps',
    'The affiliate is not registered with the broker, so that its fee cannot be paid.',
  ],
  [
    /BoostFeeTooHigh/i,
    'maxBoostFeeBps',
    'Chainflip takes no boost fee as high as this: 5 to 30 basis points are usual.',
  ],
];

/** Refusals before anything is submitted, by their text. */
const REFUSED =
  /RetryDurationTooHigh|ZeroNumberOfChunksNotAllowed|ChunkIntervalTooLow|SwapRequestDurationTooLong|InvalidCcm|CcmUnsupportedForTargetChain|NoPrivateChannelExistsForBroker|OraclePriceNotAvailable|Broker commission is too low|does not support CCM|Incompatible or unsupported source_asset/i;

/** Dispatch errors, the runtime's answers and requests that were not understood: no channel was opened. */
const CERTAIN_CODES: readonly number[] = [-32021, -32022, -32600, -32601, -32602, -32700];

/** The backend names the rejected address: `Address "x" is not a valid "Bitcoin" address for "mainnet"`. */
function fieldOfAddress(text: string, request: ChannelRequest): Field | undefined {
  const named = /Address "([^"]+)" is not a valid/i.exec(text)?.[1];
  if (named === undefined) return undefined;
  return named === request.refundAddress && named !== request.destinationAddress
    ? 'refundAddress'
    : 'destinationAddress';
}

const tooMany = (cause: ProviderError): ChannelError =>
  new ChannelError('tooMany', 'Chainflip opens no more channels for this at the moment. Try again later.', { cause });

function faultOfRefusal(refusal: ChainflipRefusal, request: ChannelRequest): ChannelError {
  const { text, status } = refusal;
  const cause = refusal;
  if (status === 429 || /too many channels/i.test(text)) return tooMany(refusal);
  const address = fieldOfAddress(text, request);
  if (address !== undefined)
    return new ChannelError('invalid', `Chainflip takes no such address: ${text.slice(0, 200)}.`, {
      field: address,
      cause,
    });
  const invalid = INVALID.find(([pattern]) => pattern.test(text));
  if (invalid) return new ChannelError('invalid', invalid[2], { field: invalid[1], cause });
  const certain = REFUSED.test(text) || CERTAIN_CODES.includes(status) || (status >= 400 && status < 600);
  return certain
    ? new ChannelError('refused', `Chainflip opened no channel: ${text.slice(0, 200)}`, { cause })
    : new ChannelError('uncertain', `Chainflip gave no clear answer: ${text.slice(0, 200)}`, { cause });
}

const UNREACHED: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Whether the request cannot have arrived. */
function neverArrived(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  return ('code' in error && UNREACHED.has(error.code)) || neverArrived(error.cause, depth + 1);
}

/** Converts anything that opening threw to the one error type that its caller handles. */
export function channelFault(error: unknown, request: ChannelRequest): ChannelError {
  if (error instanceof ChannelError) return error;
  if (error instanceof ChainflipRefusal) return faultOfRefusal(error, request);
  // The rate limit comes before the opening of channels: the request went no further.
  if (error instanceof UpstreamTrouble && error.status === 429) return tooMany(error);
  if (error instanceof ProviderError && neverArrived(error.cause))
    return new ChannelError('refused', 'What opens Chainflip channels cannot be reached; none was opened.', {
      cause: error,
    });
  return new ChannelError(
    'uncertain',
    'Chainflip gave no clear answer: a channel may have been opened that nobody here knows of.',
    { cause: error },
  );
}
