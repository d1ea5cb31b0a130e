/**
 * Creates the state of the emulated Chainflip's first block, the same in every world: one broker, its affiliate, and
 * one other broker.
 */
import { seedMarket } from './market.ts';
import type { ChainflipState } from './network.ts';

const START_BLOCK = 8_000_000;

/** SS58 accounts of the state chain (prefix 2112): the sandbox's broker, and an affiliate registered with it. */
export const BROKER_ACCOUNT = 'cFPZoVpm9tbFpYX2nd91W5JjbQdDjA6ejsj5DdbaWFyjJpMGL';
export const AFFILIATE_ACCOUNT = 'cFK8496ZH4vostHJiRueRLxvTgHmpHg6VDySydqYCot2da4ce';
/** Chainflip's own broker: the backend opens channels in its name, and like any broker it can be an affiliate. */
export const OTHER_BROKER_ACCOUNT = 'cFM8kRvLBXagj6ZXvrt7wCM4jGmHvb5842jTtXXg3mRHjrvKy';

export function seedState(nowMs: number): ChainflipState {
  return {
    block: START_BLOCK,
    blockAt: nowMs,
    events: 0,
    market: seedMarket(),
    channels: [],
    swaps: [],
    nextChannel: {},
    nextSwap: 1,
    nextEgress: 1,
    broker: {
      account: BROKER_ACCOUNT,
      affiliates: [
        {
          account: AFFILIATE_ACCOUNT,
          shortId: 0,
          withdrawalAddress: '0x2773378be02162f28cf199089a64e5e2307fc0f5',
        },
      ],
    },
    earned: {},
    withdrawals: [],
    observed: {},
    funded: [],
  };
}
