/** Keeps an EVM's accounts, code and storage in memory, and can be taken back to any earlier moment it still remembers. */
import type { AccountFields, StateManagerInterface } from '@ethereumjs/common';
import { Account, type Address, bytesToHex } from '@ethereumjs/util';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { RpcError } from '../../../lib/sandbox/evm/anvil-process.ts';

type Change = { map: Map<string, unknown>; key: string; other: unknown };

const NO_BYTES = new Uint8Array();

const copyOf = (account: Account | undefined): Account | undefined =>
  account && Object.assign(Object.create(Object.getPrototypeOf(account)), account);

export class UndoableState implements StateManagerInterface {
  readonly #accounts = new Map<string, Account | undefined>();
  readonly #code = new Map<string, Uint8Array>();
  readonly #storage = new Map<string, Uint8Array>();
  /** Every change since the oldest moment that is remembered, with the value that it replaced. */
  #changes: Change[] = [];
  #forgotten = 0;
  readonly #checkpoints: number[] = [];
  #originals = new Map<string, Uint8Array>();

  readonly originalStorageCache = {
    get: async (address: Address, key: Uint8Array): Promise<Uint8Array> => {
      const name = `${address}_${bytesToHex(key)}`;
      const known = this.#originals.get(name) ?? (await this.getStorage(address, key));
      this.#originals.set(name, known);
      return known;
    },
    clear: (): void => {
      this.#originals = new Map();
    },
  };

  /** The present moment, for `at` and `forgetBefore`. */
  moment(): number {
    return this.#forgotten + this.#changes.length;
  }

  /** Runs `work` with the state of an earlier moment; what `work` changes is taken back. @throws {RpcError} as geth does. */
  async at<T>(moment: number, work: () => Promise<T>): Promise<T> {
    if (moment < this.#forgotten) throw new RpcError(-32000, 'missing trie node', undefined);
    const kept = this.#changes;
    const past = kept.splice(moment - this.#forgotten);
    for (const change of past.toReversed()) swap(change);
    const before = this.moment();
    try {
      return await work();
    } finally {
      this.#undoTo(before);
      for (const change of past) swap(change);
      this.#changes.push(...past);
    }
  }

  /** Goes back to an earlier moment for good. */
  returnTo(moment: number): void {
    this.#undoTo(moment);
  }

  forgetBefore(moment: number): void {
    const count = Math.min(this.#changes.length, Math.max(0, moment - this.#forgotten));
    this.#changes.splice(0, count);
    this.#forgotten += count;
  }

  #set<V>(map: Map<string, V>, key: string, value: V): void {
    this.#changes.push({ map, key, other: map.get(key) });
    map.set(key, value);
  }

  #undoTo(moment: number): void {
    for (const change of this.#changes.splice(moment - this.#forgotten).toReversed()) swap(change);
  }

  async getAccount(address: Address): Promise<Account | undefined> {
    return copyOf(this.#accounts.get(address.toString()));
  }
  async putAccount(address: Address, account?: Account): Promise<void> {
    this.#set(this.#accounts, address.toString(), copyOf(account));
  }
  async deleteAccount(address: Address): Promise<void> {
    this.#set(this.#accounts, address.toString(), undefined);
  }
  async modifyAccountFields(address: Address, fields: AccountFields): Promise<void> {
    await this.putAccount(
      address,
      Object.assign(copyOf(this.#accounts.get(address.toString())) ?? new Account(), fields),
    );
  }
  async getCode(address: Address): Promise<Uint8Array> {
    return this.#code.get(address.toString()) ?? NO_BYTES;
  }
  async putCode(address: Address, code: Uint8Array): Promise<void> {
    this.#set(this.#code, address.toString(), code);
    await this.modifyAccountFields(address, { codeHash: keccak_256(code) });
  }
  async getCodeSize(address: Address): Promise<number> {
    return (await this.getCode(address)).length;
  }
  async getStorage(address: Address, key: Uint8Array): Promise<Uint8Array> {
    return this.#storage.get(`${address}_${bytesToHex(key)}`) ?? NO_BYTES;
  }
  async putStorage(address: Address, key: Uint8Array, value: Uint8Array): Promise<void> {
    this.#set(this.#storage, `${address}_${bytesToHex(key)}`, value);
  }
  /** Nothing in the sandbox's contracts destroys itself and is made again. */
  async clearStorage(address: Address): Promise<void> {
    for (const key of this.#storage.keys()) if (key.startsWith(`${address}_`)) this.#set(this.#storage, key, NO_BYTES);
  }

  async checkpoint(): Promise<void> {
    this.#checkpoints.push(this.moment());
  }
  async commit(): Promise<void> {
    this.#checkpoints.pop();
  }
  async revert(): Promise<void> {
    this.#undoTo(this.#checkpoints.pop() ?? this.moment());
  }

  clearCaches(): void {}
  shallowCopy(): StateManagerInterface {
    throw new Error('there is one state');
  }
  getStateRoot(): Promise<Uint8Array> {
    throw new Error('there are no roots');
  }
  setStateRoot(): Promise<void> {
    throw new Error('there are no roots');
  }
  hasStateRoot(): Promise<boolean> {
    throw new Error('there are no roots');
  }
}

/** Puts a change's other value in place and keeps the one that stood there: done twice, nothing has changed. */
function swap(change: Change): void {
  const { map, key } = change;
  const now = map.get(key);
  if (change.other === undefined) map.delete(key);
  else map.set(key, change.other);
  change.other = now;
}
