/**
 * Decides when an expired channel has ended for good: not before the state chain could have witnessed a deposit made
 * in time. Its end is `inboundFailed`.
 */
import { CHAINS } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { remember } from '../../domain/remember.ts';
import type { Observation } from '../../domain/swap-status.ts';
import type { ExpiredSince, TrackMemory } from './track-memory.ts';
import type { SwapStatus } from './track-schemas.ts';

/** For at least this long after the expiry, a deposit in the last block before it may still be unwitnessed. */
const LEAST_MARGIN_MS = 600_000;
/** Blocks beyond the required confirmations that a slow chain, or the chain's witnesses, may take. */
const SPARE_BLOCKS = 6;
/** Of the state chain, whose blocks keep this pace on the main network. */
const STATE_BLOCK_MS = 6000;
/** How far blocks may be off the time that was estimated for them a day ahead. */
const ESTIMATE_ERROR_MS = 6 * 3_600_000;

export const witnessMarginMs = (chain: ChainId, requiredConfirmations: number | undefined): number => {
  const blocks = (requiredConfirmations ?? CHAINS[chain].confirmations) + SPARE_BLOCKS;
  return Math.max(LEAST_MARGIN_MS, blocks * CHAINS[chain].blockSeconds * 1000);
};

export const EXPIRED_TEXT =
  'No deposit arrived at the address before it expired. What is sent there now, or of another asset, is not swapped and not sent back: do not pay to it any more and get a new address. If you did pay, Chainflip’s support can tell what became of it; give it the channel.';

/** Whether the channel is seen expired, and no deposit in it. */
export const isExpiredEmpty = ({ state, deposit, depositChannel }: SwapStatus): boolean =>
  state === 'WAITING' && deposit === undefined && depositChannel?.isExpired === true;

/** A backend that stands still has seen none of the passing blocks' deposits: it must have moved on since. */
function blocksPassed(since: ExpiredSince, { block, chainTime, margin }: Passing): boolean {
  if (block === undefined || since.block === undefined) return false;
  if (block < since.block + Math.ceil(margin / STATE_BLOCK_MS)) return false;
  since.marginAt ??= chainTime;
  return chainTime > since.marginAt;
}

type Passing = { block: number | undefined; chainTime: number; margin: number };

/**
 * @param memory when the channel was first seen expired; without it only a long time past the estimate counts. @param
 * block the state chain's newest, when a node knows it and the backend keeps up with it: counted in blocks, the
 * margin is as long where they come quicker than on the main network.
 */
export function expiryFacts(
  memory: Pick<TrackMemory, 'expiredSince'>,
  channelId: string,
  chain: ChainId,
  status: SwapStatus,
  block?: number,
): Observation[] {
  const { depositChannel, lastStatechainUpdateAt: chainTime } = status;
  if (!isExpiredEmpty(status) || chainTime === undefined) return [];
  const known = memory.expiredSince.get(channelId);
  const since = { at: known?.at ?? chainTime, block: known?.block ?? block, marginAt: known?.marginAt };
  remember(memory.expiredSince, channelId, since);
  const margin = witnessMarginMs(chain, status.srcChainRequiredBlockConfirmations);
  const estimated = depositChannel?.estimatedExpiryTime;
  const longPast = estimated !== undefined && chainTime >= estimated + ESTIMATE_ERROR_MS + margin;
  const byTime = chainTime >= Math.max(since.at, estimated ?? since.at) + margin;
  const over = byTime || longPast || blocksPassed(since, { block, chainTime, margin });
  return over
    ? [
        {
          kind: 'inboundFailed',
          at: chainTime,
          reason: `${EXPIRED_TEXT.replace(/\.$/, '')} (${channelId}).`,
          cause: 'expired',
        },
      ]
    : [];
}
