/**
 * Mines blocks at the chain's own pace while a caller waits for one, and few otherwise, so that a sandbox that runs
 * for days stays small. Blocks carry the world's time.
 */
import { chainOf } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { replacedBlocks } from '../world/faults.ts';
import type { RunningWorld } from '../world/world.ts';
import type { EvmChain } from './evm-chain.ts';

/**
 * The number of blocks at full pace after the last transaction: more than any network or page counts as confirmations.
 */
const WATCHED_BLOCKS = 100;
/** Seconds of wall time between blocks without transactions. */
const IDLE_SECONDS = 20;
/** Faster chains mine several blocks per tick; at speed 60 a tick is ten times a second. */
const LEAST_TICK_SECONDS = 6;
/** The number of blocks mined at once to let a lock expire. */
const EMPTY_BLOCKS_AT_ONCE = 100;
/** The length of the journal at which a snapshot is taken, to keep the next start fast. */
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

  /** Another miner's blocks replace the last ones, once at each tick of the fault. */
  const reorganise = async (): Promise<void> => {
    const blocks = replacedBlocks(world.faults, chain);
    if (blocks === undefined) return;
    await node.fork(blocks, Math.floor(world.clock.now() / 1000));
    world.faults.use(chain, 'reorg');
  };

  world.clock.every(tickSeconds, `blocks of ${chain}`, async () => {
    if (paused()) return;
    await reorganise();
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

  // After a step, the last block carries the time stepped to, at any pace of the chain.
  world.clock.afterStep(async () => {
    if (!paused()) await mine(1);
  });
}
