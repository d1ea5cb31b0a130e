/** Defines a route on the wire: sections 2.3 to 2.7 of the interface and Portage's additions to `meta`. */
import { z } from 'zod';
import { FEE_TYPES } from '../../domain/fee.ts';
import { ROUTE_TAGS, TX_TYPES, WARNING_CODES } from '../../domain/route.ts';
import { assetIdSchema, chainIdSchema, decimalAmountSchema, detachedJwsSchema, providerIdSchema } from './common.ts';

export const feeSchema = z
  .object({
    type: z.enum(FEE_TYPES).meta({
      description: '`inbound` and `network` are paid by the sender on top, but for those that say `included`.',
    }),
    amount: decimalAmountSchema,
    asset: assetIdSchema,
    chain: chainIdSchema,
    protocol: providerIdSchema,
    label: z.string().optional().meta({ description: 'What it pays for, where a route has two fees of one type.' }),
    included: z.literal(true).optional().meta({
      description: 'An `inbound` or `network` fee that is already taken off the expected output.',
    }),
    usd: z.number().optional().meta({ description: 'Worth of `amount`; absent where no price is known.' }),
  })
  .meta({ id: 'Fee' });
export type WireFee = z.infer<typeof feeSchema>;

export const estimatedTimeSchema = z
  .object({
    inbound: z.number().optional(),
    swap: z.number().optional(),
    outbound: z.number().optional(),
    total: z.number(),
  })
  .meta({ id: 'EstimatedTime', description: 'Seconds. Stages overlap: `total` may be less than their sum.' });

export const warningSchema = z
  .object({ code: z.enum(WARNING_CODES), display: z.string(), tooltip: z.string().optional() })
  .meta({ id: 'Warning' });

export const evmTxSchema = z
  .object({
    to: z.string(),
    from: z.string(),
    value: z.string().meta({ description: 'Wei, decimal.' }),
    data: z.string(),
    chain_id: z.number().optional(),
    gas_limit: z.string().optional(),
  })
  .meta({ id: 'EvmTx', description: 'Shape 1: goes to an EVM wallet as it is.' });
export type WireEvmTx = z.infer<typeof evmTxSchema>;

const coinSchema = z
  .object({ denom: z.string(), amount: z.string() })
  .meta({ id: 'Coin', description: 'Integer base units of `denom`.' });

export const messageValueSchema = z
  .looseObject({
    sender: z.string().optional(),
    from_address: z.string().optional(),
    to_address: z.string().optional(),
    memo: z.string().optional(),
    delegator_address: z.string().optional(),
    validator_address: z.string().optional(),
    contract: z.string().optional(),
    msg: z.string().optional(),
    amount: z.union([z.string(), z.array(coinSchema)]).optional(),
    funds: z.array(coinSchema).optional(),
  })
  .meta({ id: 'MessageValue', description: 'Amino JSON; a message may carry fields of its own (`coins`, `signer`).' });

export const messageTxSchema = z
  .object({
    msgs: z.array(z.object({ type: z.string(), value: messageValueSchema }).meta({ id: 'Message' })),
    fee: z.object({ amount: z.array(coinSchema), gas: z.string() }).meta({ id: 'StdFee' }),
    memo: z.string().optional(),
  })
  .meta({ id: 'MessageTx', description: 'Shape 2: amino messages with amino names, for a Cosmos SDK signer.' });

export const txSchema = z
  .union([
    evmTxSchema,
    messageTxSchema,
    z.string().meta({ description: 'Shape 3: base64 of a versioned Solana transaction or of a PSBT.' }),
  ])
  .meta({ id: 'Tx', description: 'One of three shapes; `meta.txType` says how it is signed.' });

/** The EVM transaction with its chain, which some clients read instead of `tx`. */
export const transactionSchema = z
  .object({ to: z.string(), from: z.string(), value: z.string(), data: z.string(), chain: chainIdSchema })
  .meta({ id: 'Transaction', description: 'The same as an EVM `tx`, with its chain.' });

const typedFieldsSchema = z.array(z.object({ name: z.string(), type: z.string() }));
export const typedDataSchema = z
  .object({
    domain: z.object({
      name: z.string(),
      version: z.string(),
      chainId: z.string(),
      verifyingContract: z.string(),
    }),
    message: z.object({
      amount: z.string(),
      redeemer: z.string(),
      secretHash: z.string(),
      timelock: z.string(),
    }),
    primaryType: z.string(),
    types: z.object({ EIP712Domain: typedFieldsSchema, Initiate: typedFieldsSchema }),
  })
  .meta({
    id: 'TypedData',
    description:
      'EIP-712 payload: its signature pays the order in place of `tx`, once `meta.approvals` are mined. Sent as `{"signature":"0x…"}` to `POST /garden/{quoteId}/{routeIndex}` of this deployment, which answers the hash to track.',
  });

const tagSchema = z.enum(ROUTE_TAGS).meta({ id: 'RouteTag' });

const additionsToMeta = {
  feesUsd: z.number().optional().meta({
    description: 'All `fees` together, those that the sender pays on top included; absent where one has no price.',
  }),
  slippagePercent: z.number().optional().meta({ description: 'The tolerance that was asked for, percent.' }),
  txType: z.enum(TX_TYPES).optional(),
  tagReasons: z
    .object({ CHEAPEST: z.string().optional(), FASTEST: z.string().optional(), RECOMMENDED: z.string().optional() })
    .optional()
    .meta({ description: 'Why the route carries each of its tags; sentences.' }),
  approvals: z.array(evmTxSchema).optional().meta({
    description: 'The approval transactions that are needed, in the order in which they are to be sent.',
  }),
  txUnavailable: z
    .string()
    .optional()
    .meta({ description: 'Why there is no `tx` although it was asked for; a sentence.' }),
  record: z
    .object({
      swaps: z.number().int().meta({ description: 'How many ended here, refunds and failures included.' }),
      medianSeconds: z.number().int().meta({ description: 'From the payment to the payout.' }),
      asQuotedPercent: z
        .number()
        .meta({ description: 'How many in a hundred of them paid out at least 99.9 % of the quote.' }),
    })
    .optional()
    .meta({
      id: 'RouteRecord',
      description:
        'What the last swaps of this provider, from this chain and paid in this way, came to in 30 days; absent where they were fewer than 5.',
    }),
  vaultAddress: z.string().optional().meta({ description: 'The vault behind a router.' }),
  depositChannel: z
    .object({
      minimumDeposit: decimalAmountSchema.meta({ description: 'The network keeps what is deposited below it.' }),
      maximumDeposit: decimalAmountSchema.optional(),
      retrySeconds: z
        .number()
        .meta({ description: 'How long a worse price is tried again before the deposit is refunded.' }),
    })
    .optional()
    .meta({
      id: 'DepositChannelOffer',
      description:
        'The route can be paid from any wallet by a plain transfer: `POST /v1/chainflip-deposit-channel` with this quote and route opens the address.',
    }),
  refundAddress: z
    .string()
    .optional()
    .meta({ description: 'Where what cannot be swapped goes, where that was asked for.' }),
  refund: z
    .object({ by: z.enum(['sender', 'provider']), note: z.string() })
    .optional()
    .meta({
      id: 'RefundTerms',
      description: 'Where a failed swap leaves money locked: whose key gets it back, and how and when in words.',
    }),
  bridge: z
    .object({
      asset: assetIdSchema.meta({ description: 'What the first leg pays out and the second takes in.' }),
      otherwise: z.object({ kind: z.enum(['refund', 'fallback']), note: z.string() }).meta({
        description:
          'What becomes of the money where the second leg cannot be done: `refund`, the bridge asset goes to the sender’s own address; `fallback`, it is paid to the destination instead.',
      }),
      depositAddress: z.string().optional().meta({
        description:
          'The Chainflip leg’s deposit channel, once it was opened for this route. Where Chainflip is the second leg, the first pays to it and nobody else should; where it is the first, it is the `inboundAddress`.',
      }),
      channelId: z.string().optional(),
    })
    .optional()
    .meta({ id: 'Bridge', description: 'Where the two legs of a route meet.' }),
  witnessed: z.boolean().optional().meta({
    description:
      'Of a route of two legs: whether a node of Chainflip’s state chain confirmed the deposit channel between them. False only where the deployment hands out channels that nobody could confirm.',
  }),
  boost: z
    .object({ feeBps: z.number().int(), maxFeeBps: z.number().int() })
    .optional()
    .meta({ id: 'Boost', description: 'The deposit counts before its confirmations, for this fee in basis points.' }),
  recommendedSlippagePercent: z
    .number()
    .optional()
    .meta({ description: 'The tolerance that the provider advises; well below it a refund is likely.' }),
  recommendedMinimum: decimalAmountSchema
    .optional()
    .meta({ description: 'The least that the provider advises to sell.' }),
  resume: z
    .object({ version: z.number().int(), draft: z.record(z.string(), z.unknown()) })
    .optional()
    .meta({
      id: 'ResumeNotes',
      description:
        'What tracking needs beside the route, for a deployment that does not know its quote: `POST /v1/track` takes the whole route with its signature. Leave it as it is; what it holds may change.',
    }),
  signature: detachedJwsSchema.optional().meta({
    description:
      'Over `{quoteId, routeIndex, route}`, the route without this field and, in an answer of tracking, without `actualBuyAmount` and with its legs as they were quoted.',
  }),
};

export const metaSchema = z
  .object({
    priceImpact: z.number().optional().meta({ description: "The pools' part of the cost, percent, a loss positive." }),
    assets: z
      .array(
        z
          .object({
            asset: assetIdSchema,
            price: z.number().meta({ description: 'USD.' }),
            image: z.string().meta({ description: 'Absolute address on this deployment.' }),
          })
          .meta({ id: 'PricedAsset' }),
      )
      .optional(),
    approvalAddress: z.string().optional().meta({ description: 'The spender that an allowance is for.' }),
    streamingInterval: z.number().optional(),
    maxStreamingQuantity: z.number().optional(),
    tags: z.array(tagSchema),
    affiliate: z.string().optional(),
    affiliateFee: z.number().optional().meta({ description: 'Basis points.' }),
    orderId: z.string().optional().meta({
      description: 'The order that a quote with `includeTx` placed at the provider, once for the same terms.',
    }),
    typedData: typedDataSchema.optional(),
    ...additionsToMeta,
  })
  .meta({ id: 'Meta' });

export const legSchema = z
  .object({
    provider: providerIdSchema,
    sellAsset: assetIdSchema,
    sellAmount: decimalAmountSchema,
    buyAsset: assetIdSchema,
    buyAmount: decimalAmountSchema,
    buyAmountMaxSlippage: decimalAmountSchema,
    fees: z.array(feeSchema).optional(),
  })
  .meta({ id: 'Leg' });

export const routeSchema = z
  .object({
    providers: z
      .array(providerIdSchema)
      .meta({ description: 'One id; of a route of two legs the one with the arrow, whose `legs` have plain ids.' }),
    sellAsset: assetIdSchema,
    sellAmount: decimalAmountSchema,
    buyAsset: assetIdSchema,
    expectedBuyAmount: decimalAmountSchema.meta({
      description: 'After every fee in `fees` but those that the sender pays on top.',
    }),
    expectedBuyAmountMaxSlippage: decimalAmountSchema.meta({
      description: 'The least that the route guarantees; "0" where nothing is enforced.',
    }),
    sourceAddress: z.string().meta({ description: 'Empty while the route is indicative.' }),
    destinationAddress: z.string().meta({ description: 'Empty while the route is indicative.' }),
    targetAddress: z.string().optional(),
    inboundAddress: z.string().optional().meta({
      description: 'Present only where a plain transfer to it, with `memo` if there is one, is the payment.',
    }),
    expiration: z.string().regex(/^\d+$/).optional().meta({ description: 'Unix seconds.' }),
    memo: z.string().optional(),
    fees: z.array(feeSchema),
    tx: txSchema.optional(),
    transaction: transactionSchema.optional(),
    estimatedTime: estimatedTimeSchema.optional(),
    totalSlippageBps: z.number().meta({ description: 'Cost against the market price, basis points, a loss positive.' }),
    legs: z.array(legSchema),
    warnings: z.array(warningSchema),
    meta: metaSchema,
  })
  .meta({ id: 'Route' });
export type WireRoute = z.infer<typeof routeSchema>;
export type WireMeta = z.infer<typeof metaSchema>;
export type WireResume = NonNullable<WireMeta['resume']>;
export type WireBridge = NonNullable<WireMeta['bridge']>;
export type WireLeg = z.infer<typeof legSchema>;
