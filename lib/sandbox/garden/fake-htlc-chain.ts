/** For tests: an in-memory chain of locks, fast enough for thousands of orders, which can fail after it has sent. */
import type { ChainId } from '../../domain/chain-id.ts';
import { ASSETS, assetOf, type GardenAsset, stockOf } from './assets.ts';
import type { HtlcChain, Sent } from './htlc-chain.ts';
import type { Garden, Lock, Side } from './state.ts';

type Output = {
  swapId: string;
  ref: string;
  assetId: string;
  amount: bigint;
  height: number;
  end?: { how: 'redeem' | 'refund'; hash: string; height: number };
};

/** The cost of each of the solver's own transactions, in the asset itself. */
export const CHAIN_FEE = 7n;

export class FakeHtlcChain implements HtlcChain {
  readonly chain: ChainId;
  /** Makes transactions happen, and then reports them as failed. */
  failsAfterSending = false;
  readonly #sent = new Map<string, Sent>();
  readonly #outputs: Output[] = [];
  readonly #solver = new Map<string, bigint>();
  readonly #users = new Map<string, bigint>();
  #height = 100;

  constructor(chain: ChainId) {
    this.chain = chain;
  }

  mine(blocks = 1): void {
    for (const one of this.#outputs) {
      if (one.height === 0) one.height = this.#height + 1;
      if (one.end?.height === 0) one.end.height = this.#height + 1;
    }
    this.#height += blocks;
  }
  /** A user's payment to an order. */
  pay(side: Side, amount: bigint): void {
    const agreed = side.htlc !== '' && amount === side.amount && this.#outputs.every(({ ref }) => ref !== side.swapId);
    const ref = agreed ? side.swapId : `${side.swapId}:${this.#outputs.length}`;
    this.#outputs.push({ swapId: side.swapId, ref, assetId: side.assetId, amount, height: 0 });
  }
  /** Everything users received, by owner and asset. */
  received(owner: string, assetId: string): bigint {
    return this.#users.get(`${owner}|${assetId}`) ?? 0n;
  }
  sentKeys(): string[] {
    return [...this.#sent.keys()];
  }

  #once(key: string, work: () => Sent): Sent {
    const before = this.#sent.get(key);
    if (before !== undefined) return before;
    const sent = work();
    this.#sent.set(key, sent);
    if (this.failsAfterSending) throw new Error('the process ended');
    return sent;
  }
  #spend(key: string, side: Side, lock: Lock, how: 'redeem' | 'refund', to: string, fee: bigint): Sent {
    return this.#once(key, () => {
      const output = this.#outputs.find((one) => one.ref === lock.ref);
      if (output === undefined || output.end !== undefined) throw new Error('nothing to spend');
      output.end = { how, hash: `${how} ${lock.ref}`, height: 0 };
      const amount = lock.amount - fee;
      const [book, name] = to === this.solver() ? [this.#solver, side.assetId] : [this.#users, `${to}|${side.assetId}`];
      book.set(name, (book.get(name) ?? 0n) + amount);
      return { hash: output.end.hash, amount };
    });
  }

  height(): number {
    return this.#height;
  }
  solver(): string {
    return `solver on ${this.chain}`;
  }
  delegate(): string | undefined {
    return undefined;
  }
  async fund({ state }: Garden): Promise<boolean> {
    const missing = ASSETS.filter(({ id, chain }) => chain === this.chain && !state.funded.includes(id));
    for (const { id } of missing) {
      state.funded.push(id);
      state.stock[id] = stockOf(id);
      this.#solver.set(id, stockOf(id));
    }
    return missing.length > 0;
  }
  isAddress(text: string): boolean {
    return text !== 'bad';
  }
  swapId(side: Omit<Side, 'swapId'>): string {
    return `${this.chain} ${side.initiator} ${side.redeemer} ${side.secretHash}`;
  }
  async observe({ world }: Garden, sides: readonly Side[]): Promise<boolean> {
    for (const side of sides) {
      const mine = this.#outputs.filter(({ swapId }) => swapId === side.swapId);
      const known = new Map(side.locks.map((lock) => [lock.ref, lock.at]));
      side.locks = mine.map(({ ref, amount, height }) => ({
        ref,
        hash: ref,
        amount,
        height,
        at: known.get(ref) ?? world.clock.now(),
      }));
      side.returned = mine.filter(({ end }) => end?.how === 'refund' && end.height > 0).map(({ ref }) => ref);
      for (const { end } of mine) if (end !== undefined) side[end.how] = { hash: end.hash, height: end.height, at: 0 };
    }
    return sides.length > 0;
  }
  async lock(key: string, side: Side): Promise<Sent> {
    return this.#once(key, () => {
      const had = this.#solver.get(side.assetId) ?? 0n;
      const amount = side.amount + CHAIN_FEE;
      if (had < amount) throw new Error('insufficient funds');
      this.#solver.set(side.assetId, had - amount);
      this.pay(side, side.amount);
      return { hash: key, amount };
    });
  }
  async redeem(key: string, side: Side, lock: Lock): Promise<Sent> {
    return this.#spend(key, side, lock, 'redeem', side.redeemer, 0n);
  }
  async claim(key: string, side: Side, lock: Lock): Promise<Sent> {
    return this.#spend(key, side, lock, 'redeem', this.solver(), CHAIN_FEE);
  }
  async refund(key: string, side: Side, lock: Lock): Promise<Sent> {
    const own = side.initiator === this.solver();
    return this.#spend(key, side, lock, 'refund', side.initiator, own ? CHAIN_FEE : 0n);
  }
  async instantRefund(key: string, side: Side, lock: Lock): Promise<Sent> {
    return this.#spend(key, side, lock, 'refund', side.initiator, 0n);
  }
  instantDigests(): string[] {
    return [];
  }
  signsForUser(): boolean {
    return true;
  }
  isOver(side: Side, lock: Lock): boolean {
    return lock.height > 0 && this.#height - lock.height > side.timelock;
  }
  awaitEnd(): void {}
  async balance({ id }: GardenAsset): Promise<bigint> {
    return this.#solver.get(assetOf(id).id) ?? 0n;
  }
}
