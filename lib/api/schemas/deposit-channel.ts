/** Defines the request for a deposit channel and its record: sections 4.3 and 2.10 of the interface. */
import { z } from 'zod';
import { TX_TYPES } from '../../domain/route.ts';
import { assetIdSchema, decimalAmountSchema, detachedJwsSchema, givenAddressSchema } from './common.ts';
import { txSchema } from './route.ts';

export const depositChannelRequestSchema = z
  .object({
    sellAsset: assetIdSchema.optional(),
    buyAsset: assetIdSchema.optional(),
    destinationAddress: givenAddressSchema.optional(),
    affiliateCode: z.string().max(100).optional(),
    affiliateBps: z.number().int().min(0).max(1000).optional(),
    affiliateFeeRules: z.boolean().optional().meta({
      description: 'The fees that this deployment has for the affiliate come before `affiliateBps`, as in a quote.',
    }),
    maxBoostFeeBps: z.number().int().min(0).max(10000).optional(),
    sellAmount: decimalAmountSchema.optional(),
    slippage: z.number().min(0).max(100).optional(),
    refundAddress: givenAddressSchema.optional().meta({ description: 'On the chain of the sold asset.' }),
    sourceAddress: givenAddressSchema.optional(),
    quoteId: z.string().max(128).optional().meta({
      description: 'Takes what is missing from that quote, whose route begins with Chainflip.',
    }),
    routeIndex: z.number().int().min(0).max(999).optional(),
    includeTx: z.boolean().optional().meta({
      description: 'Make the transfer to the channel as well, from `sourceAddress` or the quote’s.',
    }),
  })
  .meta({
    id: 'DepositChannelRequest',
    description: '`sellAsset`, `buyAsset` and `destinationAddress` are required where no `quoteId` gives them.',
  });
export type DepositChannelRequest = z.infer<typeof depositChannelRequestSchema>;

export const depositChannelSchema = z
  .object({
    depositAddress: z.string(),
    channelId: z.string().meta({ description: '`block-Chain-number`.' }),
    issuedBlock: z.number().int(),
    sourceChainExpiryBlock: z.number().int(),
    quoteId: z.string().optional(),
    routeIndex: z.number().int().optional(),
    refundAddress: z.string().optional(),
    destinationAddress: z.string().optional().meta({ description: 'Where what is bought goes.' }),
    witnessed: z.boolean().optional().meta({
      description:
        'Whether a node of Chainflip’s state chain confirmed the address and the terms. False only where the deployment hands out channels that nobody could confirm.',
    }),
    expiration: z.string().regex(/^\d+$/).optional().meta({
      description: 'Unix seconds at which `sourceChainExpiryBlock` is expected; later deposits are lost to the swap.',
    }),
    sellAsset: assetIdSchema.optional(),
    sellAmount: decimalAmountSchema
      .optional()
      .meta({ description: 'What was quoted; absent where no amount was named.' }),
    minimumDeposit: decimalAmountSchema.optional(),
    maximumDeposit: decimalAmountSchema.optional(),
    tx: txSchema.optional(),
    txType: z.enum(TX_TYPES).optional(),
    txUnavailable: z.string().optional(),
    signature: detachedJwsSchema.optional().meta({ description: 'Over this record without this field.' }),
  })
  .meta({ id: 'DepositChannel' });
export type DepositChannel = z.infer<typeof depositChannelSchema>;
