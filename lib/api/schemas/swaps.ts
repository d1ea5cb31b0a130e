/** Defines an integrator's list of its swaps. */
import { z } from 'zod';
import { REASON_CODE_NAMES, TRACKING_STATUSES } from '../../domain/swap-status.ts';
import { assetIdSchema, chainIdSchema, decimalAmountSchema, providerIdSchema } from './common.ts';

const paidOutSchema = z.object({ asset: assetIdSchema, amount: decimalAmountSchema, hash: z.string().optional() });

export const listedSwapSchema = z
  .object({
    quoteId: z.string(),
    routeIndex: z.number().int(),
    provider: providerIdSchema,
    status: z.enum(TRACKING_STATUSES),
    createdAt: z.iso.datetime().meta({ description: 'When the swap became known here.' }),
    endedAt: z.iso.datetime().optional().meta({ description: 'When it was paid out, refunded, or failed.' }),
    chain: chainIdSchema.meta({ description: 'Of the payment.' }),
    hash: z.string().optional().meta({ description: 'Of the payment; absent while only its channel knows it.' }),
    sellAsset: assetIdSchema,
    sellAmount: decimalAmountSchema.meta({ description: 'What arrived where that is known, else what was quoted.' }),
    buyAsset: assetIdSchema,
    expectedBuyAmount: decimalAmountSchema.meta({ description: 'As quoted, as is the next.' }),
    expectedBuyAmountMaxSlippage: decimalAmountSchema,
    received: paidOutSchema.optional().meta({ description: 'The payout of the last leg, once it was sent.' }),
    refund: paidOutSchema.optional().meta({ description: 'What came back, once it was sent.' }),
    reasonCode: z.enum(REASON_CODE_NAMES).optional().meta({ description: 'Why it failed or was refunded.' }),
    recipient: z.string().optional().meta({ description: 'Where the route pays out.' }),
  })
  .meta({ id: 'ListedSwap' });
export type ListedSwap = z.infer<typeof listedSwapSchema>;

export const swapsResponseSchema = z
  .object({
    swaps: z.array(listedSwapSchema).meta({ description: 'Newest first.' }),
    next: z.string().optional().meta({
      description: '`cursor` of the next page, which may be there after a page of fewer swaps; absent on the last.',
    }),
  })
  .meta({ id: 'SwapsResponse' });
export type SwapsResponse = z.infer<typeof swapsResponseSchema>;

export const swapsQuerySchema = z.object({
  status: z
    .enum(TRACKING_STATUSES)
    .exclude(['not_started'])
    .optional()
    .meta({ description: '`pending`, `swapping`, `completed`, `refunded` or `failed`.' }),
  provider: providerIdSchema.optional().meta({ description: 'Only swaps through this provider.' }),
  chain: chainIdSchema.optional().meta({ description: 'Only swaps that were paid on this chain.' }),
  since: z.iso.datetime({ offset: true }).optional().meta({ description: 'Known since then (2026-11-21T06:00:00Z).' }),
  until: z.iso.datetime({ offset: true }).optional().meta({ description: 'Known before then.' }),
  limit: z.coerce.number().int().min(1).max(500).optional().meta({ description: '1 to 500; 50 without it.' }),
  cursor: z
    .string()
    .max(100)
    .regex(/^\d+\.[0-9a-f-]{36}$/)
    .optional()
    .meta({ description: '`next` of the page before.' }),
  format: z.enum(['json', 'csv']).optional().meta({
    description: '`csv`, as `Accept: text/csv`, answers the page as CSV; `Link` with `rel="next"` leads to the next.',
  }),
});
