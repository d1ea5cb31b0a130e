/**
 * Checks a transaction that Jupiter wrote before it can be signed: it must swap exactly what was quoted, from the
 * sender's account alone, and move nothing else.
 */
import { associatedTokenAccount, TOKEN_PROGRAMS, WRAPPED_SOL_MINT } from '../solana/token-account.ts';
import { enforcedMinimum, type JupiterSwap } from './decode-swap.ts';
import { MAX_PRIORITY_LAMPORTS } from './programs.ts';
import type { JupiterRead, JupiterTransaction } from './transaction.ts';

export type JupiterSide = {
  mint: string;
  /** True: SOL itself, which is wrapped as input and unwrapped as output. */
  native: boolean;
  /** Undefined: either token program, whichever the transaction names. */
  tokenProgram?: string;
};

/** The quoted swap. Addresses are in their own case; amounts in base units. */
export type JupiterTerms = {
  /** Signs alone and pays every fee. */
  sender: string;
  /** Receives the bought asset. */
  destination: string;
  sell: JupiterSide;
  buy: JupiterSide;
  sellBaseUnits: bigint;
  slippageBps: number;
  /** The instruction must enforce at least this much. */
  leastBuyBaseUnits: bigint;
  /**
   * Undefined: no fee may be taken. `account` undefined: the caller does not know its owner; then the share is
   * checked, and one account for one of the two tokens may be opened, provided the swap itself names it.
   */
  fee?: { bps: number; account?: string; owner?: string };
  /** Default `MAX_PRIORITY_LAMPORTS`. */
  maxPriorityLamports?: bigint;
  /** Programs that wallets add, which move nothing. */
  alsoAllowed?: ReadonlySet<string>;
};

type Of<K extends JupiterRead['kind']> = Extract<JupiterRead, { kind: K }>;
/** A sentence about what is wrong, or undefined. */
type Fault = string | undefined;

const find = <K extends JupiterRead['kind']>(all: readonly JupiterRead[], kind: K): Of<K>[] =>
  all.filter((one): one is Of<K> => one.kind === kind);

/** The possible accounts of `owner` for the side's token. */
const accountsOf = (owner: string, { mint, tokenProgram }: JupiterSide): string[] =>
  (tokenProgram === undefined ? TOKEN_PROGRAMS : [tokenProgram]).map((program) =>
    associatedTokenAccount(owner, mint, program),
  );

const wrappedAccountOf = (owner: string): string => associatedTokenAccount(owner, WRAPPED_SOL_MINT);

function signersFault(tx: JupiterTransaction, { sender }: JupiterTerms): Fault {
  if (tx.signers[0] !== sender) return `It is paid for by another account than ${sender}.`;
  if (tx.signers.length !== 1) return 'It needs the signature of somebody else beside the sender.';
  return undefined;
}

function programsFault(tx: JupiterTransaction, { alsoAllowed }: JupiterTerms): Fault {
  const unknown = tx.steps.find(({ read, programId }) => read.kind === 'unknown' && !alsoAllowed?.has(programId));
  if (unknown) return `It does something that is no part of the swap (program ${unknown.name}).`;
  const other = tx.steps.find(({ read }) => read.kind === 'vaultSwap' || read.kind === 'tokenTransfer');
  return other && `It moves money beside the swap: ${other.sentence}`;
}

function feeFault(tx: JupiterTransaction, reads: readonly JupiterRead[], terms: JupiterTerms): Fault {
  if (find(reads, 'computePrice').length > 1 || find(reads, 'computeLimit').length > 1)
    return 'It sets the priority fee twice.';
  return tx.priorityLamports > (terms.maxPriorityLamports ?? MAX_PRIORITY_LAMPORTS)
    ? `Its priority fee of ${tx.priorityLamports} lamports is above what Portage lets a swap pay.`
    : undefined;
}

/** SOL is wrapped once, and exactly the sold amount. */
function wrappingFault(reads: readonly JupiterRead[], terms: JupiterTerms): Fault {
  const { sender, sell } = terms;
  const [transfers, syncs] = [find(reads, 'transfer'), find(reads, 'syncNative')];
  const own = wrappedAccountOf(sender);
  if (!sell.native) {
    if (transfers.length > 0) return 'It moves SOL, which is not what is sold.';
    return syncs.length > 0 ? 'It wraps SOL, which is not what is sold.' : undefined;
  }
  const [transfer] = transfers;
  if (transfers.length !== 1 || !transfer) return 'It does not wrap the SOL that is sold exactly once.';
  if (transfer.from !== sender) return 'It moves SOL out of another account.';
  if (transfer.to !== own) return `It moves SOL to ${transfer.to}, which is not the sender’s own account.`;
  if (transfer.baseUnits !== terms.sellBaseUnits) return 'It wraps another amount of SOL than is sold.';
  return syncs.every(({ account }) => account === own) ? undefined : 'It counts SOL on an account of somebody else.';
}

const keepsWrapped = ({ mint, native }: JupiterSide): boolean => mint === WRAPPED_SOL_MINT && !native;

/** Only the sender's wrapped SOL may be closed, and only to the sender. */
function closingFault(reads: readonly JupiterRead[], { sender, sell, buy }: JupiterTerms): Fault {
  for (const { account, destination, owner } of find(reads, 'closeAccount')) {
    if (account !== wrappedAccountOf(sender) || owner !== sender) return 'It closes a token account.';
    if (destination !== sender) return 'It sends the SOL of the closed account to somebody else.';
    if (keepsWrapped(sell) || keepsWrapped(buy)) return 'It unwraps SOL that is to stay wrapped.';
  }
  return undefined;
}

/**
 * Accounts may be opened that the swap needs: the sender's own, also for intermediate tokens, the destination's and
 * the fee's.
 */
function openingFault(swap: JupiterSwap | undefined, reads: readonly JupiterRead[], terms: JupiterTerms): Fault {
  const { sender, destination, sell, buy, fee } = terms;
  const needed = new Set([
    ...accountsOf(sender, sell),
    ...accountsOf(sender, buy),
    ...accountsOf(destination, buy),
    ...(fee?.account === undefined ? [] : [fee.account]),
    ...(fee?.owner === undefined ? [] : [...accountsOf(fee.owner, sell), ...accountsOf(fee.owner, buy)]),
  ]);
  const takesUnknownFee = fee !== undefined && fee.bps > 0 && fee.account === undefined;
  const isNamedBySwap = (account: string): boolean =>
    swap?.feeAccount === account || (swap?.version === 2 && swap.venueAccounts.includes(account));
  for (const { payer, account, owner, mint, tokenProgram } of find(reads, 'createTokenAccount')) {
    if (payer !== sender) return 'It lets somebody else pay for a token account.';
    const isTheirs = TOKEN_PROGRAMS.includes(tokenProgram) && account === safeAccount(owner, mint, tokenProgram);
    const mayBeTheFees = takesUnknownFee && isNamedBySwap(account) && [sell.mint, buy.mint].includes(mint);
    if (!isTheirs || !(needed.has(account) || mayBeTheFees))
      return 'It opens an account that has nothing to do with the swap.';
  }
  return undefined;
}

function safeAccount(owner: string, mint: string, tokenProgram: string): string | undefined {
  try {
    return associatedTokenAccount(owner, mint, tokenProgram);
  } catch {
    return undefined;
  }
}

function sidesFault(swap: JupiterSwap, { sender, sell, buy }: JupiterTerms): Fault {
  if (swap.authority !== sender) return 'The swap is made in the name of another account.';
  if (!accountsOf(sender, sell).includes(swap.source)) return 'The swap takes from another account than the sender’s.';
  if (swap.sourceMint !== undefined && swap.sourceMint !== sell.mint) return 'The swap sells another token.';
  if (swap.destinationMint !== buy.mint) return 'The swap buys another token.';
  const isOf = (program: string | undefined, side: JupiterSide) =>
    program === undefined ||
    (side.tokenProgram === undefined ? TOKEN_PROGRAMS.includes(program) : program === side.tokenProgram);
  return isOf(swap.sourceProgram, sell) && isOf(swap.destinationProgram, buy)
    ? undefined
    : 'The swap names a wrong token program.';
}

/** The program itself pays out SOL for another address; the sender's is unwrapped by closing the account. */
function outputFault(swap: JupiterSwap, reads: readonly JupiterRead[], terms: JupiterTerms): Fault {
  const { sender, destination, buy } = terms;
  const own = accountsOf(sender, buy);
  const paidDirectly = buy.native && destination !== sender;
  const wanted = paidDirectly ? [destination] : accountsOf(destination, buy);
  if (!wanted.includes(swap.destination))
    return `The swap pays into ${swap.destination}, which is not the destination.`;
  if (swap.userDestination !== undefined && ![...own, ...wanted].includes(swap.userDestination))
    return 'The swap leads what is bought through an account of somebody else.';
  if (buy.native && !paidDirectly && find(reads, 'closeAccount').length === 0)
    return 'It leaves what is bought as wrapped SOL.';
  return undefined;
}

function soldFault({ exactOut, amount }: JupiterSwap, { sellBaseUnits }: JupiterTerms): Fault {
  if (exactOut) return 'The swap fixes what comes out and not what goes in.';
  return amount === sellBaseUnits ? undefined : `The swap takes ${amount} base units, not what is sold.`;
}

const minimumFault = (swap: JupiterSwap, { leastBuyBaseUnits }: JupiterTerms): Fault =>
  enforcedMinimum(swap) < leastBuyBaseUnits ? 'The swap guarantees less than what was quoted.' : undefined;

function platformFault(tx: JupiterTransaction, swap: JupiterSwap, { fee }: JupiterTerms): Fault {
  if (swap.positiveSlippageBps !== 0) return 'Somebody else takes what comes out beyond the quote.';
  const wanted = fee?.bps ?? 0;
  if (swap.platformFeeBps !== wanted)
    return `The swap takes a fee of ${swap.platformFeeBps} basis points, not ${wanted}.`;
  if (wanted === 0)
    return swap.feeAccount === undefined ? undefined : 'The swap names an account for a fee that nobody asked for.';
  if (fee?.account === undefined) return undefined;
  // Version 2 has the account among those of the venues, where it must be writable for the program.
  const step = tx.steps.find(({ read }) => read.kind === 'jupiterSwap');
  const isThere =
    swap.version === 1
      ? swap.feeAccount === fee.account
      : step?.instruction.uses.some(({ address, writable }) => address === fee.account && writable);
  return isThere ? undefined : 'The fee of the swap goes to another account than the affiliate’s.';
}

/** The unwrapping must not come before what it unwraps, nor the wrapping after what needs it. */
function orderFault(reads: readonly JupiterRead[]): Fault {
  const swapAt = reads.findIndex(({ kind }) => kind === 'jupiterSwap');
  const misplaced = reads.some(
    ({ kind }, index) =>
      (kind === 'closeAccount' && index < swapAt) ||
      (['transfer', 'syncNative', 'createTokenAccount'].includes(kind) && index > swapAt),
  );
  return misplaced ? 'Its steps stand in an order in which the swap cannot work.' : undefined;
}

/** The points that are compared with the terms. */
export type JupiterPoint =
  | 'signers'
  | 'programs'
  | 'swap'
  | 'fee'
  | 'wrapping'
  | 'closing'
  | 'openings'
  | 'order'
  | 'sides'
  | 'recipient'
  | 'sold'
  | 'slippage'
  | 'minimumBuy'
  | 'affiliateFee';

/**
 * Why the transaction is not the quoted swap: a sentence for each differing point. Empty when it is, in every
 * instruction. Lookup tables must have been read from the chain: an account from an unknown one matches nothing.
 */
export function jupiterFaults(tx: JupiterTransaction, terms: JupiterTerms): { point: JupiterPoint; what: string }[] {
  const reads = tx.steps.map(({ read }) => read);
  const { swap } = tx;
  const checks: readonly [JupiterPoint, Fault][] = [
    ['signers', signersFault(tx, terms)],
    ['programs', programsFault(tx, terms)],
    ['swap', swap ? undefined : 'It is not one swap.'],
    ['fee', feeFault(tx, reads, terms)],
    ['wrapping', wrappingFault(reads, terms)],
    ['closing', closingFault(reads, terms)],
    ['openings', openingFault(swap, reads, terms)],
    ['order', orderFault(reads)],
    ['sides', swap && sidesFault(swap, terms)],
    ['recipient', swap && outputFault(swap, reads, terms)],
    ['sold', swap && soldFault(swap, terms)],
    [
      'slippage',
      swap && swap.slippageBps > terms.slippageBps ? 'The swap allows more slippage than was asked for.' : undefined,
    ],
    ['minimumBuy', swap && minimumFault(swap, terms)],
    ['affiliateFee', swap && platformFault(tx, swap, terms)],
  ];
  return checks.flatMap(([point, what]) => (what === undefined ? [] : [{ point, what }]));
}

/** The first of them; undefined when the transaction is the quoted swap. */
export const jupiterFault = (tx: JupiterTransaction, terms: JupiterTerms): string | undefined =>
  jupiterFaults(tx, terms)[0]?.what;
