/**
 * Blocks at the chain's own pace while anybody waits for one, stamped with the world's time; few blocks otherwise, so
 * that a sandbox that is left running for days stays small.
 */
import { chainOf } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { RunningWorld } from '../world/world.ts';
import type { EvmChain } from './evm-chain.ts';

/** Blocks after the last transaction that come at full pace: more than any network or page counts confirmations. */
const WATCHED_BLOCKS = 100;
/** Without transactions, seconds of wall time between blocks. */
const IDLE_SECONDS = 20;
/** Chains whose blocks are quicker are mined several blocks at a time: at speed 60 this is ten times a second. */
const LEAST_TICK_SECONDS = 6;
/** Blocks that come at once where they only run a lock's time down. */
const EMPTY_BLOCKS_AT_ONCE = 100;
/** Journal entries after which a snapshot makes the next start quick again. */
const SNAPSHOT_AFTER_ENTRIES = 500;

export function createMiner(world: RunningWorld, node: EvmChain, chain: ChainId): void {
  const { blockSeconds } = chainOf(chain);
  const tickSeconds = Math.max(blockSeconds, LEAST_TICK_SECONDS);
  let due = 0;
  let lastMined = performance.now();
  const paused = (): boolean => world.faults.get(chain, 'no-blocks') !== undefined;

  const mine = async (blocks: number): Promise<void> => {
    due -= blocks;
    lastMined = performance.now();
    await node.mine(blocks, Math.floor(world.clock.now() / 1000));
  };

  world.clock.every(tickSeconds, `blocks of ${chain}`, async () => {
    if (paused()) return;
    const { memory } = node;
    const awaited = Math.max(0, node.awaited - memory.height);
    due = Math.min(due + tickSeconds / blockSeconds, Math.max(WATCHED_BLOCKS, awaited));
    const watched = memory.pending.size > 0 || memory.height - memory.lastTxHeight < WATCHED_BLOCKS;
    if (watched && due >= 1) await mine(Math.floor(due));
    else if (!watched && awaited > 0 && due >= Math.min(EMPTY_BLOCKS_AT_ONCE, awaited)) await mine(Math.floor(due));
    else if (!watched && performance.now() - lastMined >= IDLE_SECONDS * 1000) await mine(1);
    if (!watched && awaited === 0) due = 0;
    if (node.journalLength() > SNAPSHOT_AFTER_ENTRIES) await node.snapshot();
  });

  // The last block bears the time to which the world was stepped, whatever the chain's pace.
  world.clock.afterStep(async () => {
    if (!paused()) await mine(1);
  });
}
