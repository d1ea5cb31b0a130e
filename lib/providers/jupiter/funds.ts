/** Whether the sender can pay: the sold amount, the fees, and the rent of the accounts that the swap opens. */

import { fromBaseUnits } from '../../domain/amount.ts';
import { associatedTokenAccount } from '../../payments/solana/token-account.ts';
import { holdsOnly } from '../../transfer/built-tx.ts';
import { RENT_EXEMPT_LAMPORTS, SIGNATURE_FEE_LAMPORTS } from '../../transfer/solana-tx.ts';
import { type ChainAccount, tokenAmountOf } from './chain-accounts.ts';
import type { KnownSide } from './token-store.ts';

export type Purse = {
  lamports: bigint;
  accounts: ReadonlyMap<string, ChainAccount>;
  /** Rent of all accounts that are opened, and of those that stay open. */
  opened: bigint;
  lasting: readonly bigint[];
  priority: bigint;
};

const sol = (lamports: bigint): string => fromBaseUnits(lamports, 9);

/** A sentence; undefined where the money suffices. */
export function fundsMissing(
  swap: { sender: string; destination: string; sell: KnownSide; buy: KnownSide; sellBaseUnits: bigint },
  { lamports, accounts, opened, lasting, priority }: Purse,
): string | undefined {
  const { sender, destination, sell, buy, sellBaseUnits } = swap;
  const amount = { asset: sell.asset, decimals: sell.decimals, baseUnits: sellBaseUnits };
  if (!sell.native && sell.tokenProgram !== undefined) {
    const account = accounts.get(associatedTokenAccount(sender, sell.mint, sell.tokenProgram));
    const held = (account && tokenAmountOf(account, sell.mint)) ?? 0n;
    if (held < sellBaseUnits) return holdsOnly(held, amount);
  }
  const sold = sell.native ? sellBaseUnits : 0n;
  if (lamports < sold) return holdsOnly(lamports, amount);
  const fees = SIGNATURE_FEE_LAMPORTS + priority;
  const needed = sold + fees + opened;
  const balanceText = `The source address holds ${sol(lamports)} SOL; with fees and the rent of accounts that are opened it needs`;
  if (lamports < needed) return `${balanceText} ${sol(needed)} SOL.`;
  // Output in SOL may stay with the sender; without it the account must hold its own rent or nothing.
  const left = lamports - sold - fees - lasting.reduce((sum, one) => sum + one, 0n);
  if ((buy.native && destination === sender) || left === 0n || left >= RENT_EXEMPT_LAMPORTS) return undefined;
  return `${balanceText} ${sol(lamports - left + RENT_EXEMPT_LAMPORTS)} SOL, since Solana wants some to be left in an account.`;
}
