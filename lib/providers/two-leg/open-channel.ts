/** Opens the one channel of a route whose first leg is paid by a deposit: its payout makes the second leg by itself. */
import type { OpenedChannel } from '../../domain/deposit-channel.ts';
import { type CallOptions, ChannelError, type ChannelOpener, type ChannelRequest } from '../provider.ts';
import { receiverCall } from './receiver-call.ts';
import type { TwoLegSetup } from './two-leg.ts';

export type OpeningSetup = Pick<TwoLegSetup, 'pair' | 'first' | 'second' | 'receivers'>;

/**
 * `request.destinationAddress` is the recipient of the bought asset; the channel itself pays the receiver, with the
 * call. Deliberately throws {ChannelError} only.
 */
export async function openForReceiver(
  setup: OpeningSetup,
  { route, destinationAddress, refundAddress, affiliate, maxBoostFeeBps }: ChannelRequest,
  options: CallOptions,
): Promise<OpenedChannel> {
  const { channels } = setup.first;
  const leg = route.twoLeg?.legs[0];
  if (!channels || !leg)
    throw new ChannelError('refused', 'The route was not quoted as one of two legs, so that no channel opens for it.');
  const { receiver, payoutCall } = await receiverCall(setup, route, destinationAddress, options);
  return channels.open(
    {
      route: leg,
      destinationAddress: receiver,
      refundAddress,
      payoutCall,
      ...(affiliate ? { affiliate } : {}),
      ...(maxBoostFeeBps === undefined ? {} : { maxBoostFeeBps }),
    },
    options,
  );
}

/** Undefined when the first leg takes no deposits by channel, or when the legs meet otherwise. */
export function createTwoLegChannels(setup: OpeningSetup): ChannelOpener | undefined {
  const { channels } = setup.first;
  if (!channels || setup.pair.meeting !== 'receiver') return undefined;
  return {
    policy: channels.policy,
    referenceAmount: (pair, options) => channels.referenceAmount(pair, options),
    open: (request, options) => openForReceiver(setup, request, options),
  };
}
