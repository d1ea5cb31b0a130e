/**
 * Defines the JSON that is stored with a route to create its order, complete its transaction and follow it. It is read
 * back strictly.
 */
import { z } from 'zod';
import type { RouteDraft } from '../../domain/route.ts';

const digits = z.string().regex(/^\d+$/);

export const termsSchema = z.object({
  kind: z.literal('garden'),
  /** Garden's ids of the two assets. */
  from: z.string().min(1),
  to: z.string().min(1),
  /** The amounts of the quote, base units, which an order repeats to the unit. */
  fromAmount: digits,
  toAmount: digits,
  solverId: z.string().min(1),
  affiliateFee: z.object({ asset: z.string(), address: z.string(), fee: z.number().int().positive() }).optional(),
  /** Set once the order exists. */
  order: z
    .object({
      id: z.string().min(1),
      /** Unix ms. */
      createdAt: z.number(),
      /** Of the source, in blocks or slots. */
      timelock: digits,
      /** Garden's id of the lock on the source chain, which the contract's `refund` takes. */
      swapId: z.string(),
      /** 64 hex digits. */
      secretHash: z.string(),
      redeemer: z.string(),
      /** The checked payment into a contract; `gas` decimal, as Garden advises it. */
      evm: z.object({ to: z.string(), data: z.string(), value: digits, gas: digits.optional() }).optional(),
      /** base64 of the checked transaction; its blockhash is renewed before it is handed out. */
      solana: z.string().optional(),
    })
    .optional(),
});
export type GardenTerms = z.output<typeof termsSchema>;
export type OrderTerms = NonNullable<GardenTerms['order']>;

/** Undefined for a route that is not Garden's. */
export function termsOf({ tracking }: Pick<RouteDraft, 'tracking'>): GardenTerms | undefined {
  const read = termsSchema.safeParse(tracking);
  return read.success ? read.data : undefined;
}
