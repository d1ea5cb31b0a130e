/**
 * Answers `/swap` and `/swap-instructions` of both versions: turns a returned quote into a transaction, or into its
 * instructions.
 */

import { base64 } from '@scure/base';
import { z } from 'zod';
import { smaller } from '../../domain/amount.ts';
import { isAddress } from '../solana/addresses.ts';
import { POOLS } from '../solana/jupiter-accounts.ts';
import { readTransaction } from '../solana/read-transaction.ts';
import { assemble } from './assemble.ts';
import { instructionJson } from './build.ts';
import { type PlanStep, unitLimit, unitPrice } from './instructions.ts';
import { fault, type Jupiter } from './jupiter-state.ts';
import { handedBlockhash, LIFETIME, MOST_UNITS, priceFor, priceSchema, priorityLamports } from './lifetime.ts';
import { type ReturnedQuote, readReturnedQuote } from './quote.ts';
import {
  inOrder,
  type SwapInstructions,
  type SwapTerms,
  type SwapWishes,
  swapInstructions,
} from './swap-instructions.ts';
import { tamperedInstructions, tamperedPayer, tamperedPrice, tamperedTables } from './tamper.ts';
import { badRequest } from './upstream-error.ts';

const key = z.string().refine(isAddress, 'Invalid pubkey');
const lifetime = z.number().int().min(1).max(LIFETIME.most).default(LIFETIME.usual);
const common = {
  quoteResponse: z.unknown(),
  payer: key.nullish(),
  feeAccount: key.nullish(),
  destinationTokenAccount: key.nullish(),
  nativeDestinationAccount: key.nullish(),
  wrapAndUnwrapSol: z.boolean().default(true),
  blockhashSlotsToExpiry: lifetime,
};

const v2Schema = z.object({
  ...common,
  taker: key,
  tipAmount: z.string().regex(/^\d+$/).transform(BigInt).pipe(z.bigint().min(1_000_000n)).nullish(),
  computeUnitPricePercentile: priceSchema,
});

const LEVELS = { medium: 5000, high: 7500, veryHigh: 9500 } as const;
const priorityFee = z.union([
  z.number().int().min(0),
  z.literal('auto'),
  z.object({
    priorityLevelWithMaxLamports: z.object({
      priorityLevel: z.enum(['medium', 'high', 'veryHigh']),
      maxLamports: z.number().int().positive(),
      global: z.boolean().optional(),
    }),
  }),
  z.object({ jitoTipLamports: z.number().int().min(1000) }),
]);
const v1Schema = z.object({
  ...common,
  userPublicKey: key,
  useSharedAccounts: z.boolean().nullish(),
  trackingAccount: key.nullish(),
  prioritizationFeeLamports: priorityFee.nullish(),
  asLegacyTransaction: z.boolean().default(false),
  dynamicComputeUnitLimit: z.boolean().default(false),
  skipUserAccountsRpcCalls: z.boolean().default(false),
  computeUnitPriceMicroLamports: z.number().int().min(0).nullish(),
});

/** @throws {UpstreamError} 400 naming the field. */
function read<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(`Failed to deserialize the JSON body: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

/** @throws {UpstreamError} 400 for a plan with unknown pools. */
function planOf(quote: ReturnedQuote): PlanStep[] {
  const indexes = new Map([[quote.inputMint, 0]]);
  return quote.routePlan.map(({ swapInfo, bps }) => {
    const pool = POOLS.find(({ address }) => address === swapInfo.ammKey);
    const inputIndex = indexes.get(swapInfo.inputMint);
    const mints = [pool?.a.mint, pool?.b.mint];
    if (!pool || inputIndex === undefined || ![swapInfo.inputMint, swapInfo.outputMint].every((m) => mints.includes(m)))
      throw badRequest(`Market ${swapInfo.ammKey} not found`, 'MARKET_NOT_FOUND');
    const outputIndex = indexes.get(swapInfo.outputMint) ?? indexes.size;
    indexes.set(swapInfo.outputMint, outputIndex);
    return { pool, forth: pool.a.mint === swapInfo.inputMint, bps, inputIndex, outputIndex };
  });
}

const termsOf = (quote: ReturnedQuote): SwapTerms => ({
  inputMint: quote.inputMint,
  outputMint: quote.outputMint,
  inAmount: quote.inAmount,
  quotedOut: quote.outAmount,
  slippageBps: quote.slippageBps,
  platformFeeBps: quote.platformFee?.feeBps ?? 0,
  steps: planOf(quote),
});

type Written = { instructions: SwapInstructions; payer: string; price: bigint; units: number };

function write(jupiter: Jupiter, terms: SwapTerms, wishes: SwapWishes, bid: { price: bigint; units: number }): Written {
  const payer = tamperedPayer(jupiter, wishes.payer);
  const instructions = tamperedInstructions(jupiter, swapInstructions(jupiter, terms, { ...wishes, payer }), payer);
  return { instructions, payer, price: tamperedPrice(jupiter, bid.price), units: bid.units };
}

function transactionOf(jupiter: Jupiter, written: Written, slots: number, legacy: boolean) {
  const { blockhash, lastValidBlockHeight } = handedBlockhash(jupiter, slots);
  const swapTransaction = assemble({
    payer: written.payer,
    blockhash,
    instructions: inOrder([unitLimit(written.units), unitPrice(written.price)], written.instructions),
    tables: tamperedTables(jupiter, written.instructions.call),
    legacy,
  });
  return { swapTransaction, lastValidBlockHeight };
}

const instructionsOf = (jupiter: Jupiter, { instructions, price, units }: Written) => ({
  computeBudgetInstructions: [unitLimit(units), unitPrice(price)].map(instructionJson),
  setupInstructions: instructions.setup.map(instructionJson),
  swapInstruction: instructionJson(instructions.swap),
  cleanupInstruction: instructions.cleanup && instructionJson(instructions.cleanup),
  otherInstructions: instructions.other.map(instructionJson),
  addressLookupTableAddresses: tamperedTables(jupiter, instructions.call).map(({ address }) => address),
});

export type SwapAnswer = 'transaction' | 'instructions';

/** @throws {UpstreamError} */
export function answerSwapV2(jupiter: Jupiter, body: unknown, wanted: SwapAnswer): Record<string, unknown> {
  const asked = read(v2Schema, body);
  const quote = readReturnedQuote(asked.quoteResponse);
  const wishes: SwapWishes = {
    version: 2,
    taker: asked.taker,
    payer: asked.payer ?? asked.taker,
    wrapAndUnwrapSol: asked.wrapAndUnwrapSol,
    feeAccount: asked.feeAccount ?? undefined,
    destinationTokenAccount: asked.destinationTokenAccount ?? undefined,
    nativeDestinationAccount: asked.nativeDestinationAccount ?? undefined,
    tipLamports: asked.tipAmount ?? undefined,
  };
  const bid = { price: priceFor(asked.computeUnitPricePercentile), units: MOST_UNITS };
  const written = write(jupiter, termsOf(quote), wishes, bid);
  if (wanted === 'instructions')
    return {
      ...instructionsOf(jupiter, written),
      tipInstruction: written.instructions.tip && instructionJson(written.instructions.tip),
    };
  return {
    ...transactionOf(jupiter, written, asked.blockhashSlotsToExpiry, false),
    prioritizationFeeLamports: Number(priorityLamports(written.price, written.units)),
    computeUnitPrice: written.price.toString(),
  };
}

/** Compute units of a swap by the number of its steps, with a margin. */
const unitsFor = (steps: number): number => 120_000 + 90_000 * steps;

function bidV1(asked: z.output<typeof v1Schema>, steps: number): { price: bigint; units: number; tip?: bigint } {
  const units = asked.dynamicComputeUnitLimit ? unitsFor(steps) : MOST_UNITS;
  const { computeUnitPriceMicroLamports: price, prioritizationFeeLamports: fee } = asked;
  const priceOfLamports = (lamports: number): bigint => (BigInt(lamports) * 1_000_000n) / BigInt(units);
  const estimated = priceFor(LEVELS.medium);
  if (price != null && fee != null)
    throw badRequest(
      'Only one of computeUnitPriceMicroLamports and prioritizationFeeLamports may be given',
      'INVALID_COMPUTE_UNIT_PRICE_AND_PRIORITIZATION_FEE',
    );
  if (price != null) return { price: BigInt(price), units };
  if (fee == null || fee === 'auto') return { price: estimated, units };
  if (typeof fee === 'number') return { price: priceOfLamports(fee), units };
  if ('jitoTipLamports' in fee) return { price: 0n, units, tip: BigInt(fee.jitoTipLamports) };
  const { priorityLevel, maxLamports } = fee.priorityLevelWithMaxLamports;
  const most = priceOfLamports(maxLamports);
  const wanted = priceFor(LEVELS[priorityLevel]);
  return { price: smaller(wanted, most), units };
}

function simulationError(jupiter: Jupiter, transaction: string): unknown {
  if (fault(jupiter, 'simulationError'))
    return { errorCode: 'TRANSACTION_ERROR', error: 'Error processing Instruction 5: custom program error: 0x1771' };
  const tx = readTransaction(base64.decode(transaction));
  const { outcome } = jupiter.ledger.node.simulate(tx, { verify: false });
  return outcome.err === undefined ? null : { errorCode: 'TRANSACTION_ERROR', error: JSON.stringify(outcome.err) };
}

/** @throws {UpstreamError} */
export function answerSwapV1(jupiter: Jupiter, body: unknown, wanted: SwapAnswer): Record<string, unknown> {
  const asked = read(v1Schema, body);
  const quote = readReturnedQuote(asked.quoteResponse);
  const terms = termsOf(quote);
  const { tip, ...bid } = bidV1(asked, terms.steps.length);
  const wishes: SwapWishes = {
    version: quote.instructionVersion === 'V2' ? 2 : 1,
    taker: asked.userPublicKey,
    payer: asked.payer ?? asked.userPublicKey,
    wrapAndUnwrapSol: asked.wrapAndUnwrapSol,
    useSharedAccounts: asked.useSharedAccounts ?? undefined,
    feeAccount: asked.feeAccount ?? undefined,
    destinationTokenAccount: asked.destinationTokenAccount ?? undefined,
    nativeDestinationAccount: asked.nativeDestinationAccount ?? undefined,
    skipUserAccountsRpcCalls: asked.skipUserAccountsRpcCalls,
    tipLamports: tip,
  };
  const written = write(jupiter, terms, wishes, bid);
  if (wanted === 'instructions') return instructionsOf(jupiter, written);
  const made = transactionOf(jupiter, written, asked.blockhashSlotsToExpiry, asked.asLegacyTransaction);
  return {
    ...made,
    prioritizationFeeLamports: Number(priorityLamports(written.price, written.units)),
    computeUnitLimit: written.units,
    prioritizationType: { computeBudget: { microLamports: Number(written.price), estimatedMicroLamports: null } },
    dynamicSlippageReport: null,
    simulationError: simulationError(jupiter, made.swapTransaction),
  };
}
