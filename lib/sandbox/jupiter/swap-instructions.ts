/** Assembles a swap: the router's instruction and all instructions around it for this taker. */
import { tokenAccountOf } from '../solana/addresses.ts';
import { mintNamed, programOfMint, WRAPPED_SOL_MINT } from '../solana/mints.ts';
import {
  closeAccount,
  countLamports,
  openAccount,
  type PlanStep,
  payLamports,
  type SwapCall,
  type SwapInstruction,
  swapInstruction,
} from './instructions.ts';
import type { Jupiter } from './jupiter-state.ts';
import { badRequest } from './upstream-error.ts';

export type SwapWishes = {
  version: 1 | 2;
  taker: string;
  payer: string;
  wrapAndUnwrapSol: boolean;
  /** Version 1: as the caller wishes; version 2: whenever there are intermediate tokens. */
  useSharedAccounts?: boolean | undefined;
  feeAccount?: string | undefined;
  destinationTokenAccount?: string | undefined;
  nativeDestinationAccount?: string | undefined;
  /** Opens accounts without checking whether they exist. */
  skipUserAccountsRpcCalls?: boolean | undefined;
  tipLamports?: bigint | undefined;
};

export type SwapTerms = {
  inputMint: string;
  outputMint: string;
  inAmount: bigint;
  quotedOut: bigint;
  slippageBps: number;
  platformFeeBps: number;
  steps: readonly PlanStep[];
};

export type SwapInstructions = {
  setup: SwapInstruction[];
  other: SwapInstruction[];
  call: SwapCall;
  swap: SwapInstruction;
  cleanup: SwapInstruction | null;
  tip: SwapInstruction | null;
};

/**
 * One of the accounts for tips that put a transaction at the top of a block. Source: Jito's documentation, tip
 * accounts.
 */
const TIP_ACCOUNT = '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5';
const MOST_FEE_BPS_V1 = 255;

/** Refuses invalid combinations of wishes. @throws {UpstreamError} 400 */
export function checkWishes(terms: Pick<SwapTerms, 'outputMint' | 'platformFeeBps'>, wishes: SwapWishes): void {
  if (wishes.destinationTokenAccount && wishes.nativeDestinationAccount)
    throw badRequest('Only one of destinationTokenAccount and nativeDestinationAccount may be given');
  if (terms.platformFeeBps > 0 && !wishes.feeAccount)
    throw badRequest('feeAccount is required when platformFeeBps is set', 'INVALID_REQUEST');
  if (wishes.nativeDestinationAccount && terms.outputMint !== WRAPPED_SOL_MINT)
    throw badRequest('nativeDestinationAccount is for SOL output only');
  if (wishes.nativeDestinationAccount && wishes.version === 1)
    throw badRequest('nativeDestinationAccount needs instructionVersion V2');
  if (wishes.version === 1 && terms.platformFeeBps > MOST_FEE_BPS_V1)
    throw badRequest(`platformFeeBps must be at most ${MOST_FEE_BPS_V1}`, 'INVALID_REQUEST');
}

function setupOf(jupiter: Jupiter, terms: SwapTerms, wishes: SwapWishes, call: SwapCall): SwapInstruction[] {
  const { payer, taker } = wishes;
  const steps: SwapInstruction[] = [];
  if (terms.inputMint === WRAPPED_SOL_MINT && wishes.wrapAndUnwrapSol)
    steps.push(
      openAccount(payer, taker, WRAPPED_SOL_MINT),
      payLamports(taker, call.source, terms.inAmount),
      countLamports(call.source),
    );
  const isElsewhere = call.destination !== undefined;
  const isThere = jupiter.ledger.node.account(call.ownDestination) !== undefined;
  if (!isElsewhere && (!isThere || wishes.skipUserAccountsRpcCalls || terms.outputMint === WRAPPED_SOL_MINT))
    steps.push(openAccount(payer, taker, terms.outputMint));
  return steps;
}

/** Unwraps the taker's wrapped SOL: the bought amount, or the rent of the sold one. */
function cleanupOf(terms: SwapTerms, wishes: SwapWishes, call: SwapCall): SwapInstruction | null {
  if (!wishes.wrapAndUnwrapSol) return null;
  const { taker } = wishes;
  if (terms.inputMint === WRAPPED_SOL_MINT) return closeAccount(call.source, taker, taker);
  const isBought = terms.outputMint === WRAPPED_SOL_MINT && call.destination === undefined;
  return isBought ? closeAccount(call.ownDestination, taker, taker) : null;
}

/** @throws {UpstreamError} 400 for impossible wishes, or an unknown mint. */
export function swapInstructions(jupiter: Jupiter, terms: SwapTerms, wishes: SwapWishes): SwapInstructions {
  checkWishes(terms, wishes);
  for (const mint of [terms.inputMint, terms.outputMint])
    if (!mintNamed(mint)) throw badRequest(`The token ${mint} is not tradable`, 'TOKEN_NOT_TRADABLE');
  const own = (mint: string): string => tokenAccountOf(wishes.taker, mint, programOfMint(mint));
  const ownDestination = own(terms.outputMint);
  const wanted = wishes.nativeDestinationAccount ?? wishes.destinationTokenAccount;
  const destination = wanted === ownDestination ? undefined : wanted;
  const hops = new Set(terms.steps.map(({ outputIndex }) => outputIndex)).size;
  const shared = wishes.version === 1 ? wishes.useSharedAccounts === true : hops > 1 || destination !== undefined;
  const call: SwapCall = {
    version: wishes.version,
    shared,
    taker: wishes.taker,
    source: own(terms.inputMint),
    ownDestination,
    ...(destination === undefined ? {} : { destination }),
    ...(wishes.feeAccount === undefined ? {} : { feeAccount: wishes.feeAccount }),
    inputMint: terms.inputMint,
    outputMint: terms.outputMint,
    inAmount: terms.inAmount,
    quotedOut: terms.quotedOut,
    slippageBps: terms.slippageBps,
    platformFeeBps: terms.platformFeeBps,
    positiveSlippageBps: 0,
    steps: terms.steps,
  };
  const tip = wishes.tipLamports;
  return {
    setup: setupOf(jupiter, terms, wishes, call),
    other: [],
    call,
    swap: swapInstruction(call),
    cleanup: cleanupOf(terms, wishes, call),
    tip: tip === undefined ? null : payLamports(wishes.payer, TIP_ACCOUNT, tip),
  };
}

/** All instructions in the order of execution. */
export const inOrder = (budget: readonly SwapInstruction[], sections: SwapInstructions): SwapInstruction[] => [
  ...budget,
  ...sections.setup,
  ...sections.other,
  sections.swap,
  ...(sections.cleanup ? [sections.cleanup] : []),
  ...(sections.tip ? [sections.tip] : []),
];
