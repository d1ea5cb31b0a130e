/** Keeps the balances of the local Asset Hub, and drafts of changes that are applied completely or not at all. */
import { z } from 'zod';

export type Account = { nonce: number; free: bigint; assets: Readonly<Record<number, bigint>> };

export const accountSchema = z.object({
  nonce: z.number().int(),
  free: z.bigint(),
  assets: z.record(z.string(), z.bigint()),
});

export const NOBODY: Account = { nonce: 0, free: 0n, assets: {} };

/** Nothing keeps the account alive: it is removed, and its nonce with it. */
const isGone = ({ free, assets }: Account): boolean => free === 0n && Object.keys(assets).length === 0;

export interface Balances {
  get(account: string): Account;
  set(account: string, state: Account): void;
}

export class Accounts implements Balances {
  readonly #all = new Map<string, Account>();

  get(account: string): Account {
    return this.#all.get(account) ?? NOBODY;
  }
  set(account: string, state: Account): void {
    if (isGone(state)) this.#all.delete(account);
    else this.#all.set(account, state);
  }
  entries(): [string, Account][] {
    return [...this.#all];
  }
}

export class Draft implements Balances {
  readonly #below: Balances;
  readonly #changed = new Map<string, Account>();

  constructor(below: Balances) {
    this.#below = below;
  }
  get(account: string): Account {
    return this.#changed.get(account) ?? this.#below.get(account);
  }
  set(account: string, state: Account): void {
    this.#changed.set(account, isGone(state) ? NOBODY : state);
  }
  keep(): void {
    for (const [account, state] of this.#changed) this.#below.set(account, state);
  }
}
