/** Defines a deployment's report on its providers: where each swaps, what is halted, how fast it answers. */
import { z } from 'zod';
import { REASON_CODE_NAMES } from '../../domain/swap-status.ts';
import { assetIdSchema, chainIdSchema, decimalAmountSchema, providerIdSchema } from './common.ts';

const haltSchema = z
  .object({ chain: chainIdSchema, reason: z.string().meta({ description: 'A sentence.' }) })
  .meta({ id: 'ProviderHalt' });

const limitSchema = z
  .object({
    asset: assetIdSchema,
    least: decimalAmountSchema.optional().meta({ description: 'The least that the provider takes or advises.' }),
    most: decimalAmountSchema.optional(),
  })
  .meta({ id: 'ProviderLimit', description: 'As the newest quote named it; it moves with fees and prices.' });

const latencySchema = z
  .object({
    p50Ms: z.number().int(),
    p95Ms: z.number().int(),
    quotes: z.number().int().meta({ description: 'How often it was asked in `windowSeconds`.' }),
    failures: z.number().int().meta({ description: 'How often of these it gave no answer, or none that can be read.' }),
  })
  .meta({ id: 'ProviderLatency', description: 'Of quotes on this instance in the last `windowSeconds`.' });

const witnessesSchema = z
  .object({
    operators: z.array(z.object({ name: z.string(), answering: z.boolean() })).meta({
      description: 'Whose nodes are asked where payments go. What fewer than `needed` of them name is never paid.',
    }),
    needed: z.number().int(),
    differing: z.array(z.object({ chain: z.string(), since: z.iso.datetime() })).meta({
      description: 'Chains on which those that answer name different vaults, and since when.',
    }),
  })
  .meta({
    id: 'ProviderWitnesses',
    description: 'With fewer `operators` than `needed`, nobody confirms where this provider’s payments go.',
  });

const spreadSchema = z
  .object({ p5: z.number(), p50: z.number(), p95: z.number() })
  .meta({ id: 'LedgerSpread', description: 'The 5th, 50th and 95th percentile of the completed swaps.' });

const figuresSchema = z
  .object({
    swaps: z.number().int().meta({ description: 'How many ended in this time.' }),
    completed: z.number().int(),
    refunded: z.number().int(),
    failed: z.number().int(),
    asQuotedPercent: z.number().optional().meta({
      description: 'How many in a hundred completed swaps paid out at least 99.9 % of the quote.',
    }),
    received: spreadSchema.optional().meta({ description: 'The payout in percent of the quote.' }),
    seconds: spreadSchema.optional().meta({ description: 'From the payment to the payout.' }),
    pace: spreadSchema.optional().meta({ description: 'The same in percent of the quote’s `estimatedTime.total`.' }),
    reasons: z
      .array(z.object({ code: z.enum(REASON_CODE_NAMES), count: z.number().int() }))
      .meta({ description: 'Why swaps were refunded or failed, the most frequent first.' }),
  })
  .meta({
    id: 'LedgerFigures',
    description: 'Of finished swaps; left out, as each part of it, where they are fewer than 5.',
  });

const recordSchema = z
  .object({ day: figuresSchema.optional(), week: figuresSchema.optional(), month: figuresSchema.optional() })
  .meta({ id: 'LedgerRecord', description: 'What swaps of this deployment received in 24 hours, 7 and 30 days.' });

export const providerFactsSchema = z
  .object({
    provider: providerIdSchema,
    name: z.string(),
    enabled: z.boolean().meta({ description: 'This deployment asks it.' }),
    reason: z.string().optional().meta({ description: 'Why it is not asked; a sentence.' }),
    chains: z.object({
      sell: z.array(chainIdSchema).meta({ description: 'Where what it swaps now can be sold.' }),
      buy: z.array(chainIdSchema),
    }),
    halted: z.array(haltSchema).meta({ description: 'Chains on which it has stopped for now.' }),
    limits: z.array(limitSchema).meta({ description: 'By sold asset, where quotes of this instance told of it.' }),
    answering: z.boolean().optional().meta({
      description:
        'Whether it answers when it is asked: one failure among answers is none. Absent where this instance has not asked it yet.',
    }),
    since: z.iso.datetime().optional().meta({ description: 'Since when `answering` is as it is.' }),
    latency: latencySchema.optional(),
    witnesses: witnessesSchema.optional(),
    ledger: recordSchema.optional(),
  })
  .meta({ id: 'ProviderFacts' });
export type WireProviderFacts = z.infer<typeof providerFactsSchema>;

export const providersResponseSchema = z
  .object({
    providers: z.array(providerFactsSchema).meta({ description: 'All twelve, in the order of `ProviderId`.' }),
    windowSeconds: z.number().int().meta({ description: 'What `latency` looks back on.' }),
    updatedAt: z.iso.datetime().meta({ description: 'Age of the oldest answer about halts.' }),
  })
  .meta({ id: 'ProvidersResponse' });
export type ProvidersResponse = z.infer<typeof providersResponseSchema>;
