/**
 * Defines what is stored of a quoted swap to track it: who sells, who receives what, and when the transaction
 * expires.
 */
import { z } from 'zod';

const termsSchema = z.object({
  jupiter: z.object({
    sender: z.string(),
    destination: z.string(),
    sellMint: z.string(),
    sellNative: z.boolean(),
    buyMint: z.string(),
    /** SOL itself is paid out, not wrapped SOL. */
    buyNative: z.boolean(),
    /** Block height after which the transaction that was handed out can no longer be mined; absent without one. */
    lastValidBlockHeight: z.number().optional(),
  }),
});
export type JupiterTracking = z.output<typeof termsSchema>['jupiter'];

export const trackingOf = (terms: JupiterTracking): Record<string, unknown> => ({ jupiter: terms });

/** Undefined for what another provider stored. */
export function readTracking(tracking: Record<string, unknown> | undefined): JupiterTracking | undefined {
  const parsed = termsSchema.safeParse(tracking);
  return parsed.success ? parsed.data.jupiter : undefined;
}
