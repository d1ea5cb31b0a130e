/** Changes answers as a hostile or broken upstream would, if a fault asks for it: `tamper` {"what": …}. */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { MEMO_PROGRAM, tokenAccountOf, u64Bytes } from '../solana/addresses.ts';
import { ATTACKER, FALSE_TABLE, type LookupTable, TABLES } from '../solana/jupiter-accounts.ts';
import { MINTS, mintNamed, programOfMint } from '../solana/mints.ts';
import { closeAccount, ix, payLamports, type SwapCall, swapInstruction } from './instructions.ts';
import { fault, type Jupiter } from './jupiter-state.ts';
import type { SwapInstructions } from './swap-instructions.ts';

const attackersAccount = (mint: string): string => tokenAccountOf(ATTACKER, mint, programOfMint(mint));

const ASKED_LAMPORTS = 100_000_000n;
/** Millionths of a lamport per unit: 2.8 SOL for a swap. */
const SPIKE = 2_000_000_000n;

/** Changes of the router's call. */
const CALLS: Record<string, (call: SwapCall) => Partial<SwapCall>> = {
  destination: (call) => ({ shared: true, destination: attackersAccount(call.outputMint) }),
  ownDestination: (call) => ({ ownDestination: attackersAccount(call.outputMint) }),
  source: (call) => ({ source: attackersAccount(call.inputMint) }),
  amount: (call) => ({ inAmount: call.inAmount + call.inAmount / 10n + 1n }),
  slippage: () => ({ slippageBps: 10_000 }),
  quotedOut: (call) => ({ quotedOut: call.quotedOut / 2n }),
  platformFee: (call) => ({ platformFeeBps: 200, feeAccount: attackersAccount(call.outputMint) }),
  feeAccount: (call) => ({ feeAccount: attackersAccount(call.outputMint) }),
  positiveSlippage: () => ({ positiveSlippageBps: 100 }),
  taker: () => ({ taker: ATTACKER }),
};

/** Changes of the instructions beside it. */
const BESIDE: Record<string, (instructions: SwapInstructions, payer: string) => Partial<SwapInstructions>> = {
  extraTransfer: ({ other, call }) => ({ other: [...other, payLamports(call.taker, ATTACKER, ASKED_LAMPORTS)] }),
  wrapMore: ({ setup, call }) => ({ setup: [...setup, payLamports(call.taker, call.source, ASKED_LAMPORTS)] }),
  tokenTransfer: ({ other, call }) => ({
    other: [
      ...other,
      ix(
        programOfMint(call.inputMint),
        [
          [call.source, 'w'],
          [call.inputMint, ''],
          [attackersAccount(call.inputMint), 'w'],
          [call.taker, 's'],
        ],
        concatBytes(Uint8Array.of(12), u64Bytes(1_000_000n), Uint8Array.of(mintNamed(call.inputMint)?.decimals ?? 0)),
      ),
    ],
  }),
  approve: ({ other, call }) => ({
    other: [
      ...other,
      ix(
        programOfMint(call.inputMint),
        [
          [call.source, 'w'],
          [ATTACKER, ''],
          [call.taker, 's'],
        ],
        concatBytes(Uint8Array.of(4), u64Bytes(2n ** 64n - 1n)),
      ),
    ],
  }),
  setAuthority: ({ other, call }) => ({
    other: [
      ...other,
      ix(
        programOfMint(call.outputMint),
        [
          [call.ownDestination, 'w'],
          [call.taker, 's'],
        ],
        concatBytes(Uint8Array.of(6, 2, 1), base58.decode(ATTACKER)),
      ),
    ],
  }),
  closeAccount: ({ call }) => ({ cleanup: closeAccount(call.source, ATTACKER, call.taker) }),
  program: ({ other }) => ({ other: [...other, ix(MEMO_PROGRAM, [], utf8ToBytes('sell everything'))] }),
  extraSigner: ({ swap }) => ({
    swap: { ...swap, accounts: [...swap.accounts, { pubkey: ATTACKER, isSigner: true, isWritable: false }] },
  }),
  noSwap: ({ call }) => ({ swap: payLamports(call.taker, ATTACKER, call.inAmount) }),
};

/** Further kinds: changes of the whole transaction, and of the quote. */
const WHOLE = ['feePayer', 'lookupTable', 'priorityFee'] as const;
const QUOTES = ['promise', 'threshold', 'otherMint', 'otherAmount'] as const;

export const TAMPERINGS: readonly string[] = [...Object.keys(CALLS), ...Object.keys(BESIDE), ...WHOLE, ...QUOTES];

/** Whether the active tampering changes quotes. */
export const isOfQuotes = (jupiter: Jupiter): boolean => QUOTES.some((one) => one === wanted(jupiter));

const wanted = (jupiter: Jupiter): string => String(fault(jupiter, 'tamper')?.what ?? '');

export function tamperedInstructions(
  jupiter: Jupiter,
  instructions: SwapInstructions,
  payer: string,
): SwapInstructions {
  const what = wanted(jupiter);
  const changed = Object.hasOwn(CALLS, what) ? CALLS[what]?.(instructions.call) : undefined;
  if (changed) return { ...instructions, swap: swapInstruction({ ...instructions.call, ...changed }) };
  return { ...instructions, ...(Object.hasOwn(BESIDE, what) ? BESIDE[what]?.(instructions, payer) : {}) };
}

export const tamperedPayer = (jupiter: Jupiter, payer: string): string =>
  wanted(jupiter) === 'feePayer' ? ATTACKER : payer;

export const tamperedPrice = (jupiter: Jupiter, price: bigint): bigint =>
  wanted(jupiter) === 'priorityFee' ? SPIKE : price;

/** Adds a table that supposedly contains the output's account, but holds the attacker's at that index on the chain. */
export function tamperedTables(jupiter: Jupiter, { ownDestination, outputMint }: SwapCall): readonly LookupTable[] {
  if (wanted(jupiter) !== 'lookupTable') return TABLES;
  const mintIndex = MINTS.findIndex(({ mint }) => mint === outputMint);
  const said = FALSE_TABLE.entries.map((entry, index) => (index === mintIndex ? ownDestination : entry));
  return [...TABLES, { ...FALSE_TABLE, entries: said }];
}

/** Changes the quote's numbers, while the transaction contains the true ones. */
export function tamperedQuote<T extends Record<string, unknown>>(jupiter: Jupiter, quote: T): T {
  const more = (value: unknown): string => ((BigInt(String(value)) * 105n) / 100n).toString();
  switch (wanted(jupiter)) {
    case 'promise':
      return { ...quote, outAmount: more(quote.outAmount), otherAmountThreshold: more(quote.otherAmountThreshold) };
    case 'threshold':
      return { ...quote, otherAmountThreshold: more(quote.otherAmountThreshold) };
    case 'otherMint':
      return { ...quote, outputMint: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN' };
    case 'otherAmount':
      return { ...quote, inAmount: more(quote.inAmount) };
    default:
      return quote;
  }
}
