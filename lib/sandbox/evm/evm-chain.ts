/**
 * Runs one EVM chain that forgets nothing it has answered: every change is journaled before the node gets it, and a
 * node that ends for any reason is restarted from snapshot and journal.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import type { ChainId } from '../../domain/chain-id.ts';
import { type Anvil, AnvilGone, RpcError } from './anvil-process.ts';
import { boundedState } from './bounded-state.ts';
import type { ChainFiles, Entry } from './chain-files.ts';
import { type ChainMemory, DEEPEST_FORK, memoryOf, metaOf, type Recent } from './chain-memory.ts';
import { blockSchema, inboundOf, receiptSchema, type Watch } from './inbounds.ts';
import { addedAgain, whatTheyAdd } from './relative-writes.ts';

const hexNumber = z.string().transform(Number);
const unzip = promisify(gunzip);
export const hashOfRaw = (raw: string): string => `0x${bytesToHex(keccak_256(hexToBytes(raw.slice(2))))}`;

export type EvmChainOptions = {
  chain: ChainId;
  chainId: number;
  files: ChainFiles;
  /** Starts a node, from a saved state if there is one. @throws {SandboxError | AnvilGone} */
  startNode(options: { chainId: number; loadState?: string }): Promise<Anvil>;
  /** Makes the first block. Its effects are in the node's state; its result is remembered. */
  genesis(anvil: Anvil): Promise<{ routers: ChainMemory['routers']; time: number }>;
  /** The vaults and routers to watch for payments. */
  watch(memory: ChainMemory): Watch;
  log(event: Record<string, unknown>): void;
};

export class EvmChain {
  readonly #options: EvmChainOptions;
  #memory: ChainMemory | undefined;
  /** The node that is up to date; while a new one is being brought up to date, it is only in `#newest`. */
  #anvil: Anvil | undefined;
  #newest: Anvil | undefined;
  /** The last `evm_setTime` of the present node. */
  #nodeTime: number | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #stopped = false;
  #awaited = 0;

  constructor(options: EvmChainOptions) {
    this.#options = options;
  }

  get chain(): ChainId {
    return this.#options.chain;
  }

  get memory(): ChainMemory {
    if (this.#memory === undefined) throw new Error('the chain has not started');
    return this.#memory;
  }

  /** A height that is awaited although nothing happens until then: the expiry of a lock. */
  get awaited(): number {
    return this.#awaited;
  }
  /** Requests blocks at the chain's own pace up to `height`. Forgotten when the process ends. */
  await(height: number): void {
    this.#awaited = Math.max(this.#awaited, height);
  }

  /** @throws {SandboxError} when no node runs on this platform. */
  start(): Promise<void> {
    return this.exclusive(async () => undefined);
  }

  /**
   * Runs `work` while nothing else changes the chain. If the node ends meanwhile, `work` runs once more with the next
   * node. What it committed before is in the journal, so it must check before it commits.
   */
  exclusive<T>(work: (anvil: Anvil) => Promise<T>): Promise<T> {
    const done = this.#queue.then(async () => {
      const anvil = await this.#running();
      try {
        return await work(anvil);
      } catch (error) {
        if (!(error instanceof AnvilGone)) throw error;
        return work(await this.#again());
      }
    });
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Replaces a node that does not answer, unless that has been done already. */
  async #again(): Promise<Anvil> {
    const anvil = await this.#running();
    try {
      await anvil.rpc('eth_chainId');
      return anvil;
    } catch {
      await anvil.kill();
      return this.#running();
    }
  }

  async #running(): Promise<Anvil> {
    if (this.#stopped) throw new AnvilGone('the sandbox is stopping');
    if (this.#anvil?.alive() && this.#memory !== undefined) return this.#anvil;
    return this.#boot();
  }

  async #boot(): Promise<Anvil> {
    const { chain, chainId, files, startNode, genesis, log } = this.#options;
    const saved = files.load();
    const anvil = await startNode({ chainId, ...(saved ? { loadState: saved.statePath } : {}) });
    this.#newest = anvil;
    this.#nodeTime = undefined;
    await anvil.rpc('anvil_setBlockTimestampInterval', [0]);
    if (saved === undefined) {
      const begun = await genesis(anvil);
      const height = hexNumber.parse(await anvil.rpc('eth_blockNumber'));
      const empty = { txHeights: [], pending: new Map(), inbounds: [], payouts: new Map(), vaults: [], recent: [] };
      this.#memory = { ...empty, ...begun, height, lastTxHeight: height, forks: 0 };
      await this.#snapshot(anvil);
    } else {
      const memory = memoryOf(chain, saved.meta);
      await this.#replay(anvil, memory, saved.entries);
      this.#memory = memory;
    }
    this.#anvil = anvil;
    void anvil.ended.then(() => {
      if (this.#stopped || this.#anvil !== anvil) return;
      log({ level: 'warn', event: 'anvil ended', chain });
      this.start().catch((error: unknown) => log({ level: 'error', event: 'anvil', chain, error: String(error) }));
    });
    return anvil;
  }

  async #replay(anvil: Anvil, memory: ChainMemory, entries: readonly Entry[]): Promise<void> {
    for (const [hash, raw] of memory.pending) await this.#repeat(anvil, memory, { kind: 'raw', hash, raw });
    for (const [index, entry] of entries.entries()) {
      const next = entries[index + 1];
      const wasRefused = 'raw' in entry && next?.kind === 'refused' && next.hash === entry.hash;
      if (!wasRefused) await this.#repeat(anvil, memory, entry);
    }
  }

  async #repeat(anvil: Anvil, memory: ChainMemory, entry: Entry): Promise<void> {
    try {
      await this.#apply(anvil, memory, entry);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      this.#options.log({
        level: 'error',
        event: 'replay',
        chain: this.#options.chain,
        entry: entry.kind,
        error: error.message,
      });
    }
  }

  async #apply(anvil: Anvil, memory: ChainMemory, entry: Entry): Promise<void> {
    switch (entry.kind) {
      case 'raw':
      case 'payout':
        await anvil.rpc('eth_sendRawTransaction', [entry.raw]);
        memory.pending.set(entry.hash, entry.raw);
        if (entry.kind === 'payout')
          memory.payouts.set(entry.key, { hash: entry.hash, gasBaseUnits: entry.gasBaseUnits });
        return;
      case 'write': {
        const added = await whatTheyAdd(anvil, entry.calls);
        await anvil.all(entry.calls);
        this.#remember(memory, { height: memory.height, added });
        return;
      }
      case 'vault':
        memory.vaults.push(entry.name);
        return;
      case 'fork':
        return this.#fork(anvil, memory, entry);
      case 'mine': {
        await this.#mineAt(anvil, entry);
        const tip = memory.height + entry.blocks;
        if (memory.pending.size > 0) await this.#lookInto(anvil, memory, memory.height + 1, tip);
        // Set last: a caller who sees a height must see every payment up to it, because it never looks there again.
        memory.height = tip;
        memory.time = entry.time;
        return;
      }
      case 'refused':
        return;
    }
  }

  async #mineAt(anvil: Anvil, { blocks, time }: { blocks: number; time: number }): Promise<void> {
    if (this.#nodeTime !== time) await anvil.rpc('evm_setTime', [time]);
    this.#nodeTime = time;
    await anvil.rpc('anvil_mine', [`0x${blocks.toString(16)}`]);
  }

  #remember(memory: ChainMemory, one: Recent): void {
    memory.recent = [...memory.recent.filter(({ height }) => height >= memory.height - DEEPEST_FORK), one];
  }

  async #fork(anvil: Anvil, memory: ChainMemory, { blocks, time }: { blocks: number; time: number }): Promise<void> {
    const kept = memory.height - blocks;
    const undone = memory.recent.filter(({ height }) => height > kept);
    memory.recent = memory.recent.filter((one) => !undone.includes(one));
    memory.forks += 1;
    memory.inbounds = memory.inbounds.filter(({ blockHeight }) => blockHeight <= kept);
    memory.txHeights = memory.txHeights.filter((height) => height <= kept);
    await anvil.rpc('anvil_rollback', [blocks]);
    // Before the blocks, since what waits may be mined in them.
    for (const one of undone)
      if ('added' in one) {
        await anvil.all(await addedAgain(anvil, one.added));
        this.#remember(memory, { height: kept, added: one.added });
      }
    await this.#mineAt(anvil, { blocks, time });
    memory.time = time;
    for (const one of undone)
      if ('raw' in one)
        await this.#apply(anvil, memory, { kind: 'raw', ...one }).catch((error: unknown) => {
          // What waited in the pool took its place.
          if (!(error instanceof RpcError)) throw error;
        });
    // What waited before may have been mined in their place.
    await this.#lookInto(anvil, memory, kept + 1, memory.height);
  }

  /** Removes the transactions of blocks `first` to `tip` from the pending ones, and records payments to vaults. */
  async #lookInto(anvil: Anvil, memory: ChainMemory, first: number, tip: number): Promise<void> {
    const watch = this.#options.watch(memory);
    // Transactions fill the first blocks; after an empty block come only empty ones.
    for (let height = first; height <= tip && memory.pending.size > 0; height += 1) {
      const tag = `0x${height.toString(16)}`;
      const block = blockSchema.parse(await anvil.rpc('eth_getBlockByNumber', [tag, true]));
      if (block.transactions.length === 0) break;
      const receipts = z.array(receiptSchema).parse(await anvil.rpc('eth_getBlockReceipts', [tag]));
      memory.lastTxHeight = height;
      memory.txHeights.push(height);
      for (const [index, transaction] of block.transactions.entries()) {
        const raw = memory.pending.get(transaction.hash);
        if (raw !== undefined) this.#remember(memory, { height, hash: transaction.hash, raw });
        memory.pending.delete(transaction.hash);
        const receipt = receipts[index];
        const inbound = receipt && inboundOf(watch, transaction, receipt);
        if (inbound !== undefined) memory.inbounds.push(inbound);
      }
    }
    // A transaction that was replaced by one with the same nonce and a higher fee is neither mined nor pending.
    for (const hash of [...memory.pending.keys()])
      if ((await anvil.rpc('eth_getTransactionByHash', [hash])) === null) memory.pending.delete(hash);
  }

  /** Journals the entry and applies it; only within `exclusive`. @throws {RpcError} when the node refuses it. */
  async commit(entry: Entry): Promise<void> {
    const { files } = this.#options;
    const anvil = await this.#running();
    files.append(entry);
    try {
      await this.#apply(anvil, this.memory, entry);
    } catch (error) {
      if (error instanceof RpcError) {
        if ('raw' in entry) files.append({ kind: 'refused', hash: entry.hash });
        throw error;
      }
      if (!(error instanceof AnvilGone)) throw error;
      // The node ended meanwhile: restarting it repeats the journal, including this entry.
      await anvil.kill();
      await this.#running();
    }
  }

  /** Accepts a signed transaction for a later block. @throws {RpcError} */
  sendRaw(raw: string): Promise<string> {
    return this.exclusive(async (anvil) => {
      const hash = hashOfRaw(raw);
      // The transaction is known; the node's own answer to the repetition is the right one.
      if (this.memory.pending.has(hash)) await anvil.rpc('eth_sendRawTransaction', [raw]);
      else await this.commit({ kind: 'raw', hash, raw });
      return hash;
    });
  }

  /** Mines blocks that all carry the present time, which never goes back. */
  mine(blocks: number, unixSeconds: number): Promise<void> {
    return this.exclusive(() => this.commit({ kind: 'mine', blocks, time: Math.max(this.memory.time, unixSeconds) }));
  }

  /**
   * Another chain of empty blocks replaces the last ones, at most `DEEPEST_FORK`: what those held waits for a block
   * again.
   */
  fork(blocks: number, unixSeconds: number): Promise<void> {
    return this.exclusive(() =>
      this.commit({
        kind: 'fork',
        blocks: Math.min(blocks, DEEPEST_FORK, this.memory.height),
        time: Math.max(this.memory.time, unixSeconds),
      }),
    );
  }

  /** Reads from the node, waiting for a restart if it has ended. @throws {RpcError} */
  async read(method: string, params: readonly unknown[]): Promise<unknown> {
    const anvil =
      this.#anvil?.alive() && this.#memory !== undefined ? this.#anvil : await this.exclusive(async (up) => up);
    try {
      return await anvil.rpc(method, params);
    } catch (error) {
      if (!(error instanceof AnvilGone)) throw error;
      return this.exclusive((up) => up.rpc(method, params));
    }
  }

  /** The number of entries since the last snapshot. */
  journalLength(): number {
    return this.#options.files.length();
  }

  /** Begins a new journal from the node's present state. */
  snapshot(): Promise<void> {
    return this.exclusive((anvil) => this.#snapshot(anvil));
  }

  async #snapshot(anvil: Anvil): Promise<void> {
    const dump = z.string().parse(await anvil.rpc('anvil_dumpState'));
    const { state, isDropped } = boundedState(await unzip(Buffer.from(dump.slice(2), 'hex')));
    const txHeights = this.memory.txHeights.filter((height) => !isDropped(height));
    this.#options.files.snapshot(state, metaOf({ ...this.memory, txHeights }));
  }

  /** Waits for work under way, saves, and ends the node. */
  async stop(): Promise<void> {
    try {
      if (this.#memory !== undefined) await this.snapshot();
    } catch (error) {
      this.#options.log({ level: 'warn', event: 'snapshot', chain: this.#options.chain, error: String(error) });
    } finally {
      await this.abandon();
    }
  }

  /** Ends the node without saving; the journal contains everything. */
  async abandon(): Promise<void> {
    this.#stopped = true;
    await this.#newest?.kill();
    await this.#queue;
    this.#options.files.close();
  }
}
