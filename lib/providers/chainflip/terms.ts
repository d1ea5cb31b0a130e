/** Defines the terms that are stored with a Chainflip route, from which a channel or a vault swap is made. */

import { z } from 'zod';
import type { RouteDraft } from '../../domain/route.ts';
import type { CfAssetName } from '../../payments/chainflip/assets.ts';

const cfAssetSchema: z.ZodType<CfAssetName> = z.object({ chain: z.string(), asset: z.string() });

const digits = z.string().regex(/^\d+$/);

const termsSchema = z.object({
  src: cfAssetSchema,
  dst: cfAssetSchema,
  /** Deposit in base units. */
  amount: digits,
  /** Output base units per input base unit, fixed point with 128 fractional bits, decimal. Never zero. */
  minPriceX128: digits,
  /** Live price protection in basis points; null: the chain's own default. */
  maxOraclePriceSlippage: z.number().int().nullable(),
  /** State-chain blocks of 6 s. */
  retryDurationBlocks: z.number().int(),
  dca: z.object({ numberOfChunks: z.number().int(), chunkIntervalBlocks: z.number().int() }).optional(),
  /** 0: no boost. */
  maxBoostFeeBps: z.number().int(),
  brokerCommissionBps: z.number().int(),
  affiliates: z.array(z.object({ account: z.string(), bps: z.number().int() })),
  /** The payout calls a contract: gas units and message bytes that the price includes. */
  payoutCall: z.object({ gasBudget: digits, messageBytes: z.number().int() }).optional(),
  /** The quote's fees on deposit and payout, in base units of each side. Older routes lack it. */
  fees: z.object({ ingress: digits, egress: digits }).optional(),
});
export type SwapTerms = z.infer<typeof termsSchema>;

/** Terms in the form that `RouteDraft.tracking` keeps. */
export const trackingOf = (terms: SwapTerms): Record<string, unknown> => ({ chainflip: terms });

/** Undefined when the route is not Chainflip's. */
export function termsOf(route: Pick<RouteDraft, 'tracking'>): SwapTerms | undefined {
  const parsed = termsSchema.safeParse(route.tracking?.chainflip);
  return parsed.success ? parsed.data : undefined;
}
