/** Finds what an id of `GET /v2/swaps/{id}` refers to: a channel, a swap request or a deposit's transaction. */
import { channelById } from './channels.ts';
import { backendState, type ChainflipNetwork, type Swap } from './network.ts';
import { type Found, txRefOf } from './swap-view.ts';

const CHANNEL_ID = /^\d+-[a-z]+-\d+$/i;
const SWAP_ID = /^\d+$/;

/** Of several deposits into one channel, the newest final one, or else the newest. */
function newestOf(swaps: readonly Swap[]): Found {
  const swap = swaps.findLast((one) => one.deposit.final !== undefined) ?? swaps.at(-1);
  return swap === undefined ? {} : { swap };
}

/** Undefined for unknown ids; an address is not an id. */
export function findSwap(network: ChainflipNetwork, id: string): Found | undefined {
  const { channels, swaps } = backendState(network);
  const channel = CHANNEL_ID.test(id) ? channelById(channels, id) : undefined;
  if (channel !== undefined) {
    const own = swaps.filter((one) => one.origin.kind === 'channel' && one.origin.channelId === channel.id);
    return { channel, ...newestOf(own) };
  }
  const wanted = id.toLowerCase();
  const swap = swaps.findLast((one) =>
    SWAP_ID.test(id) ? String(one.id) === id : txRefOf(network, one)?.toLowerCase() === wanted,
  );
  if (swap === undefined) return undefined;
  const { origin } = swap;
  const opened = origin.kind === 'channel' ? channelById(channels, origin.channelId) : undefined;
  return { swap, ...(opened === undefined ? {} : { channel: opened }) };
}
