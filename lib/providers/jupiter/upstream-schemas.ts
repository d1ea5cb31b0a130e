/** Defines the fields that are read of Jupiter's answers, tolerantly. Source: jup-ag/docs openapi-spec. */
import { z } from 'zod';
import { optionalNumber } from '../upstream-fields.ts';

const U64_MAX = 2n ** 64n - 1n;
/** A whole number in digits, as text or (in old answers) as a number. */
const digits = z
  .union([z.string().regex(/^\d{1,20}$/), z.number().int().nonnegative()])
  .transform((value) => BigInt(value))
  .refine((value) => value <= U64_MAX, { error: 'must be an unsigned 64-bit number' });

export const errorSchema = z.object({
  error: z.string(),
  errorCode: z.string().nullish(),
});

/** The message of the gateway before the API. */
export const gatewaySchema = z.object({ message: z.string() });

const platformFee = z.object({
  amount: digits.nullish(),
  feeBps: optionalNumber,
  feeMint: z.string().nullish(),
});

const edge = z.object({
  swapInfo: z.object({
    label: z.string().nullish(),
    feeAmount: digits.nullish().catch(undefined),
    feeMint: z.string().nullish(),
  }),
});

export const quoteSchema = z.object({
  inputMint: z.string(),
  inAmount: digits,
  outputMint: z.string(),
  /** After the fees of pools and platform. */
  outAmount: digits,
  otherAmountThreshold: digits,
  swapMode: z.string().nullish(),
  slippageBps: optionalNumber,
  platformFee: platformFee.nullish(),
  /** A fraction, `0.0109` for 1.09 %, a loss positive. */
  priceImpactPct: optionalNumber,
  routePlan: z.array(edge).nullish().catch(undefined),
});
export type JupiterQuote = z.output<typeof quoteSchema>;

const instruction = z.object({
  programId: z.string(),
  accounts: z.array(z.object({ pubkey: z.string(), isSigner: z.boolean(), isWritable: z.boolean() })),
  data: z.base64(),
});
export type UpstreamInstruction = z.output<typeof instruction>;
const several = z
  .array(instruction)
  .nullish()
  .transform((list) => list ?? []);

const height = z.union([z.number().int().positive(), z.string().regex(/^\d+$/)]).transform(Number);

export const buildSchema = quoteSchema.extend({
  computeBudgetInstructions: several,
  setupInstructions: several,
  otherInstructions: several,
  swapInstruction: instruction,
  cleanupInstruction: instruction.nullish(),
  tipInstruction: instruction.nullish(),
  addressesByLookupTableAddress: z.record(z.string(), z.array(z.string())).nullish(),
  blockhashWithMetadata: z.object({
    blockhash: z.array(z.number().int().min(0).max(255)).length(32),
    lastValidBlockHeight: height,
  }),
});
export type JupiterBuild = z.output<typeof buildSchema>;

export const swapSchema = z.object({
  swapTransaction: z.base64().min(1),
  lastValidBlockHeight: height,
  /** Why it would fail now. */
  simulationError: z.unknown().optional(),
});
export type JupiterSwapAnswer = z.output<typeof swapSchema>;

const token = z.object({
  id: z.string(),
  name: z.string().nullish(),
  symbol: z.string().nullish(),
  icon: z.string().nullish(),
  decimals: z.number().int().min(0).max(20),
  tokenProgram: z.string().nullish(),
  usdPrice: optionalNumber,
});
/** An entry that cannot be read is left out. */
export const tokensSchema = z
  .array(token.nullable().catch(null))
  .transform((list) => list.filter((one) => one !== null));
export type JupiterToken = z.output<typeof token>;

export const pricesSchema = z.record(z.string(), z.object({ usdPrice: optionalNumber }).nullable().catch(null));
