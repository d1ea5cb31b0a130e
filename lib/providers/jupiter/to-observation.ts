/**
 * Turns a Solana transaction and its status into the facts of a swap. Pure. The payout is read from balances, which
 * no program can misstate.
 */
import { base58 } from '@scure/base';
import type { SolanaStatus, SolanaTransaction } from '../../chain-clients/chain-clients.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { Amount } from '../../domain/amount.ts';
import type { Observation, TxFact } from '../../domain/swap-status.ts';
import { JUPITER_PROGRAM } from '../../payments/jupiter/programs.ts';
import { readInstruction } from '../../payments/solana/instructions.ts';
import { associatedTokenAccount, WRAPPED_SOL_MINT } from '../../payments/solana/token-account.ts';
import type { TrackedLeg } from '../provider.ts';
import { failureCause, failureText } from './program-errors.ts';
import type { JupiterTracking } from './terms.ts';

/** One tracked leg, with the terms stored with its route. */
export type Tracked = { tracked: TrackedLeg; terms: JupiterTracking; now: () => number };

/** What the sender pays and gets back beside the swap, through accounts that the transaction opens and closes. */
function rentsOf(tx: SolanaTransaction, sender: string): bigint {
  const balanceAt = (list: readonly bigint[], account: string) => list[tx.accounts.indexOf(account)] ?? 0n;
  const opened = tx.instructions.flatMap(({ data, ...instruction }) => {
    const read = readInstruction({ ...instruction, data: base58.decode(data) });
    const isNew =
      read.kind === 'createTokenAccount' && read.payer === sender && balanceAt(tx.preBalances, read.account) === 0n;
    return isNew ? [read.account] : [];
  });
  const paid = [...new Set(opened)].reduce((sum, account) => sum + balanceAt(tx.postBalances, account), 0n);
  const own = associatedTokenAccount(sender, WRAPPED_SOL_MINT);
  const isClosed = balanceAt(tx.preBalances, own) > 0n && balanceAt(tx.postBalances, own) === 0n;
  return paid - (isClosed ? balanceAt(tx.preBalances, own) : 0n);
}

/** Base units of the bought asset that the destination received. */
function received(tx: SolanaTransaction, { sender, destination, buyMint, buyNative }: JupiterTracking): bigint {
  if (!buyNative)
    return tx.tokenChanges
      .filter(({ owner, mint }) => owner === destination && mint === buyMint)
      .reduce((sum, { before, after }) => sum + after - before, 0n);
  const index = tx.accounts.indexOf(destination);
  const gained = (tx.postBalances[index] ?? 0n) - (tx.preBalances[index] ?? 0n);
  return destination === sender ? gained + tx.feeLamports + rentsOf(tx, sender) : gained;
}

export const isOurs = (tx: SolanaTransaction, { sender }: JupiterTracking): boolean =>
  tx.accounts[0] === sender && tx.instructions.some(({ programId }) => programId === JUPITER_PROGRAM);

const required = CHAINS.SOL.confirmations;

function txFact({ tracked, terms }: Tracked, status: SolanaStatus, amount: Amount | undefined): TxFact {
  const rooted = status.level === 'finalized';
  return {
    hash: tracked.hash,
    chain: 'SOL',
    blockNumber: status.slot,
    confirmations: rooted ? required : Math.min(status.confirmations ?? required - 1, required - 1),
    requiredConfirmations: required,
    address: terms.destination,
    ...(amount ? { amount } : {}),
  };
}

export function failedFacts(
  { now, tracked }: Tracked,
  status: SolanaStatus,
  tx: SolanaTransaction | undefined,
): Observation[] {
  const said = tx?.failed ?? status.failed ?? 'no reason given';
  const logs = tx?.logs ?? [];
  const cause = failureCause(said, logs);
  const reason = `Solana refused the swap: ${failureText(said, logs)}. Nothing was sold; only the network fee was paid.`;
  const at = tx?.blockTime === undefined ? now() : tx.blockTime * 1000;
  const fact: TxFact = { hash: tracked.hash, chain: 'SOL', blockNumber: status.slot };
  return [{ kind: 'inboundFailed', at, reason, ...(cause ? { cause } : {}), tx: fact }];
}

export function swappedFacts(look: Tracked, status: SolanaStatus, tx: SolanaTransaction): Observation[] {
  const { now, tracked, terms } = look;
  const { leg, route } = tracked;
  const at = tx.blockTime === undefined ? now() : tx.blockTime * 1000;
  const bought = route.legs[leg]?.buy ?? route.expectedBuy;
  const baseUnits = received(tx, terms);
  const output = baseUnits > 0n ? { ...bought, baseUnits } : undefined;
  const final = status.level === 'finalized';
  return [
    { kind: 'providerSeen', at, leg, final },
    // Sold and bought in one transaction.
    { kind: 'swapDone', at, leg, ...(output ? { output } : {}), swapSeconds: 0 },
    ...(final ? [{ kind: 'outboundSent' as const, at, leg, tx: txFact(look, status, output) }] : []),
  ];
}
