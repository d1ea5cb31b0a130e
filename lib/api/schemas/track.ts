/** Defines the tracking request and response, with both layouts of section 2.8 in one body. */
import { z } from 'zod';
import { REASON_CODE_NAMES, REASON_CODES, STAGES, SWAP_STATUSES, TRACKING_STATUSES } from '../../domain/swap-status.ts';
import { MILESTONES } from '../../domain/swap-timeline.ts';
import { assetIdSchema, chainIdSchema, decimalAmountSchema, detachedJwsSchema, providerIdSchema } from './common.ts';
import { depositChannelSchema } from './deposit-channel.ts';
import { problemSchema } from './problem.ts';
import { legSchema, routeSchema } from './route.ts';

export const trackRequestSchema = z
  .object({
    hash: z
      .string()
      .max(130)
      .regex(/^[0-9A-Za-z_.:-]+$/)
      .optional()
      .meta({ description: 'Hash of the payment.' }),
    chainId: z.string().min(1).max(40).optional().meta({ description: "The payment's chain, by name or number." }),
    quoteId: z
      .string()
      .max(100)
      .regex(/^[0-9A-Za-z_-]+$/)
      .optional(),
    routeIndex: z.number().int().min(0).max(999).optional().meta({ description: 'Default 0.' }),
    depositChannelId: z
      .string()
      .max(100)
      .regex(/^[0-9A-Za-z-]+$/)
      .optional()
      .meta({
        description: 'Number of the deposit channel that was paid, in its full form; `channelId` says the same.',
      }),
    channelId: z
      .string()
      .max(100)
      .regex(/^[0-9A-Za-z-]+$/)
      .optional()
      .meta({ description: 'The same as `depositChannelId`.' }),
    depositAddress: z
      .string()
      .min(1)
      .max(130)
      .optional()
      .meta({ description: 'Address of the deposit channel that was paid.' }),
    route: routeSchema.optional().meta({
      description:
        'The route as the quote answered it, whole and unchanged, with its `quoteId` and `routeIndex`: a deployment that does not know the quote follows the swap by it, if a key of its own, or one that it trusts, has signed it.',
    }),
    signature: detachedJwsSchema
      .optional()
      .meta({ description: 'Of `route`, where its `meta.signature` is left out.' }),
    depositChannel: depositChannelSchema.optional().meta({
      description:
        'Beside `route`: the deposit channel that was paid, as `/v1/chainflip-deposit-channel` answered it, with its signature.',
    }),
  })
  .meta({
    id: 'TrackRequest',
    description:
      'At least one of `hash` and `quoteId`, or a deposit channel. With `route` also where the quote is not known here.',
  });
export type TrackRequest = z.infer<typeof trackRequestSchema>;

export const trackedTxSchema = z
  .object({
    hash: z.string().optional(),
    amount: decimalAmountSchema.optional(),
    asset: assetIdSchema.optional(),
    confirmations: z.number().int().optional(),
    blockNumber: z.number().int().optional(),
    chain: chainIdSchema.optional(),
    address: z.string().optional().meta({ description: 'Where it is paid to.' }),
    requiredConfirmations: z.number().int().optional(),
  })
  .meta({ id: 'TrackedTx', description: 'What is known of one transaction; unknown keys are absent.' });
export type TrackedTx = z.infer<typeof trackedTxSchema>;

export const trackedRouteSchema = routeSchema
  .extend({
    legs: z.array(legSchema.extend({ actualBuyAmount: decimalAmountSchema.optional() }).meta({ id: 'TrackedLeg' })),
    actualBuyAmount: decimalAmountSchema.optional(),
  })
  .meta({ id: 'TrackedRoute', description: 'The route as quoted, with what was really bought.' });

/** One milestone of the swap with its evidence; each milestone occurs once, in the order in which it happened. */
export const timelineEntrySchema = z
  .object({
    milestone: z.enum(MILESTONES),
    stage: z.enum(STAGES),
    at: z.iso.datetime(),
    leg: z.number().int().meta({ description: 'Zero-based.' }),
    hash: z.string().optional(),
    chain: chainIdSchema.optional(),
    amount: decimalAmountSchema.optional(),
    asset: assetIdSchema.optional(),
    reason: z.string().optional(),
    evidence: z.string().optional(),
  })
  .meta({ id: 'TimelineEntry' });

export const trackDataSchema = z
  .object({
    quoteInfo: z
      .object({
        quoteId: z.string(),
        routeIndex: z.number().int(),
        senderAddress: z.string().optional(),
        recipientAddress: z.string().optional(),
        provider: providerIdSchema,
        trackParams: z.object({ hash: z.string().optional(), chainId: z.string().optional() }).optional(),
      })
      .optional(),
    inbound: trackedTxSchema.optional(),
    swap: z
      .object({
        swapId: z.string().optional(),
        status: z.enum(SWAP_STATUSES).optional(),
        swapTime: z.number().optional().meta({ description: 'Seconds.' }),
      })
      .optional(),
    outbound: trackedTxSchema.optional(),
    refund: trackedTxSchema
      .extend({
        reason: z.string().optional(),
        fallback: z.boolean().optional().meta({
          description:
            'True where it did not go back to the sender: the second leg could not be done, so that what the first paid out was paid to the destination instead.',
        }),
        kept: z.boolean().optional().meta({
          description: 'True where it is less than the network sends: the network keeps it, and nothing comes back.',
        }),
      })
      .meta({
        id: 'TrackedRefund',
        description: 'What came back, also where only a part did; no hash until it is sent.',
      })
      .optional(),
    route: trackedRouteSchema.optional(),
    trackingStatus: z.enum(TRACKING_STATUSES),
    trackMeta: z.object({ outputTxHash: z.string().optional() }).optional(),
    isStreaming: z.boolean().optional(),
    streamingProgress: z
      .object({
        percentage: z.number().min(0).max(100),
        done: z.number().int().optional(),
        total: z.number().int().optional(),
        failed: z.number().int().optional().meta({ description: 'Parts that could not be swapped.' }),
        amount: decimalAmountSchema.optional().meta({ description: 'What the parts were swapped to so far.' }),
        asset: assetIdSchema.optional(),
      })
      .optional(),
    askedFor: z.object({ quoteId: z.string(), routeIndex: z.number().int() }).optional().meta({
      description:
        'Present where the payment belongs to another quote than the one that was asked for, which stands here; `quoteInfo` names the one that was paid.',
    }),
    mismatch: z
      .array(z.object({ field: z.string(), expected: z.string(), actual: z.string() }))
      .optional()
      .meta({ description: 'How the payment differs from the route that it was said to be for.' }),
    stale: z.boolean().optional().meta({
      description:
        'An upstream could not be asked; this is the last known state. Beside `not_started`: whether it was paid is not known.',
    }),
    staleReason: z.string().optional().meta({ description: 'What `stale` means here; a sentence.' }),
    reasonCode: z
      .enum(REASON_CODE_NAMES)
      .optional()
      .meta({
        description: `Why the swap failed or was refunded, beside the sentence in \`error\`. ${Object.entries(
          REASON_CODES,
        )
          .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
          .join(' ')}`,
      }),
    held: z.string().optional().meta({ description: 'Why the swap waits, while it does; a sentence.' }),
    remainingSeconds: z.number().optional().meta({ description: 'Estimate until the payout.' }),
    replacedBy: z.string().optional().meta({ description: "Hash of the transaction that took the payment's place." }),
    transactionPayload: z
      .object({ chain: chainIdSchema, to: z.string(), value: z.string(), data: z.string() })
      .optional()
      .meta({ description: 'A signed payout that the network could not send; anyone may submit it.' }),
    depositChannel: z
      .object({
        depositAddress: z.string(),
        channelId: z.string(),
        expiration: z.string().meta({ description: 'Unix seconds at which the last block is expected, as known now.' }),
        payableUntil: z.string().meta({
          description:
            'Unix seconds from when on the address is to be shown no more: a payment takes time to get into a block.',
        }),
        sourceChainExpiryBlock: z.number().int(),
        refundAddress: z.string(),
        witnessed: z.boolean().optional().meta({
          description: 'Whether a node of Chainflip’s state chain confirmed it when it was opened.',
        }),
      })
      .optional()
      .meta({ description: 'The channel that was opened for the route.' }),
    timeline: z.array(timelineEntrySchema).optional(),
    updatedAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'TrackData' });
export type TrackData = z.infer<typeof trackDataSchema>;

export const trackResponseSchema = z
  .object({
    success: z.boolean().meta({ description: 'True whenever the state is known.' }),
    trackingStatus: z.enum(TRACKING_STATUSES),
    stage: z.enum(STAGES).optional().meta({ description: 'Where the swap is, or where it ended.' }),
    data: trackDataSchema,
    error: z.string().optional().meta({ description: 'The reason, where the swap failed or was refunded.' }),
    receipt: z.string().max(1024).optional().meta({
      description:
        'Once the swap has ended: a JWS of at most 1 kB that says what was paid, to whom, what came, and when. `/receipt/verify#…` shows and checks it without asking anybody.',
    }),
    signature: detachedJwsSchema
      .optional()
      .meta({ description: 'Once the swap has ended: over this answer without this field.' }),
  })
  .meta({ id: 'TrackResponse' });
export type TrackResponse = z.infer<typeof trackResponseSchema>;

export const trackNotFoundSchema = problemSchema
  .extend({ success: z.literal(false), error: z.string() })
  .meta({ id: 'TrackNotFound', description: 'Nothing is known under that `quoteId` or `hash`.' });
