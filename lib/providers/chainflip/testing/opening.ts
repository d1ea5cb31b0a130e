/** A channel that is opened for a quoted route. */
import { ChannelError, type ChannelRequest } from '../../provider.ts';
import { type BenchOptions, bench } from './bench.ts';
import { ALICE_BTC, ALICE_ETH, BROKER_PATH, type ChainflipAnswers } from './chainflip-double.ts';

export const live = () => new AbortController().signal;

export async function opening(
  answers: ChainflipAnswers = {},
  options: BenchOptions = {},
  changes: Partial<ChannelRequest> = {},
) {
  const bed = await bench(answers, options);
  const route = changes.route ?? (await bed.one({ slippageBps: 100 }));
  bed.upstream.calls.length = 0;
  const asked = { route, destinationAddress: ALICE_ETH, refundAddress: ALICE_BTC, ...changes };
  const open = (signal = live()) => {
    if (!bed.provider.channels) throw new Error('no channels');
    return bed.provider.channels.open(asked, { signal });
  };
  const fault = async (signal?: AbortSignal): Promise<ChannelError> => {
    try {
      await open(signal);
    } catch (error) {
      if (error instanceof ChannelError) return error;
      throw error;
    }
    throw new Error('opened');
  };
  const sent = () =>
    bed.asked(BROKER_PATH).map(({ body }) => JSON.parse(body) as { method: string; params: unknown[] });
  return { ...bed, route, open, fault, sent };
}
