/**
 * Reads `/v2/swaps/{id}`: only the fields that are used, each by itself, so that one whose form changed hides no
 * other. Source: chainflip-sdk-monorepo packages/swap/src/routes/v2/swap.ts. Times are unix ms, amounts base units.
 */
import { z } from 'zod';

/** Undefined for a value that is absent, null or of an unknown form. */
const maybe = <T>(schema: z.ZodType<T>) =>
  schema
    .nullish()
    .catch(undefined)
    .transform((value) => value ?? undefined);

const amount = maybe(
  z
    .union([z.number().int().nonnegative(), z.string().regex(/^(\d+|0x[0-9a-fA-F]+)$/)])
    .transform((value) => BigInt(value)),
);
const number = maybe(
  z
    .union([z.number(), z.string().regex(/^(\d+(\.\d+)?|0x[0-9a-fA-F]+)$/)])
    .transform(Number)
    .refine(Number.isFinite),
);
const text = maybe(z.union([z.string(), z.number()]).transform(String));
const flag = maybe(z.boolean());

const failure = maybe(
  z.object({
    failedAt: number,
    mode: text,
    /** The wire says `name`; the SDK's types say `code`. */
    reason: maybe(z.object({ name: text, code: text, message: text })),
  }),
);
export type CfFailure = NonNullable<z.output<typeof failure>>;

const chunk = maybe(
  z.object({
    scheduledAt: number,
    executedAt: number,
    retryCount: number,
    latestSwapRescheduledReason: text,
    abortedReason: text,
  }),
);
export type CfChunk = NonNullable<z.output<typeof chunk>>;

const egress = maybe(
  z.object({
    amount,
    scheduledAt: number,
    txRef: text,
    witnessedAt: number,
    failure,
    transactionPayload: maybe(
      z.object({ contract: z.string(), value: z.union([z.string(), z.number()]).transform(String), data: z.string() }),
    ),
  }),
);
export type CfEgress = NonNullable<z.output<typeof egress>>;

export const swapStatusSchema = z.object({
  state: z.string(),
  swapId: text,
  srcAsset: text,
  srcChain: text,
  destAsset: text,
  destChain: text,
  destAddress: text,
  srcChainRequiredBlockConfirmations: number,
  estimatedDurationsSeconds: maybe(z.object({ deposit: number, swap: number, egress: number })),
  depositChannel: maybe(z.object({ id: text, depositAddress: text, estimatedExpiryTime: number, isExpired: flag })),
  deposit: maybe(z.object({ amount, txRef: text, txConfirmations: number, witnessedAt: number, failure })),
  swap: maybe(
    z.object({
      swappedOutputAmount: amount,
      regular: chunk,
      dca: maybe(
        z.object({ lastExecutedChunk: chunk, currentChunk: chunk, executedChunks: number, remainingChunks: number }),
      ),
    }),
  ),
  swapEgress: egress,
  refundEgress: egress,
  fallbackEgress: egress,
  fillOrKillParams: maybe(z.object({ refundAddress: text })),
  boost: maybe(
    z.object({ effectiveBoostFeeBps: number, maxBoostFeeBps: number, boostedAt: number, skippedAt: number }),
  ),
  lastStatechainUpdateAt: number,
});
export type SwapStatus = z.output<typeof swapStatusSchema>;
