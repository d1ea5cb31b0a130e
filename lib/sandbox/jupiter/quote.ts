/**
 * Answers quotes as Jupiter's router does: amounts net of every fee, each pool named, in the shapes of both versions.
 */
import { z } from 'zod';
import { isAddress } from '../solana/addresses.ts';
import { KINDS } from '../solana/jupiter-accounts.ts';
import { mintNamed } from '../solana/mints.ts';
import { fault, type Jupiter, use } from './jupiter-state.ts';
import { microUsdOf, readPools } from './market.ts';
import { findRoute, type Route, type RouteStep } from './routes.ts';
import { badRequest, UpstreamError } from './upstream-error.ts';

const U64_END = 2n ** 64n;
const MOST_HOPS = 3;
export const MOST_ACCOUNTS = 64;

const bps = z.coerce.number().int().min(0).max(10_000);
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const labels = z.string().transform((text) => text.split(',').map((label) => label.replaceAll('+', ' ').trim()));

/** The fields that both versions' quotes share. */
export const quoteFields = {
  inputMint: z.string().refine(isAddress, 'Invalid pubkey'),
  outputMint: z.string().refine(isAddress, 'Invalid pubkey'),
  amount: z
    .string()
    .regex(/^\d+$/, 'Invalid amount')
    .transform(BigInt)
    .refine((amount) => amount > 0n && amount < U64_END, 'Invalid amount'),
  slippageBps: bps.default(50),
  platformFeeBps: bps.optional(),
  dexes: labels.optional(),
  excludeDexes: labels.optional(),
  useIncurredSlippageForQuoting: flag.optional(),
};

export const quoteV2Schema = z.object({ ...quoteFields, dynamicSwap: flag.default(true) });
export const quoteV1Schema = z.object({
  ...quoteFields,
  swapMode: z.enum(['ExactIn', 'ExactOut']).default('ExactIn'),
  restrictIntermediateTokens: flag.default(true),
  onlyDirectRoutes: flag.default(false),
  asLegacyTransaction: flag.default(false),
  maxAccounts: z.coerce.number().int().min(1).default(MOST_ACCOUNTS),
  instructionVersion: z.enum(['V1', 'V2']).default('V1'),
});

export type QuoteTerms = {
  inputMint: string;
  outputMint: string;
  amount: bigint;
  slippageBps: number;
  platformFeeBps?: number | undefined;
  dexes?: string[] | undefined;
  excludeDexes?: string[] | undefined;
  useIncurredSlippageForQuoting?: boolean | undefined;
  onlyDirectRoutes?: boolean;
  maxAccounts?: number;
  /** The fee is deducted from the input. */
  feeOnInput?: boolean;
};

export type Quoted = {
  route: Route;
  /** The amount that reaches the pools: the input less a fee on it. */
  swapped: bigint;
  feeAmount: bigint;
  outAmount: bigint;
  threshold: bigint;
};

/** @throws {UpstreamError} 400 naming the field. */
export function parseQuery<T extends z.ZodType>(schema: T, query: URLSearchParams): z.output<T> {
  const parsed = schema.safeParse(Object.fromEntries(query));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  if (issue?.message === 'Invalid amount') throw badRequest('Invalid amount', 'INVALID_REQUEST');
  throw badRequest(`Query parameter ${field} cannot be parsed: ${issue?.message ?? 'invalid'}`, 'INVALID_REQUEST');
}

const share = (amount: bigint, bpsOf: number): bigint => (amount * BigInt(bpsOf)) / 10_000n;

function checkTerms(jupiter: Jupiter, terms: QuoteTerms): void {
  if (terms.inputMint === terms.outputMint)
    throw badRequest('Input and output mints are not allowed to be equal', 'CIRCULAR_ARBITRAGE_IS_DISABLED');
  if (terms.dexes && terms.excludeDexes)
    throw badRequest('Only one of dexes and excludeDexes may be given', 'INVALID_REQUEST');
  if ((terms.maxAccounts ?? 0) > MOST_ACCOUNTS)
    throw badRequest(`maxAccounts must be at most ${MOST_ACCOUNTS}`, 'MAX_ACCOUNT_GREATER_THAN_MAX');
  const untradable = fault(jupiter, 'notTradable')?.mint;
  for (const mint of [terms.inputMint, terms.outputMint])
    if (!mintNamed(mint) || mint === untradable)
      throw badRequest(`The token ${mint} is not tradable`, 'TOKEN_NOT_TRADABLE');
}

/** @throws {UpstreamError} with Jupiter's messages. */
export function quoteTerms(jupiter: Jupiter, terms: QuoteTerms): Quoted {
  checkTerms(jupiter, terms);
  if (fault(jupiter, 'noRoute')) {
    use(jupiter, 'noRoute');
    throw badRequest('No routes found', 'NO_ROUTES_FOUND');
  }
  const feeBps = terms.platformFeeBps ?? 0;
  const feeIn = terms.feeOnInput ? share(terms.amount, feeBps) : 0n;
  const swapped = terms.amount - feeIn;
  const { dexes, excludeDexes } = terms;
  const route = findRoute(
    readPools(jupiter.ledger),
    { inputMint: terms.inputMint, outputMint: terms.outputMint, amount: swapped },
    {
      allowed: (label) => (dexes ? dexes.includes(label) : !excludeDexes?.includes(label)),
      mostHops: terms.onlyDirectRoutes ? 1 : MOST_HOPS,
      maxAccounts: terms.maxAccounts ?? MOST_ACCOUNTS,
    },
  );
  if (route === undefined) throw badRequest('No routes found', 'NO_ROUTES_FOUND');
  const feeOut = terms.feeOnInput ? 0n : share(route.outAmount, feeBps);
  const outAmount = route.outAmount - feeOut;
  if (outAmount === 0n)
    throw badRequest('Cannot compute other amount threshold', 'CANNOT_COMPUTE_OTHER_AMOUNT_THRESHOLD');
  const threshold = share(outAmount, 10_000 - terms.slippageBps);
  return { route, swapped, feeAmount: terms.feeOnInput ? feeIn : feeOut, outAmount, threshold };
}

const stepJson = (step: RouteStep) => {
  const fee = step.inAmount - share(step.inAmount, 10_000 - step.pool.account.feeBps);
  return {
    swapInfo: {
      ammKey: step.pool.account.address,
      label: KINDS[step.pool.account.kind].label,
      inputMint: step.inputMint,
      outputMint: step.outputMint,
      inAmount: step.inAmount.toString(),
      outAmount: step.outAmount.toString(),
      feeAmount: fee.toString(),
      feeMint: step.inputMint,
    },
    percent: step.bps / 100,
    bps: step.bps,
  };
};

/** A fraction, never in exponent notation. */
export function impactOf({ route }: Quoted): string {
  const impact = 1 - Number(route.outAmount) / route.endlessOut;
  const text = Math.max(0, impact).toFixed(16).replace(/0+$/, '').replace(/\.$/, '');
  return text === '' ? '0' : text;
}

export type QuoteJson = Record<string, unknown>;

export function quoteJson(jupiter: Jupiter, terms: QuoteTerms, quoted: Quoted, version: 'V1' | 'V2'): QuoteJson {
  const microUsd = microUsdOf(jupiter.market, terms.inputMint, terms.amount);
  const feeBps = terms.platformFeeBps ?? 0;
  const feeMint = terms.feeOnInput ? terms.inputMint : terms.outputMint;
  return {
    inputMint: terms.inputMint,
    inAmount: terms.amount.toString(),
    outputMint: terms.outputMint,
    outAmount: quoted.outAmount.toString(),
    otherAmountThreshold: quoted.threshold.toString(),
    swapMode: 'ExactIn',
    slippageBps: terms.slippageBps,
    platformFee: feeBps === 0 ? null : { amount: quoted.feeAmount.toString(), feeBps, feeMint },
    priceImpactPct: impactOf(quoted),
    routePlan: quoted.route.steps.map(stepJson),
    contextSlot: jupiter.ledger.node.slot(),
    timeTaken: 0.002 + quoted.route.steps.length / 1000,
    swapUsdValue: `${microUsd / 1_000_000n}.${(microUsd % 1_000_000n).toString().padStart(6, '0')}`,
    simplerRouteUsed: false,
    mostReliableAmmsQuoteReport: {
      info: Object.fromEntries(
        quoted.route.steps.map(({ pool, outAmount }) => [pool.account.address, outAmount.toString()]),
      ),
    },
    useIncurredSlippageForQuoting: terms.useIncurredSlippageForQuoting ?? null,
    otherRoutePlans: null,
    loadedLongtailToken: false,
    instructionVersion: version === 'V2' ? 'V2' : null,
  };
}

/** Keys that a returned quote must have to be the one that was sent. */
const QUOTE_KEYS = [
  'swapUsdValue',
  'simplerRouteUsed',
  'mostReliableAmmsQuoteReport',
  'useIncurredSlippageForQuoting',
  'otherRoutePlans',
  'loadedLongtailToken',
  'instructionVersion',
  'contextSlot',
];

const decimal = z.string().regex(/^\d+$/).transform(BigInt);
const returnedSchema = z.object({
  inputMint: z.string(),
  outputMint: z.string(),
  inAmount: decimal,
  outAmount: decimal,
  slippageBps: z.number().int().min(0).max(10_000),
  platformFee: z.object({ feeBps: z.number().int().min(0).max(10_000) }).nullish(),
  instructionVersion: z.enum(['V1', 'V2']).nullish(),
  routePlan: z
    .array(
      z.object({
        swapInfo: z.object({ ammKey: z.string(), inputMint: z.string(), outputMint: z.string() }),
        bps: z.number().int().min(1).max(10_000),
      }),
    )
    .min(1),
});

export type ReturnedQuote = z.output<typeof returnedSchema>;

/**
 * Reads the quote that a caller returns, which must be the one they got.
 * @throws {UpstreamError} 500 when fields are missing, 400 when it is no quote.
 */
export function readReturnedQuote(value: unknown): ReturnedQuote {
  if (typeof value !== 'object' || value === null) throw badRequest('Invalid quoteResponse');
  if (QUOTE_KEYS.some((key) => !Object.hasOwn(value, key)))
    throw new UpstreamError(500, 'Dynamic swap is missing dynamic swap details');
  const parsed = returnedSchema.safeParse(value);
  if (!parsed.success) throw badRequest(`Invalid quoteResponse: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
  return parsed.data;
}
