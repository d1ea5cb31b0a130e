/** Defines a quote's request and response: sections 2.1 and 2.2 of the interface. */
import { z } from 'zod';
import { PROVIDER_ERROR_CODES } from '../../domain/errors.ts';
import { PROVIDER_IDS } from '../../domain/provider-id.ts';
import { EXACTNESS } from '../../domain/wanted-output.ts';
import { assetIdSchema, decimalAmountSchema, givenAddressSchema, providerIdSchema } from './common.ts';
import { routeSchema } from './route.ts';

/** Checks the shape only; `lib/quote/decode-request.ts` checks addresses, assets and amounts. */
export const quoteRequestSchema = z
  .object({
    sellAsset: assetIdSchema,
    buyAsset: assetIdSchema,
    sellAmount: decimalAmountSchema.optional().meta({
      description:
        'Above zero, at most 78 digits, in the unit of the asset (0.5 means half a coin). Required, unless `buyAmount` stands in its place.',
    }),
    buyAmount: decimalAmountSchema.optional().meta({
      description:
        'In place of `sellAmount`: what is to arrive, for an invoice. Each provider’s route sells the least that is found for it in at most three questions.',
    }),
    exact: z.enum(EXACTNESS).optional().meta({
      description:
        'With `buyAmount`: whether `expectedBuyAmountMaxSlippage` (`guaranteed`, the default) or `expectedBuyAmount` (`expected`) reaches it.',
    }),
    slippage: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Tolerance in percent (0.5 means 0.5 %), rounded to basis points.' }),
    providers: z
      .array(providerIdSchema)
      .max(PROVIDER_IDS.length)
      .optional()
      .meta({ description: 'Ask only these. Empty means all.' }),
    sourceAddress: givenAddressSchema.optional(),
    destinationAddress: givenAddressSchema.optional(),
    affiliate: z.string().max(100).optional().meta({ description: 'A name that this deployment knows.' }),
    affiliateFee: z.number().int().min(0).max(1000).optional().meta({ description: 'Basis points.' }),
    affiliateFeeRules: z.boolean().optional().meta({
      description:
        'The fees that this deployment has for the affiliate, by provider and chain, come before `affiliateFee`; so they do where `affiliateFee` is absent. `meta.affiliateFee` of each route has its fee.',
    }),
    maxBoostFeeBps: z.number().int().min(0).max(100).optional().meta({
      description: 'Bitcoin sells: above zero, boosted routes are offered as well, up to this fee.',
    }),
    includeTx: z.boolean().optional().meta({ description: 'Make the transaction to sign.' }),
    refundAddress: givenAddressSchema.optional().meta({
      description:
        'On the chain of the sold asset: where what cannot be swapped goes, in place of the address that pays. A provider that cannot send it there answers an error.',
    }),
    allowUnfunded: z.boolean().optional().meta({
      description:
        'Make the transaction of an account (EVM, Cosmos, Solana) without a look at what the account holds. It is not tried out then.',
    }),
  })
  .meta({
    id: 'QuoteRequest',
    description:
      'Exactly one of `sellAmount` and `buyAmount`. Unknown fields are ignored. An optional field that is `""` or `null` is left out.',
    oneOf: [{ required: ['sellAmount'] }, { required: ['buyAmount'] }],
  });
export type QuoteRequest = z.infer<typeof quoteRequestSchema>;
/** One that names what is sold. */
export type SaleRequest = QuoteRequest & { sellAmount: string };

/** The path parameters of `GET /v1/quote/{quoteId}`. */
export const quoteIdParamsSchema = z.object({
  quoteId: z.string().meta({ description: 'Of a quote’s answer.', example: '0b6f2b0e-3c1c-4f0e-9c0a-6f1d2b7a9e11' }),
});

export const providerErrorSchema = z
  .object({ provider: providerIdSchema, errorCode: z.enum(PROVIDER_ERROR_CODES), message: z.string() })
  .meta({ id: 'ProviderError', description: 'Why a provider offers no route.' });
export type WireProviderError = z.infer<typeof providerErrorSchema>;

export const quoteResponseSchema = z
  .object({
    quoteId: z.string(),
    routes: z.array(routeSchema).meta({
      description:
        '`routes[0]` is the one tagged `RECOMMENDED`, the rest are ordered by value after all fees. The index is the `routeIndex` of tracking.',
    }),
    error: z.string().optional().meta({ description: 'Set when there is no route at all.' }),
    providerErrors: z.array(providerErrorSchema).optional(),
  })
  .meta({ id: 'QuoteResponse' });
export type QuoteResponse = z.infer<typeof quoteResponseSchema>;
