/** Quotes both legs of a route, and names the leg in every failure. */
import { fromBaseUnits } from '../../domain/amount.ts';
import { type Asset, sameAsset } from '../../domain/asset.ts';
import { isProviderError, ProviderError } from '../../domain/errors.ts';
import { PROVIDER_NAMES } from '../../domain/provider-id.ts';
import type { RouteDraft } from '../../domain/route.ts';
import type { CallOptions, ProviderQuoteRequest } from '../provider.ts';
import type { TwoLegPair, TwoLegSetup } from './two-leg.ts';

/** Zero-based. */
export type LegIndex = 0 | 1;

const ORDINALS = ['first', 'second'] as const;

/** "1inch, the first leg": the start of a leg's failure or warning. */
export const legName = ({ legs }: TwoLegPair, leg: LegIndex): string =>
  `${PROVIDER_NAMES[legs[leg]]}, the ${ORDINALS[leg]} leg`;

/** The caller's tolerance over the legs: (1-a)(1-b) is never less than 1-(a+b). Basis points. */
export function splitSlippage(slippageBps: number): readonly [number, number] {
  const first = Math.floor(slippageBps / 2);
  return [first, slippageBps - first];
}

/** A leg's failure: its own code, and its message after the leg's name. `bridge`: another one might have worked. */
export function legError(
  pair: TwoLegPair,
  leg: LegIndex,
  error: Pick<ProviderError, 'code' | 'message' | 'least'>,
  bridge?: Asset,
): ProviderError {
  const { code, message, least } = error;
  const between = bridge ? ` (${bridge.symbol} between the legs.)` : '';
  return new ProviderError(code, `${legName(pair, leg)}: ${message}${between}`, {
    ...(error instanceof Error ? { cause: error } : {}),
    ...(least ? { least } : {}),
  });
}

type Asked = Omit<ProviderQuoteRequest, 'includeTx'> & { includeTx?: boolean };

/** The affiliate is paid once, by the leg at Chainflip. */
const affiliateFor = ({ legs }: TwoLegPair, leg: LegIndex, { affiliate }: Asked) =>
  affiliate && legs[leg] === 'CHAINFLIP' ? { affiliate } : {};

/**
 * The request to the first leg. `destinationAddress` is the recipient, when it is known already: the channel, or the
 * receiver.
 */
export function firstRequest(
  { pair, receivers }: Pick<TwoLegSetup, 'pair' | 'receivers'>,
  request: Asked,
  bridge: Asset,
  more: { destinationAddress?: string; includeTx?: boolean } = {},
): ProviderQuoteRequest {
  const { sourceAddress, destinationAddress, refundAddress, allowUnfunded } = request;
  const call = pair.payoutCalls?.[bridge.chain];
  const receiver = pair.meeting === 'receiver' && destinationAddress ? receivers[bridge.chain] : undefined;
  const paidTo = more.destinationAddress ?? receiver;
  return {
    providerId: pair.legs[0],
    sellAsset: request.sellAsset,
    buyAsset: bridge,
    sellAmount: request.sellAmount,
    slippageBps: splitSlippage(request.slippageBps)[0],
    includeTx: more.includeTx ?? false,
    ...(sourceAddress ? { sourceAddress } : {}),
    ...(paidTo ? { destinationAddress: paidTo } : {}),
    // A channel that the first leg pays gets the refund address itself.
    ...(refundAddress && pair.meeting === 'receiver' ? { refundAddress } : {}),
    ...(allowUnfunded ? { allowUnfunded } : {}),
    ...affiliateFor(pair, 0, request),
    ...(call ? { payoutCall: call } : {}),
  };
}

/** The request to the second leg: the first one's whole expected output. */
export function secondRequest(
  { pair, receivers }: Pick<TwoLegSetup, 'pair' | 'receivers'>,
  request: Asked,
  first: Pick<RouteDraft, 'expectedBuy'>,
): ProviderQuoteRequest {
  const { asset: bridge, baseUnits, decimals } = first.expectedBuy;
  const { destinationAddress } = request;
  const receiver = pair.meeting === 'receiver' ? receivers[bridge.chain] : undefined;
  return {
    providerId: pair.legs[1],
    sellAsset: bridge,
    buyAsset: request.buyAsset,
    sellAmount: fromBaseUnits(baseUnits, decimals),
    slippageBps: splitSlippage(request.slippageBps)[1],
    includeTx: false,
    ...(receiver && destinationAddress ? { sourceAddress: receiver } : {}),
    ...(destinationAddress ? { destinationAddress } : {}),
    ...affiliateFor(pair, 1, request),
    ...(pair.meeting === 'receiver' ? { adjustable: true } : {}),
  };
}

/** A leg's plain route. @throws {ProviderError} with the leg's own code, naming the leg. */
export async function quoteLeg(
  setup: Pick<TwoLegSetup, 'pair' | 'first' | 'second'>,
  leg: LegIndex,
  asked: ProviderQuoteRequest,
  options: CallOptions,
): Promise<RouteDraft> {
  const bridge = leg === 0 ? asked.buyAsset : asked.sellAsset;
  try {
    options.signal.throwIfAborted();
    const [draft] = await (leg === 0 ? setup.first : setup.second).quote(asked, options);
    if (!draft) throw new ProviderError('quoteNotFound', 'It has no route for this.');
    const { sell, expectedBuy } = draft;
    if (!sameAsset(sell.asset, asked.sellAsset) || !sameAsset(expectedBuy.asset, asked.buyAsset))
      throw new ProviderError('unknownError', 'It quoted other assets than were asked for.');
    return draft;
  } catch (error) {
    throw isProviderError(error) ? legError(setup.pair, leg, error, bridge) : error;
  }
}
