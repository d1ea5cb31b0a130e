/** Defines what an integrator reads of its own use: counts, and the fees that its swaps earned. */
import { z } from 'zod';
import { assetIdSchema, decimalAmountSchema, providerIdSchema } from './common.ts';

const daySchema = z.iso.date();
const dollarsSchema = z.string().regex(/^\d+\.\d\d$/);

export const earnedFeeSchema = z
  .object({
    provider: providerIdSchema.meta({ description: 'Who pays it out.' }),
    asset: assetIdSchema,
    amount: decimalAmountSchema.meta({ description: 'As quoted, in proportion to what was swapped.' }),
    usd: dollarsSchema.optional().meta({ description: 'At the prices of the quotes; absent without a price.' }),
  })
  .meta({ id: 'EarnedFee' });

const usageFields = {
  requests: z.record(z.string(), z.number().int()).meta({ description: 'By method and path.' }),
  quotes: z.number().int(),
  swaps: z.number().int().meta({ description: 'Swaps whose payment was seen, by the day when they became known.' }),
  completed: z.number().int().meta({ description: 'Those of them that were paid out.' }),
  unpriced: z.number().int().meta({ description: 'Swaps whose sold asset had no price; `soldUsd` leaves them out.' }),
  soldUsd: dollarsSchema.meta({ description: 'What all swaps sold, at the prices of the quotes.' }),
  affiliateFeeUsd: dollarsSchema.meta({ description: 'What completed swaps paid the affiliate.' }),
  fees: z.array(earnedFeeSchema).meta({ description: 'The same by provider and asset.' }),
};

export const usageSchema = z.object(usageFields).meta({ id: 'Usage' });

export const usageDaySchema = z.object({ day: daySchema, ...usageFields }).meta({ id: 'UsageDay' });

export const usageResponseSchema = z
  .object({
    from: daySchema,
    to: daySchema,
    total: usageSchema,
    days: z.array(usageDaySchema).meta({ description: 'Oldest first; days without any use are absent.' }),
  })
  .meta({ id: 'UsageResponse', description: 'Days in UTC, both inclusive.' });
export type UsageResponse = z.infer<typeof usageResponseSchema>;

export const usageQuerySchema = z.object({
  from: daySchema.optional().meta({ description: 'A day (2026-11-01, UTC); without it 29 days before `to`.' }),
  to: daySchema.optional().meta({ description: 'A day, inclusive; today without it. At most 92 days from `from`.' }),
});
