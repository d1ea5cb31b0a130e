/** Defines the token list: section 2.9 of the interface. */
import { z } from 'zod';
import { assetIdSchema, chainIdSchema, providerIdSchema } from './common.ts';

export const tokenSchema = z
  .object({
    asset: assetIdSchema,
    chain: chainIdSchema,
    symbol: z.string(),
    name: z.string(),
    decimals: z.number().int(),
    providers: z.array(providerIdSchema).meta({ description: 'Who can swap it now.' }),
    address: z.string().optional().meta({ description: 'Contract or mint, for tokens.' }),
    logoURI: z.string().optional(),
    priceUsd: z.number().optional(),
    verified: z
      .boolean()
      .optional()
      .meta({ description: 'A provider vouches for it: it has a pool of it, or a list of its own that has it.' }),
  })
  .meta({ id: 'Token' });
export type WireToken = z.infer<typeof tokenSchema>;

export const tokensResponseSchema = z
  .object({
    tokens: z.array(tokenSchema).meta({ description: 'By chain, then symbol, then address.' }),
    total: z.number().int().meta({ description: 'How many match, before `limit` and `offset`.' }),
  })
  .meta({ id: 'TokensResponse' });
export type TokensResponse = z.infer<typeof tokensResponseSchema>;

/** Query values arrive as text. */
export const tokensQuerySchema = z.object({
  provider: z.string().optional().meta({ description: 'One provider id, any letter case (`->` is sent as `-%3E`).' }),
  chain: z.string().optional().meta({ description: 'One chain, any letter case.' }),
  search: z.string().optional().meta({ description: 'Part of a symbol, name, identifier or address.' }),
  limit: z.string().optional().meta({ description: 'At most so many, 1 to 10000.' }),
  offset: z.string().optional().meta({ description: 'Leave out so many first.' }),
  assets: z.string().optional().meta({ description: 'Only these: up to 50 identifiers, separated by commas.' }),
  sort: z.string().optional().meta({ description: '`popular`: what most people look for first.' }),
});
