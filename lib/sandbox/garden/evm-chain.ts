/**
 * Implements Garden's locks on a local EVM chain: one contract per asset, read by its events, called by the solver and
 * the relayer.
 */
import { erc20Abi, type Hex, isAddress } from 'viem';
import {
  decodeEventLog,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  parseTransaction,
  sha256,
} from 'viem/utils';
import { z } from 'zod';
import type { ChainId } from '../../domain/chain-id.ts';
import { DEEPEST_FORK } from '../evm/chain-memory.ts';
import type { EvmLedger } from '../evm/evm-ledger.ts';
import { HTLC_GENERATIONS, htlcAbi, htlcAddress } from '../evm/garden-contracts.ts';
import type { World } from '../ledger.ts';
import { ASSETS, assetOf, chainNumber, type GardenAsset, stockOf } from './assets.ts';
import type { HtlcChain, Sent } from './htlc-chain.ts';
import type { Garden, Lock, Side } from './state.ts';

/** The number of blocks read again, in case the chain came back from a crash slightly behind. */
const OVERLAP = 3;
const MOST = (1n << 256n) - 1n;

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value));
const logsSchema = z.array(
  z.object({ address: hex, topics: z.tuple([hex]).rest(hex), data: hex, blockNumber: hex, transactionHash: hex }),
);
type Log = z.infer<typeof logsSchema>[number];
const receiptSchema = z.object({ status: hex }).nullable();

const isEvmLedger = (ledger: object): ledger is EvmLedger => 'operator' in ledger && 'node' in ledger;
const bare = (value: string): string => value.toLowerCase().replace(/^0x/, '');
const prefixed = (value: string): Hex => `0x${bare(value)}`;

/** The contract's own formula. Source: gardenfi/garden-sol HTLC.sol; checked against orders on public test networks. */
export const orderIdOf = (chainId: number, side: Omit<Side, 'swapId'>): string =>
  bare(
    sha256(
      encodeAbiParameters(
        [
          { type: 'uint256' },
          { type: 'bytes32' },
          { type: 'address' },
          { type: 'address' },
          { type: 'uint256' },
          { type: 'uint256' },
        ],
        [
          BigInt(chainId),
          prefixed(side.secretHash),
          getAddress(side.initiator),
          getAddress(side.redeemer),
          BigInt(side.timelock),
          side.amount,
        ],
      ),
    ),
  );

class EvmHtlcChain implements HtlcChain {
  readonly chain: ChainId;
  readonly #world: World;
  #forks = 0;

  constructor(world: World, chain: ChainId) {
    this.chain = chain;
    this.#world = world;
  }

  get #ledger(): EvmLedger {
    const found = this.#world.ledgers[this.chain];
    if (found === undefined || !isEvmLedger(found)) throw new Error(`there is no local ${this.chain}`);
    return found;
  }
  get #solver() {
    return this.#ledger.operator('garden-solver');
  }

  height(): number | undefined {
    return this.#world.ledgers[this.chain]?.height();
  }
  solver(): string {
    return this.#solver.account.address;
  }
  delegate(): undefined {
    return undefined;
  }
  signsForUser(): boolean {
    return true;
  }
  isAddress(text: string): boolean {
    return isAddress(text);
  }
  swapId(side: Omit<Side, 'swapId'>): string {
    return orderIdOf(chainNumber(this.chain), side);
  }

  async fund({ state }: Garden): Promise<boolean> {
    let given = false;
    for (const asset of ASSETS.filter((one) => one.chain === this.chain)) {
      if (state.funded.includes(asset.id)) continue;
      const { token } = asset;
      for (let generation = 0; token !== undefined && generation < HTLC_GENERATIONS; generation += 1) {
        const args = [htlcAddress(asset.id, generation), MOST] as const;
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
        await this.#solver.send(`garden:approve:${asset.id}:${generation}`, { to: token, data, value: 0n });
      }
      await this.#ledger.fund(this.solver(), stockOf(asset.id), ...(token === undefined ? [] : [token]));
      state.stock[asset.id] = stockOf(asset.id);
      state.funded.push(asset.id);
      given = true;
    }
    return given;
  }

  async observe({ state }: Garden, sides: readonly Side[]): Promise<boolean> {
    const tip = this.#ledger.height();
    await this.#forgetUndone(state, sides);
    const from = Math.max(0, (state.observed[this.chain] ?? tip) + 1 - OVERLAP);
    let changed = this.#observeWaiting(sides);
    if (sides.length > 0 && (state.observed[this.chain] ?? 0) < tip) {
      const address = [...new Set(sides.map((side) => side.htlc))];
      const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${tip.toString(16)}` };
      const logs = logsSchema.parse(await this.#ledger.node.read('eth_getLogs', [{ address, ...range }]));
      for (const log of logs) if (await this.#note(sides, log)) changed = true;
    }
    state.observed[this.chain] = tip;
    return changed;
  }

  /** Undefined while no block holds it. */
  async #success(hash: string): Promise<boolean | undefined> {
    const receipt = receiptSchema.parse(await this.#ledger.node.read('eth_getTransactionReceipt', [hash]));
    return receipt ? receipt.status === '0x1' : undefined;
  }

  /** Forgets locks and redemptions of blocks that a fork has replaced. They are noted again when they are mined again. */
  async #forgetUndone({ observed }: Garden['state'], sides: readonly Side[]): Promise<void> {
    const { forks } = this.#ledger.node.memory;
    if (forks === this.#forks) return;
    this.#forks = forks;
    observed[this.chain] = Math.max(0, this.#ledger.height() - DEEPEST_FORK);
    for (const side of sides) {
      const { redeem } = side;
      if (redeem && !(await this.#success(redeem.hash))) delete side.redeem;
      const stands = await Promise.all(side.locks.map((lock) => lock.height === 0 || this.#success(lock.hash)));
      side.locks = side.locks.filter((_lock, index) => stands[index]);
    }
  }

  async #note(sides: readonly Side[], log: Log): Promise<boolean> {
    const { eventName, args } = decodeEventLog({ abi: htlcAbi, data: log.data, topics: log.topics });
    const ref = bare(args.orderID);
    const tx = { hash: log.transactionHash, height: Number(log.blockNumber), at: this.#world.clock.now() };
    const here = sides.filter((side) => bare(side.htlc) === bare(log.address));
    if (eventName === 'Initiated') {
      const side = here.find((one) => one.secretHash === bare(args.secretHash));
      if (side === undefined) return false;
      const known = side.locks.find((lock) => lock.ref === ref || lock.hash === tx.hash);
      if (known !== undefined && known.height > 0) return false;
      if (ref !== side.swapId && !(await this.#isTheirs(side, args.orderID))) return false;
      const lock = { ...tx, ref, amount: args.amount, at: known?.at ?? tx.at };
      side.locks = [...side.locks.filter((one) => one !== known && one.height > 0), lock];
      return true;
    }
    const side = here.find((one) => one.locks.some((lock) => lock.ref === ref));
    if (side === undefined) return false;
    if (eventName === 'Redeemed') {
      if (side.redeem !== undefined && side.redeem.height > 0) return false;
      side.redeem = tx;
      return true;
    }
    if (side.returned.includes(ref)) return false;
    side.refund = tx;
    side.returned.push(ref);
    return true;
  }

  /**
   * Whether a lock is between the same two parties, though not as agreed. Anyone may lock something under a public
   * hash.
   */
  async #isTheirs(side: Side, orderId: Hex): Promise<boolean> {
    const data = encodeFunctionData({ abi: htlcAbi, functionName: 'orders', args: [orderId] });
    const answer = hex.parse(await this.#ledger.node.read('eth_call', [{ to: side.htlc, data }, 'latest']));
    const same = (at: number, address: string) => answer.slice(2 + 64 * at, 2 + 64 * (at + 1)).endsWith(bare(address));
    return same(0, side.initiator) && same(1, side.redeemer);
  }

  /** Records locks in unconfirmed transactions, with height 0, and removes those that are no longer pending. */
  #observeWaiting(sides: readonly Side[]): boolean {
    const waiting = [...this.#ledger.node.memory.pending].flatMap(([hash, raw]) => waitingLock(hash, raw) ?? []);
    let changed = false;
    for (const side of sides) {
      if (side.locks.some((lock) => lock.height > 0)) continue;
      const found = waiting.find(
        (one) => one.to === bare(side.htlc) && one.secretHash === side.secretHash && one.amount === side.amount,
      );
      if (found?.hash === side.locks[0]?.hash) continue;
      const { hash = '', amount = 0n } = found ?? {};
      side.locks = found ? [{ ref: side.swapId, hash, height: 0, amount, at: this.#world.clock.now() }] : [];
      changed = true;
    }
    return changed;
  }

  async lock(key: string, side: Side): Promise<Sent> {
    const args = [getAddress(side.redeemer), BigInt(side.timelock), side.amount, prefixed(side.secretHash)] as const;
    return this.#call(
      key,
      'garden-solver',
      side,
      encodeFunctionData({ abi: htlcAbi, functionName: 'initiate', args }),
      {
        amount: side.amount,
        value: assetOf(side.assetId).token === undefined ? side.amount : 0n,
      },
    );
  }
  redeem(key: string, side: Side, lock: Lock, secret: string): Promise<Sent> {
    return this.#redeem(key, 'garden-relayer', side, lock, secret);
  }
  claim(key: string, side: Side, lock: Lock, secret: string): Promise<Sent> {
    return this.#redeem(key, 'garden-solver', side, lock, secret);
  }
  /** Sent again where a fork had it mined before its lock. */
  async #redeem(key: string, by: `garden-${string}`, side: Side, lock: Lock, secret: string): Promise<Sent> {
    const args = [prefixed(lock.ref), prefixed(secret)] as const;
    const data = encodeFunctionData({ abi: htlcAbi, functionName: 'redeem', args });
    for (let attempt = 1; ; attempt += 1) {
      const sent = await this.#call(attempt === 1 ? key : `${key}:${attempt}`, by, side, data, { amount: lock.amount });
      if ((await this.#success(sent.hash)) !== false) return sent;
    }
  }
  refund(key: string, side: Side, lock: Lock): Promise<Sent> {
    const data = encodeFunctionData({ abi: htlcAbi, functionName: 'refund', args: [prefixed(lock.ref)] });
    return this.#call(key, 'garden-relayer', side, data, { amount: lock.amount });
  }

  async instantRefund(key: string, side: Side, lock: Lock): Promise<Sent> {
    const signature = await this.#solver.account.signTypedData({
      domain: {
        name: 'HTLC',
        version: '2',
        chainId: chainNumber(this.chain),
        verifyingContract: getAddress(side.htlc),
      },
      types: { Refund: [{ name: 'orderId', type: 'bytes32' }] },
      primaryType: 'Refund',
      message: { orderId: prefixed(lock.ref) },
    });
    const args = [prefixed(lock.ref), signature] as const;
    const data = encodeFunctionData({ abi: htlcAbi, functionName: 'instantRefund', args });
    return this.#call(key, 'garden-relayer', side, data, { amount: lock.amount });
  }
  instantDigests(): string[] {
    return [];
  }

  initiateSigned(key: string, side: Side, signature: string): Promise<Sent> {
    const terms = [BigInt(side.timelock), side.amount, prefixed(side.secretHash), prefixed(signature)] as const;
    const args = [getAddress(side.initiator), getAddress(side.redeemer), ...terms] as const;
    const data = encodeFunctionData({ abi: htlcAbi, functionName: 'initiateWithSignature', args });
    return this.#call(key, 'garden-relayer', side, data, { amount: side.amount });
  }

  async #call(
    key: string,
    by: `garden-${string}`,
    side: Side,
    data: Hex,
    { amount, value = 0n }: { amount: bigint; value?: bigint },
  ): Promise<Sent> {
    const sent = await this.#ledger.operator(by).send(key, { to: getAddress(side.htlc), data, value });
    return { hash: sent.hash, amount };
  }

  isOver(side: Side, lock: Lock): boolean {
    return lock.height > 0 && this.#ledger.height() - lock.height > side.timelock;
  }
  awaitEnd(side: Side, lock: Lock): void {
    this.#ledger.node.await(lock.height + side.timelock + 1);
  }

  async allowance({ token }: GardenAsset, owner: string, spender: string): Promise<bigint> {
    const args = [getAddress(owner), getAddress(spender)] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args });
    return BigInt(hex.parse(await this.#ledger.node.read('eth_call', [{ to: token, data }, 'latest'])));
  }
  async balance({ token }: GardenAsset, account = this.solver()): Promise<bigint> {
    const { node } = this.#ledger;
    if (token === undefined) return BigInt(hex.parse(await node.read('eth_getBalance', [account, 'latest'])));
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [getAddress(account)] });
    return BigInt(hex.parse(await node.read('eth_call', [{ to: token, data }, 'latest'])));
  }
}

type Waiting = { to: string; hash: string; secretHash: string; amount: bigint };

/** What an unconfirmed transaction would lock if it succeeds; undefined for any other. */
function waitingLock(hash: string, raw: string): Waiting | undefined {
  try {
    const { to, data = '0x' } = parseTransaction(prefixed(raw));
    const { functionName, args } = decodeFunctionData({ abi: htlcAbi, data });
    if (!to) return undefined;
    const lock = (amount: bigint, secretHash: string) => ({ to: bare(to), hash, amount, secretHash: bare(secretHash) });
    if (functionName === 'initiate') return lock(args[2], args[3]);
    if (functionName === 'initiateOnBehalf') return lock(args[3], args[4]);
    if (functionName !== 'initiateWithSignature') return undefined;
    return args.length === 6 ? lock(args[3], args[4]) : lock(args[2], args[3]);
  } catch {
    return undefined;
  }
}

export const createEvmChain = (world: World, chain: ChainId): HtlcChain => new EvmHtlcChain(world, chain);
