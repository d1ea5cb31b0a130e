/** The fields that are read of the made-up provider's answers. */
import { z } from 'zod';

export const quoteSchema = z.object({ order: z.string(), payTo: z.string(), out: z.string().regex(/^\d+$/) });
export type MadeUpQuote = z.infer<typeof quoteSchema>;

export const swapSchema = z.object({ paid: z.string(), payoutHash: z.string().optional() });
export type MadeUpSwap = z.infer<typeof swapSchema>;
