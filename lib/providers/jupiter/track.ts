/**
 * Follows one swap on Solana: it is one transaction, so that payment and payout share its signature. What came out is
 * read off balances, which no program can misstate; a node that cannot be asked is stale, never the end of a swap.
 */

import { base58 } from '@scure/base';
import type { ChainClients, SolanaClient, SolanaStatus, SolanaTransaction } from '../../chain-clients/chain-clients.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { Amount } from '../../domain/amount.ts';
import type { Observation, ObserveResult, TxFact } from '../../domain/swap-status.ts';
import { JUPITER_PROGRAM } from '../../payments/jupiter/programs.ts';
import { readInstruction } from '../../payments/solana/instructions.ts';
import { associatedTokenAccount, WRAPPED_SOL_MINT } from '../../payments/solana/token-account.ts';
import type { CallOptions, TrackedLeg } from '../provider.ts';
import { failureCause, failureWords } from './program-errors.ts';
import { type JupiterTracking, readTracking } from './terms.ts';

export type TrackDeps = {
  clients: ChainClients;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

const NOTHING: ObserveResult = { observations: [], stale: false };
const STALE: ObserveResult = { observations: [], stale: true };

/** Some 30 s of blocks: nodes differ in how far they are. */
const GRACE_BLOCKS = 75;
/** A wallet may put a newer blockhash in when it signs; that one is over a minute and a half after it was signed at most. */
const SIGNED_LIFE_MS = 90_000;

type Look = { deps: TrackDeps; node: SolanaClient; tracked: TrackedLeg; terms: JupiterTracking; signal: AbortSignal };

/** What the sender pays in and gets back beside the swap, out of accounts that the transaction opens and closes. */
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

/** Base units that the destination got of what was bought. */
function received(tx: SolanaTransaction, { sender, destination, buyMint, buyNative }: JupiterTracking): bigint {
  if (!buyNative)
    return tx.tokenChanges
      .filter(({ owner, mint }) => owner === destination && mint === buyMint)
      .reduce((sum, { before, after }) => sum + after - before, 0n);
  const index = tx.accounts.indexOf(destination);
  const gained = (tx.postBalances[index] ?? 0n) - (tx.preBalances[index] ?? 0n);
  return destination === sender ? gained + tx.feeLamports + rentsOf(tx, sender) : gained;
}

const isOurs = (tx: SolanaTransaction, { sender }: JupiterTracking): boolean =>
  tx.accounts[0] === sender && tx.instructions.some(({ programId }) => programId === JUPITER_PROGRAM);

/** Nobody has seen it, and by now nobody can put it into a block any more. */
async function unseen({ deps, node, tracked, terms, signal }: Look): Promise<ObserveResult> {
  const { lastValidBlockHeight } = terms;
  if (lastValidBlockHeight === undefined || deps.now() - tracked.knownSince < SIGNED_LIFE_MS) return NOTHING;
  const height = await node.blockHeight({ signal });
  if (height <= lastValidBlockHeight + GRACE_BLOCKS) return NOTHING;
  if (await node.transaction(tracked.hash, { signal })) return NOTHING;
  const reason =
    'The transaction has expired: it did not get into a block within the minute that Solana allows. It can no longer happen; nothing was sold.';
  return {
    observations: [
      { kind: 'inboundFailed', at: deps.now(), reason, cause: 'expired', tx: { hash: tracked.hash, chain: 'SOL' } },
    ],
    stale: false,
  };
}

const required = CHAINS.SOL.confirmations;

function txFact({ tracked, terms }: Look, status: SolanaStatus, amount: Amount | undefined): TxFact {
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

function failedFacts({ deps, tracked }: Look, status: SolanaStatus, tx: SolanaTransaction | undefined): Observation[] {
  const said = tx?.failed ?? status.failed ?? 'no reason given';
  const logs = tx?.logs ?? [];
  const cause = failureCause(said, logs);
  const reason = `Solana refused the swap: ${failureWords(said, logs)}. Nothing was sold; only the network fee was paid.`;
  const at = tx?.blockTime === undefined ? deps.now() : tx.blockTime * 1000;
  const fact: TxFact = { hash: tracked.hash, chain: 'SOL', blockNumber: status.slot };
  return [{ kind: 'inboundFailed', at, reason, ...(cause ? { cause } : {}), tx: fact }];
}

function swappedFacts(look: Look, status: SolanaStatus, tx: SolanaTransaction): Observation[] {
  const { deps, tracked, terms } = look;
  const { leg, route } = tracked;
  const at = tx.blockTime === undefined ? deps.now() : tx.blockTime * 1000;
  const bought = route.legs[leg]?.buy ?? route.expectedBuy;
  const baseUnits = received(tx, terms);
  const output = baseUnits > 0n ? { ...bought, baseUnits } : undefined;
  const final = status.level === 'finalized';
  return [
    { kind: 'providerSeen', at, leg, final },
    { kind: 'swapDone', at, leg, ...(output ? { output } : {}) },
    ...(final ? [{ kind: 'outboundSent' as const, at, leg, tx: txFact(look, status, output) }] : []),
  ];
}

async function observe(look: Look): Promise<ObserveResult> {
  const { node, tracked, terms, signal } = look;
  const status = await node.status(tracked.hash, { signal });
  if (!status) return unseen(look);
  if (status.level === 'processed') return NOTHING;
  const tx = await node.transaction(tracked.hash, { signal });
  if (status.failed !== undefined || tx?.failed !== undefined)
    return status.level === 'finalized' ? { observations: failedFacts(look, status, tx), stale: false } : NOTHING;
  // The transaction may lag behind its status; one of somebody else says nothing of this swap.
  if (!tx || !isOurs(tx, terms)) return NOTHING;
  return { observations: swappedFacts(look, status, tx), stale: false };
}

export async function trackJupiter(
  deps: TrackDeps,
  tracked: TrackedLeg,
  { signal }: CallOptions,
): Promise<ObserveResult> {
  const terms = readTracking(tracked.route.tracking);
  if (tracked.hash === '' || !terms) return NOTHING;
  const node = deps.clients.solana('SOL');
  if (!node) return STALE;
  try {
    return await observe({ deps, node, tracked, terms, signal });
  } catch (error) {
    deps.log({ event: 'observe', what: 'jupiter swap', fault: error instanceof Error ? error.name : 'unknown' });
    return STALE;
  }
}
