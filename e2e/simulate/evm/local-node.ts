/**
 * Answers the JSON-RPC that the sandbox and the product ask of an EVM node, by an EVM inside this process. It takes
 * anvil's place behind a chain of the sandbox: accounts, contracts, gas and reverts are real, and nothing waits.
 */
import { gzipSync } from 'node:zlib';
import { type Block, createBlock } from '@ethereumjs/block';
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import type { EVMResult } from '@ethereumjs/evm';
import { createTx, createTxFromRLP } from '@ethereumjs/tx';
import {
  type Address,
  bytesToBigInt,
  bytesToHex,
  createAddressFromString,
  hexToBytes,
  setLengthLeft,
} from '@ethereumjs/util';
import { createVM, runTx, type VM } from '@ethereumjs/vm';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Hex } from 'viem';
import { z } from 'zod';
import { type Anvil, RpcError } from '../../../lib/sandbox/evm/anvil-process.ts';
import { quantityOf as q, reverted, type Trace, watchCalls } from './calls.ts';
import { logsJson, type Mined, receiptJson, type Signed, transactionJson } from './mined.ts';
import { UndoableState } from './undoable-state.ts';

const BASE_FEE = 7n;
const BLOCK_GAS = 30_000_000n;
/** How many blocks with transactions the state can be taken back over: more than a swap waits for anybody's look. */
const KEPT_BLOCKS = 2000;

const hex = z.string().transform((text): Hex => `0x${text.replace(/^0x/, '').toLowerCase()}`);
const quantity = z.string().transform((text) => BigInt(text === '0x' ? '0x0' : text));
const callSchema = z.object({
  from: hex.optional(),
  to: hex.optional(),
  data: hex.optional(),
  input: hex.optional(),
  value: quantity.optional(),
  gas: quantity.optional(),
});
type Call = z.output<typeof callSchema>;
const logFilter = z.object({
  address: z.union([hex, z.array(hex)]).optional(),
  fromBlock: z.string().optional(),
  toBlock: z.string().optional(),
});

const addressOf = (text: string): Address => createAddressFromString(text.toLowerCase());
const NOBODY: Hex = `0x${'0'.repeat(40)}`;

/** A block with transactions; those without any leave nothing but their height. */
type BusyBlock = { height: number; mined: Mined[]; stateBefore: number };

export class LocalNode implements Anvil {
  readonly pid = process.pid;
  readonly ended = new Promise<void>(() => undefined);
  readonly #state: UndoableState;
  readonly #vm: VM;
  readonly #chainId: number;
  #height = 0;
  #time = 0;
  /** Heights from which on blocks carry a time, ascending. */
  readonly #times: { height: number; time: number }[] = [{ height: 0, time: 0 }];
  /** The states before the blocks after these, ascending; between two of them there are empty blocks. */
  #states: { height: number; state: number }[] = [];
  /** For each fork, the height of the first block that it replaced. */
  readonly #forks: number[] = [];
  #pending: Signed[] = [];
  readonly #byHash = new Map<string, Mined>();
  readonly #busy = new Map<number, BusyBlock>();
  #traces: Trace[] = [];

  private constructor(chainId: number, vm: VM, state: UndoableState) {
    this.#chainId = chainId;
    this.#vm = vm;
    this.#state = state;
    watchCalls(vm.evm, (trace) => this.#traces.push(trace));
  }

  static async start(chainId: number): Promise<LocalNode> {
    const common = createCustomCommon({ chainId }, Mainnet, { hardfork: Hardfork.Cancun });
    const state = new UndoableState();
    return new LocalNode(chainId, await createVM({ common, stateManager: state }), state);
  }

  alive(): boolean {
    return true;
  }
  async kill(): Promise<void> {}

  async all(calls: readonly (readonly [string, readonly unknown[]])[]): Promise<unknown[]> {
    const results: unknown[] = [];
    for (const [method, params] of calls) results.push(await this.rpc(method, params));
    return results;
  }

  #queue: Promise<unknown> = Promise.resolve();
  /** One after another: the state is one. */
  rpc(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const done = this.#queue.then(() => this.#answer(method, params));
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #answer(method: string, params: readonly unknown[]): Promise<unknown> {
    const handler = this.#methods[method];
    if (handler === undefined) throw new RpcError(-32601, `the method ${method} does not exist`, undefined);
    return handler(...params);
  }

  readonly #methods: Record<string, (...params: unknown[]) => unknown> = {
    eth_chainId: () => q(this.#chainId),
    net_version: () => String(this.#chainId),
    eth_blockNumber: () => q(this.#height),
    eth_gasPrice: () => q(BASE_FEE + 1_000_000_000n),
    eth_maxPriorityFeePerGas: () => q(1_000_000_000n),
    eth_getBlockByNumber: (tag, whole) => this.#blockJson(this.#heightOf(tag), whole === true),
    eth_getBlockReceipts: (tag) =>
      this.#busy.get(this.#heightOf(tag))?.mined.map((one) => this.#receiptJson(one)) ?? [],
    trace_block: (tag) => this.#busy.get(this.#heightOf(tag))?.mined.flatMap(({ traces }) => traces) ?? [],
    eth_getTransactionReceipt: (hash) => {
      const mined = this.#byHash.get(hex.parse(hash));
      return mined ? this.#receiptJson(mined) : null;
    },
    eth_getTransactionByHash: (hash) => this.#transactionJson(hex.parse(hash)),
    eth_getTransactionCount: (of, tag) => this.#nonceOf(hex.parse(of), tag),
    eth_getBalance: (of, tag) =>
      this.#at(tag, async () => q((await this.#state.getAccount(addressOf(hex.parse(of))))?.balance ?? 0n)),
    eth_getCode: async (of) => bytesToHex(await this.#state.getCode(addressOf(hex.parse(of)))),
    eth_getStorageAt: async (of, slot) =>
      bytesToHex(
        setLengthLeft(await this.#state.getStorage(addressOf(hex.parse(of)), hexToBytes(hex.parse(slot))), 32),
      ),
    eth_call: (call, tag) => this.#at(tag, async () => bytesToHex(await this.#call(callSchema.parse(call)))),
    eth_estimateGas: async (call) => q(await this.#estimate(callSchema.parse(call))),
    eth_getLogs: (filter) => this.#logs(logFilter.parse(filter)),
    eth_sendRawTransaction: (raw) => this.#send(hex.parse(raw)),
    anvil_setBlockTimestampInterval: () => true,
    evm_setTime: (time) => {
      this.#time = z.number().parse(time);
    },
    anvil_setBalance: (of, balance) =>
      this.#state.modifyAccountFields(addressOf(hex.parse(of)), { balance: quantity.parse(balance) }),
    anvil_setCode: (of, code) => this.#state.putCode(addressOf(hex.parse(of)), hexToBytes(hex.parse(code))),
    anvil_setStorageAt: async (of, slot, value) => {
      const address = addressOf(hex.parse(of));
      if ((await this.#state.getAccount(address)) === undefined) await this.#state.modifyAccountFields(address, {});
      await this.#state.putStorage(address, hexToBytes(hex.parse(slot)), trimmed(hexToBytes(hex.parse(value))));
    },
    anvil_rollback: (blocks) => this.#rollBack(z.number().parse(blocks)),
    anvil_mine: (blocks) => this.#mine(Number(quantity.parse(blocks))),
    // The simulation keeps its worlds in memory: a snapshot of one has nothing to bring back.
    anvil_dumpState: () => bytesToHex(gzipSync('{"blocks":[],"transactions":[]}')),
  };

  #heightOf(tag: unknown): number {
    const text = z.string().default('latest').parse(tag);
    return text.startsWith('0x') ? Number(text) : text === 'earliest' ? 0 : this.#height;
  }

  /** With the state after that block. */
  #at<T>(tag: unknown, work: () => Promise<T>): Promise<T> {
    const height = this.#heightOf(tag);
    const next = [...this.#busy.values()].find((block) => block.height > height);
    return next === undefined ? work() : this.#state.at(next.stateBefore, work);
  }

  #timeAt(height: number): number {
    return this.#times.findLast((one) => one.height <= height)?.time ?? 0;
  }

  #lastBlock: Block | undefined;
  #block(height: number, time: number): Block {
    const { number, timestamp } = this.#lastBlock?.header ?? {};
    if (this.#lastBlock && number === BigInt(height) && timestamp === BigInt(time)) return this.#lastBlock;
    const header = { number: height, timestamp: time, baseFeePerGas: BASE_FEE, gasLimit: BLOCK_GAS };
    this.#lastBlock = createBlock({ header }, { common: this.#vm.common, skipConsensusFormatValidation: true });
    return this.#lastBlock;
  }

  async #run(call: Call, gasLimit: bigint): Promise<EVMResult> {
    await this.#state.checkpoint();
    const caller = addressOf(call.from ?? NOBODY);
    try {
      const value = call.value ?? 0n;
      if (value > ((await this.#state.getAccount(caller))?.balance ?? 0n))
        throw new RpcError(-32003, 'Insufficient funds for gas * price + value', undefined);
      return await this.#vm.evm.runCall({
        caller,
        origin: caller,
        ...(call.to === undefined ? {} : { to: addressOf(call.to) }),
        data: hexToBytes(call.data ?? call.input ?? '0x'),
        value,
        gasLimit,
        gasPrice: BASE_FEE,
        block: this.#block(this.#height + 1, Math.max(this.#time, this.#timeAt(this.#height))),
      });
    } finally {
      await this.#state.revert();
      this.#vm.evm.journal.cleanJournal();
      this.#state.originalStorageCache.clear();
    }
  }

  async #call(call: Call): Promise<Uint8Array> {
    const { execResult } = await this.#run(call, call.gas ?? BLOCK_GAS);
    if (execResult.exceptionError) throw reverted(execResult.returnValue, execResult.exceptionError.error);
    return execResult.returnValue;
  }

  /** Gas with which the call succeeds, a fiftieth above what it uses where that is enough. */
  async #estimate(call: Call): Promise<bigint> {
    const { to, data, input, value } = call;
    const parts = { ...(to === undefined ? {} : { to }), data: data ?? input ?? '0x', value: value ?? 0n } as const;
    const intrinsic = createTx(parts, { common: this.#vm.common }).getIntrinsicGas();
    const { execResult } = await this.#run(call, BLOCK_GAS - intrinsic);
    if (execResult.exceptionError) throw reverted(execResult.returnValue, execResult.exceptionError.error);
    for (let gas = (execResult.executionGasUsed * 51n) / 50n; ; gas += gas / 5n + 1n) {
      const { execResult: tried } = await this.#run(call, gas);
      if (!tried.exceptionError) return gas + intrinsic;
    }
  }

  async #nonceOf(of: Hex, tag: unknown): Promise<Hex> {
    const mined = (await this.#state.getAccount(addressOf(of)))?.nonce ?? 0n;
    if (tag !== 'pending') return q(mined);
    const sent = this.#pending.filter(({ tx }) => tx.getSenderAddress().toString() === of);
    const next = sent.map(({ tx }) => tx.nonce + 1n).sort((a, b) => (a < b ? -1 : 1));
    return q([mined, ...next].at(-1) ?? mined);
  }

  async #send(raw: Hex): Promise<Hex> {
    const bytes = hexToBytes(raw);
    const hash = bytesToHex(keccak_256(bytes));
    if (this.#byHash.has(hash) || this.#pending.some((one) => one.hash === hash))
      throw new RpcError(-32003, 'transaction already imported', undefined);
    const tx = createTxFromRLP(bytes, { common: this.#vm.common });
    const account = await this.#state.getAccount(tx.getSenderAddress());
    if (tx.nonce < (account?.nonce ?? 0n)) throw new RpcError(-32003, 'nonce too low', undefined);
    if (tx.getUpfrontCost(BASE_FEE) > (account?.balance ?? 0n))
      throw new RpcError(-32003, 'Insufficient funds for gas * price + value', undefined);
    if (tx.getIntrinsicGas() > tx.gasLimit) throw new RpcError(-32003, 'intrinsic gas too low', undefined);
    this.#pending.push({ hash, tx });
    return hash;
  }

  async #mine(blocks: number): Promise<void> {
    if (this.#timeAt(this.#height) !== this.#time) this.#times.push({ height: this.#height + 1, time: this.#time });
    const height = this.#height + 1;
    this.#noteState(this.#height);
    if (this.#pending.length > 0) await this.#fill(height);
    this.#noteState(height);
    this.#height += blocks;
  }

  #noteState(height: number): void {
    const earlier = this.#states.filter((one) => one.height < height).slice(-KEPT_BLOCKS);
    this.#states = [...earlier, { height, state: this.#state.moment() }];
  }

  /** Their transactions are gone, and what was written after the first of them, as in anvil. */
  #rollBack(blocks: number): void {
    this.#height -= blocks;
    this.#forks.push(this.#height + 1);
    while ((this.#times.at(-1)?.height ?? 0) > this.#height) this.#times.pop();
    this.#states = this.#states.filter(({ height }) => height <= this.#height);
    const before = this.#states.at(-1);
    if (before) this.#state.returnTo(before.state);
    for (const { height, mined } of [...this.#busy.values()].filter((one) => one.height > this.#height)) {
      this.#busy.delete(height);
      for (const { hash } of mined) this.#byHash.delete(hash);
    }
  }

  async #fill(height: number): Promise<void> {
    const block: BusyBlock = { height, mined: [], stateBefore: this.#state.moment() };
    const header = this.#block(height, this.#time);
    for (let waiting = -1; waiting !== this.#pending.length; ) {
      waiting = this.#pending.length;
      for (const one of [...this.#pending]) {
        const nonce = (await this.#state.getAccount(one.tx.getSenderAddress()))?.nonce ?? 0n;
        if (one.tx.nonce > nonce) continue;
        this.#pending = this.#pending.filter((other) => other !== one);
        if (one.tx.nonce === nonce) await this.#include(one, block, header);
      }
    }
    if (block.mined.length === 0) return;
    this.#busy.set(height, block);
    const oldest = [...this.#busy.keys()].at(-KEPT_BLOCKS);
    const kept = oldest === undefined ? undefined : this.#busy.get(oldest);
    if (kept) this.#state.forgetBefore(kept.stateBefore);
  }

  async #include({ hash, tx }: Signed, block: BusyBlock, header: Block): Promise<void> {
    this.#traces = [];
    try {
      const result = await runTx(this.#vm, { tx, block: header, skipBlockGasLimitValidation: true });
      const traces = this.#traces.map((trace) => ({ ...trace, transactionHash: hash }));
      const mined = { hash, tx, height: block.height, index: block.mined.length, result, traces };
      block.mined.push(mined);
      this.#byHash.set(hash, mined);
    } catch {
      // Its sender can no longer pay for it: a node drops it.
    }
  }

  #hashOf(height: number): Hex {
    const replaced = this.#forks.filter((first) => first <= height).length;
    const words = [this.#chainId, height, replaced].map((word) => word.toString(16).padStart(64, '0'));
    return bytesToHex(keccak_256(hexToBytes(`0x${words.join('')}`)));
  }

  #blockJson(height: number, whole: boolean): unknown {
    if (height > this.#height) return null;
    const mined = this.#busy.get(height)?.mined ?? [];
    return {
      number: q(height),
      hash: this.#hashOf(height),
      parentHash: this.#hashOf(height - 1),
      timestamp: q(this.#timeAt(height)),
      baseFeePerGas: q(BASE_FEE),
      gasLimit: q(BLOCK_GAS),
      gasUsed: q(mined.reduce((sum, { result }) => sum + result.totalGasSpent, 0n)),
      transactions: mined.map((one) => (whole ? this.#transactionJson(one.hash) : one.hash)),
    };
  }

  #transactionJson(hash: Hex): unknown {
    const mined = this.#byHash.get(hash);
    if (mined) return transactionJson(mined, mined, this.#hashOf(mined.height));
    const pending = this.#pending.find((one) => one.hash === hash);
    return pending ? transactionJson(pending) : null;
  }

  #receiptJson(mined: Mined): unknown {
    return receiptJson(mined, this.#hashOf(mined.height));
  }

  #logs({ address, fromBlock, toBlock }: z.output<typeof logFilter>): unknown[] {
    const wanted = address === undefined ? undefined : [address].flat();
    const [from, to] = [this.#heightOf(fromBlock), this.#heightOf(toBlock)];
    return [...this.#busy.values()]
      .filter(({ height }) => height >= from && height <= to)
      .flatMap(({ mined }) => mined.flatMap((one) => logsJson(one, this.#hashOf(one.height))))
      .filter((log) => wanted === undefined || wanted.includes(log.address));
  }
}

/** Storage holds numbers without leading zeros. */
const trimmed = (bytes: Uint8Array): Uint8Array => {
  const number = bytesToBigInt(bytes);
  if (number === 0n) return new Uint8Array();
  return hexToBytes(`0x${number.toString(16).padStart(2 * Math.ceil(number.toString(16).length / 2), '0')}`);
};
