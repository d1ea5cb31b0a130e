/**
 * Encodes the message of a payout to the receiver: swap this on, for no less than the shown minimum. A call that
 * would pay less from the start, or that is larger than the payout was priced with, is not encoded.
 */
import { type Hex, keccak256, stringToHex } from 'viem';
import { CHAINS } from '../../chains/chains.ts';
import { formatAmount, mulDiv } from '../../domain/amount.ts';
import { type Asset, assetKey } from '../../domain/asset.ts';
import { isProviderError } from '../../domain/errors.ts';
import { stringify } from '../../domain/json.ts';
import type { RouteDraft, TwoLeg } from '../../domain/route.ts';
import { encodeReceiverMessage } from '../../payments/chainflip/ccm-receiver.ts';
import { RECEIVER_NATIVE } from '../../payments/chainflip/payout-message.ts';
import { type CallOptions, ChannelError, type PayoutCall, type SwapCall } from '../provider.ts';
import { legName } from './legs.ts';
import type { TwoLegSetup } from './two-leg.ts';

export type ReceiverSetup = Pick<TwoLegSetup, 'pair' | 'second' | 'receivers'>;

const refused = (why: string, cause?: unknown): ChannelError =>
  new ChannelError('refused', `${why} No channel was opened.`, { cause });

/** The name of an asset in calls of the router and the receiver. */
export const tokenName = (asset: Asset): string => (asset.kind === 'token' ? asset.address : RECEIVER_NATIVE);

/** The same value with sorted object keys: stores return them in any order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]));
}

/**
 * 32 bytes that identify the receiver's event: a digest of what the route's channel was opened with. It is the same
 * for every channel of a route, and the same when read back from a store.
 */
export function orderIdOf(
  route: Pick<RouteDraft, 'providers' | 'sell' | 'expectedBuy'>,
  { bridge, legs }: TwoLeg,
): Hex {
  const { sell, expectedBuy, providers } = route;
  const assets = [sell.asset, bridge, expectedBuy.asset].map(assetKey);
  return keccak256(stringToHex(stringify(sorted([providers[0], assets, sell.baseUnits, legs[0].tracking]))));
}

/**
 * The minimum of the bought asset for the first leg's whole expected output. The receiver scales it down to what
 * arrives, rounding up: from the first leg's guarantee on it is never below the route's own.
 */
export function leastOutput({ guaranteedBuy, twoLeg }: Pick<RouteDraft, 'guaranteedBuy'> & { twoLeg: TwoLeg }): bigint {
  const [{ expectedBuy, guaranteedBuy: sure }, second] = twoLeg.legs;
  const scaled =
    sure.baseUnits > 0n ? mulDiv(guaranteedBuy.baseUnits, expectedBuy.baseUnits, sure.baseUnits, 'up') : 0n;
  const least = scaled > second.guaranteedBuy.baseUnits ? scaled : second.guaranteedBuy.baseUnits;
  return least > 0n ? least : 1n;
}

const BPS = 10_000n;

/** The tolerance of the second leg's quote, computed from its own amounts. */
function toleranceOf({ expectedBuy, guaranteedBuy }: RouteDraft): number {
  if (expectedBuy.baseUnits <= 0n) return 0;
  return Number(((expectedBuy.baseUnits - guaranteedBuy.baseUnits) * BPS) / expectedBuy.baseUnits);
}

/** The second leg as the receiver would make it now. @throws {ChannelError} */
async function swapCall(
  { pair, second }: ReceiverSetup,
  { route, twoLeg, receiver, recipient }: { route: RouteDraft; twoLeg: TwoLeg; receiver: string; recipient: string },
  options: CallOptions,
): Promise<SwapCall> {
  const [first, draft] = twoLeg.legs;
  const who = legName(pair, 1);
  if (!second.swapCall) throw refused(`${who}, makes no swaps that a contract could carry out.`);
  try {
    return await second.swapCall(
      {
        providerId: pair.legs[1],
        sellAsset: twoLeg.bridge,
        buyAsset: route.expectedBuy.asset,
        sellAmount: formatAmount(first.expectedBuy),
        slippageBps: toleranceOf(draft),
        sourceAddress: receiver,
        destinationAddress: recipient,
        includeTx: true,
        adjustable: true,
      },
      options,
    );
  } catch (error) {
    if (isProviderError(error)) throw refused(`${who}: ${error.message}`, error);
    if (options.signal.aborted) throw refused(`${who}, did not answer in time.`, error);
    throw refused(`${who}, could not be asked for the swap.`, error);
  }
}

/** The receiver of this route's payouts. @throws {ChannelError} when there is none, or another than was quoted. */
export function receiverFor({ pair, receivers }: Pick<ReceiverSetup, 'pair' | 'receivers'>, twoLeg: TwoLeg): string {
  const { chain } = twoLeg.bridge;
  const receiver = receivers[chain];
  if (receiver === undefined)
    throw refused(`${legName(pair, 1)}, has no contract on ${CHAINS[chain].name} that could swap a payout on.`);
  const quoted = twoLeg.legs[0].destinationAddress;
  if (quoted !== '' && quoted.toLowerCase() !== receiver.toLowerCase())
    throw refused('The contract that swaps the payout on is another one since this route was quoted. Quote again.');
  return receiver;
}

/**
 * Asks the second leg once for the swap of the first one's expected output, and encodes the message. @param recipient
 * of the bought asset, or of the bridge asset when it cannot be swapped. @throws {ChannelError} `refused`; nothing
 * was opened.
 */
export async function receiverCall(
  setup: ReceiverSetup,
  route: RouteDraft,
  recipient: string,
  options: CallOptions,
): Promise<{ receiver: string; payoutCall: PayoutCall }> {
  const { twoLeg } = route;
  const size = twoLeg && setup.pair.payoutCalls?.[twoLeg.bridge.chain];
  if (!twoLeg || !size) throw refused('The route was not quoted as one whose payout calls a contract.');
  const receiver = receiverFor(setup, twoLeg);
  const least = leastOutput({ ...route, twoLeg });
  const call = await swapCall(setup, { route, twoLeg, receiver, recipient }, options);
  if (call.expected < least) {
    const now = formatAmount({ ...route.expectedBuy, baseUnits: call.expected });
    const shown = formatAmount({ ...route.expectedBuy, baseUnits: least });
    const { symbol } = route.expectedBuy.asset;
    throw refused(
      `${legName(setup.pair, 1)}, would give ${now} ${symbol} now, less than the ${shown} ${symbol} that the route guarantees at least: the price has moved. Quote again.`,
    );
  }
  const message = encodeReceiverMessage({
    orderId: orderIdOf(route, twoLeg),
    recipient,
    buyToken: tokenName(route.expectedBuy.asset),
    leastOutput: least,
    quotedInput: twoLeg.legs[0].expectedBuy.baseUnits,
    amountOffset: call.amountOffset ?? 0,
    leastOffset: call.leastOffset,
    routerCall: call.data,
  });
  const bytes = (message.length - 2) / 2;
  if (bytes > size.messageBytes)
    throw refused(
      `${legName(setup.pair, 1)}, takes a path whose message has ${bytes} bytes; the payout was priced with ${size.messageBytes}. Quote again.`,
    );
  return { receiver, payoutCall: { message, gasBudget: size.gasBudget } };
}
