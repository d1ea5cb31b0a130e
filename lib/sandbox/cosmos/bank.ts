/** Holds the accounts of one chain. Coins move between them; only `mint` creates any. */
import { z } from 'zod';
import type { Coin } from './amino.ts';
import type { AccountId } from './bech32-accounts.ts';
import { TxRefused } from './decode-tx.ts';

export type Account = {
  number: number;
  sequence: bigint;
  /** Hex; known from the account's first signature on. */
  publicKey?: string;
  /** Base units by denomination; never zero. */
  balances: Map<string, bigint>;
};

const stateSchema = z.array(
  z.object({
    id: z.string(),
    number: z.number().int(),
    sequence: z.bigint(),
    publicKey: z.string().optional(),
    balances: z.array(z.tuple([z.string(), z.bigint()])),
  }),
);

/** Coins as the SDK prints them: `0uatom,5rune`. */
export const coinsText = (coins: readonly Coin[]): string => coins.map(({ amount, denom }) => amount + denom).join(',');

export class Bank {
  private readonly accounts = new Map<AccountId, Account>();

  account(id: AccountId): Account | undefined {
    return this.accounts.get(id);
  }

  balance(id: AccountId, denom: string): bigint {
    return this.accounts.get(id)?.balances.get(denom) ?? 0n;
  }

  /** The sum of a denomination over all accounts. */
  supply(denom: string): bigint {
    return [...this.accounts.keys()].reduce((sum, id) => sum + this.balance(id, denom), 0n);
  }

  mint(id: AccountId, denom: string, amount: bigint): void {
    if (amount < 0n) throw new RangeError('a negative amount');
    this.put(id, denom, amount);
  }

  /** @throws {TxRefused} code 5 when the account has less; then nothing has moved. */
  move(from: AccountId, to: AccountId, coins: readonly Coin[]): void {
    const wanted = new Map<string, bigint>();
    for (const { denom, amount } of coins) wanted.set(denom, (wanted.get(denom) ?? 0n) + BigInt(amount));
    for (const [denom, amount] of wanted) {
      const has = this.balance(from, denom);
      if (has < amount)
        throw new TxRefused(
          5,
          `spendable balance ${has}${denom} is smaller than ${amount}${denom}: insufficient funds`,
        );
    }
    for (const [denom, amount] of wanted) {
      this.put(from, denom, -amount);
      this.put(to, denom, amount);
    }
  }

  /** Runs `work`, and undoes its moves if it throws. */
  atomically(work: () => void): void {
    const before = this.dump();
    try {
      work();
    } catch (error) {
      this.load(before);
      throw error;
    }
  }

  dump(): unknown {
    return [...this.accounts].map(([id, { number, sequence, publicKey, balances }]) => ({
      id,
      number,
      sequence,
      publicKey,
      balances: [...balances],
    }));
  }

  load(state: unknown): void {
    this.accounts.clear();
    for (const { id, balances, ...rest } of stateSchema.parse(state))
      this.accounts.set(id, { ...rest, balances: new Map(balances) });
  }

  private put(id: AccountId, denom: string, change: bigint): void {
    const account = this.accounts.get(id) ?? { number: this.accounts.size + 1, sequence: 0n, balances: new Map() };
    this.accounts.set(id, account);
    const balance = (account.balances.get(denom) ?? 0n) + change;
    if (balance === 0n) account.balances.delete(denom);
    else account.balances.set(denom, balance);
  }
}
