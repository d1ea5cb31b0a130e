/**
 * Determines whether a Solana account can pay the amount, the fee, and the rent that must stay behind or goes into new
 * accounts.
 */
import type { SolanaClient } from '../chain-clients/chain-clients.ts';
import type { Amount } from '../domain/amount.ts';
import { fromBaseUnits } from '../domain/amount.ts';
import { type FundsLook, holdsOnly } from './built-tx.ts';
import { RENT_EXEMPT_LAMPORTS, SIGNATURE_FEE_LAMPORTS } from './solana-tx.ts';

const sol = (lamports: bigint): string => fromBaseUnits(lamports, 9);

/**
 * A sentence that says why the payer's balance does not suffice; undefined where it does, or where `allowUnfunded` is
 * set.
 * @param newAccountsLamports rent of accounts that the transaction creates at the payer's cost.
 */
export async function solanaFundsMissing(
  client: SolanaClient,
  payer: string,
  sell: Amount,
  newAccountsLamports: bigint,
  { signal, allowUnfunded }: FundsLook,
): Promise<string | undefined> {
  if (allowUnfunded) return undefined;
  const mint = sell.asset.kind === 'token' ? sell.asset.address : undefined;
  const [lamports, tokens] = await Promise.all([
    client.balance(payer, { signal }),
    mint === undefined ? undefined : client.tokenBalance(payer, mint, { signal }),
  ]);
  const held = tokens ?? lamports;
  if (held < sell.baseUnits) return holdsOnly(held, sell);
  const spent = (mint === undefined ? sell.baseUnits : 0n) + SIGNATURE_FEE_LAMPORTS + newAccountsLamports;
  const left = lamports - spent;
  if (left === 0n || left >= RENT_EXEMPT_LAMPORTS) return undefined;
  return `The source address holds ${sol(lamports)} SOL; with the fee and what Solana wants to be left in an account it needs ${sol(spent + RENT_EXEMPT_LAMPORTS)} SOL.`;
}
