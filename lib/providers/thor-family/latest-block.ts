/** Reads when a network made its last block, and explains when it has stopped: it would not execute its quotes then. */
import { ProviderError } from '../../domain/errors.ts';
import { type FamilyConfig, NODE_BLOCK_SECONDS } from './config.ts';

/** `at` and `askedAt`: unix ms; `askedAt` is when the node was asked. */
export type LatestBlock = { height: number; at: number; askedAt: number };

/** Blocks that may be missing before the network counts as standing still, or its node as lagging; ours. */
const MISSING_BLOCKS = 10;
const STILL_MS = MISSING_BLOCKS * NODE_BLOCK_SECONDS * 1000;

/** A time in a node's notation as unix ms; undefined for any other text. */
export function blockTime(text: string | null | undefined): number | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : at;
}

export const isOld = (blockAt: number, now: number): boolean => now - blockAt > STILL_MS;

const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const stillSince = (config: FamilyConfig, at: number) =>
  `${config.title} stands still: its last block is of ${utc(at)}.`;

/** Why the network cannot be traded on, or undefined. */
export const standstillOf = (config: FamilyConfig, latest: LatestBlock | undefined): string | undefined =>
  latest && isOld(latest.at, latest.askedAt) ? stillSince(config, latest.at) : undefined;

export const standsStill = (config: FamilyConfig, at: number) =>
  new ProviderError('tradingHalted', `${stillSince(config, at)} Try again later.`);

/**
 * Follows the height when a node gives no block times: a block counts as made when its height was first seen. Source
 * of the times: `/block` of THORNode and MAYANode; both may be blocked by a gateway.
 */
export function createHeightWatch(now: () => number) {
  let known: { height: number; at: number } | undefined;
  return (height: number): LatestBlock => {
    if (known === undefined || height > known.height) known = { height, at: now() };
    return { ...known, askedAt: now() };
  };
}
