/** Defines the fields that are read of Chainflip's backend, state-chain nodes and brokers, tolerantly. */
import { z } from 'zod';
import { flag, optionalNumber } from '../upstream-fields.ts';

/** The chain writes integers as a JSON number, as `0x…` or, in the backend, as digits. */
export const integer = z
  .union([z.number().int().nonnegative(), z.string().regex(/^(\d+|0x[0-9a-fA-F]+)$/)])
  .transform((value) => BigInt(value));
const optionalInteger = integer.nullish().transform((value) => value ?? undefined);
/** A small integer: heights, blocks, basis points. */
const small = integer.pipe(z.bigint().max(BigInt(Number.MAX_SAFE_INTEGER))).transform(Number);
const optionalSmall = small.nullish().transform((value) => value ?? undefined);
const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
/** Switches that an older backend lacks count as on: it refuses by itself what it cannot do. */
const onUnlessSaid = z
  .boolean()
  .nullish()
  .transform((value) => value !== false);

const assetName = z.object({ chain: z.string(), asset: z.string() });

export const messageSchema = z.object({ message: optionalText });

const fee = z.object({ type: z.string(), chain: z.string(), asset: z.string(), amount: integer });

const dcaParams = z.object({ numberOfChunks: small, chunkIntervalBlocks: small });

const plainQuote = z.object({
  type: z.string(),
  srcAsset: assetName,
  destAsset: assetName,
  depositAmount: integer,
  intermediateAmount: optionalInteger,
  egressAmount: integer,
  includedFees: z.array(fee),
  lowLiquidityWarning: flag,
  estimatedDurationsSeconds: z
    .object({ deposit: optionalNumber, swap: optionalNumber, egress: optionalNumber })
    .nullish()
    .transform((value) => value ?? undefined),
  estimatedDurationSeconds: optionalNumber,
  /** Whole units of the destination asset for one of the source asset. */
  estimatedPrice: z
    .string()
    .nullish()
    .transform((value) => value ?? undefined),
  recommendedSlippageTolerancePercent: optionalNumber,
  recommendedLivePriceSlippageTolerancePercent: optionalNumber,
  recommendedRetryDurationMinutes: optionalNumber,
  dcaParams: dcaParams.nullish().transform((value) => value ?? undefined),
});
export type CfPlainQuote = z.output<typeof plainQuote>;

export const quoteSchema = plainQuote.extend({
  /** There where the payout was priced with a call of a contract. */
  ccmParams: z
    .object({ gasBudget: integer, messageLengthBytes: small })
    .nullish()
    .transform((value) => value ?? undefined),
  boostQuote: plainQuote
    .extend({ estimatedBoostFeeBps: optionalNumber, maxBoostFeeBps: optionalNumber })
    .nullish()
    .transform((value) => value ?? undefined),
});
export type CfQuote = z.output<typeof quoteSchema>;

/** Elements of unknown kinds are skipped. */
export const quotesSchema = z
  .array(z.looseObject({ type: z.string() }))
  .transform((list) => list.filter(({ type }) => type === 'REGULAR' || type === 'DCA'))
  .pipe(z.array(quoteSchema));

/** `asset` is an internal name (`ArbUsdc`); `{chain, asset}` is read as well. */
export const networkInfoSchema = z.object({
  assets: z.array(
    z.object({
      asset: z.union([z.string(), assetName]),
      vaultSwapDepositsEnabled: onUnlessSaid,
      depositChannelDepositsEnabled: onUnlessSaid,
      depositChannelCreationEnabled: onUnlessSaid,
      egressEnabled: onUnlessSaid,
      boostDepositsEnabled: onUnlessSaid,
      livePriceProtectionEnabled: onUnlessSaid,
    }),
  ),
});
export type NetworkInfo = z.output<typeof networkInfoSchema>;
export type AssetSwitches = Omit<NetworkInfo['assets'][number], 'asset'>;

/** By chain, then by asset; null when the chain sets none. */
const amounts = z
  .record(z.string(), z.record(z.string(), optionalInteger))
  .nullish()
  .transform((value) => value ?? {});
const byChain = z
  .record(z.string(), optionalSmall.catch(undefined))
  .nullish()
  .transform((value) => value ?? {});

export const environmentSchema = z.object({
  ingress_egress: z.object({
    minimum_deposit_amounts: z.record(z.string(), z.record(z.string(), optionalInteger)),
    egress_dust_limits: amounts,
    ingress_fees: amounts.catch({}),
    egress_fees: amounts.catch({}),
    witness_safety_margins: byChain,
    ingress_delays: byChain,
  }),
  swapping: z.object({
    maximum_swap_amounts: amounts,
    max_swap_retry_duration_blocks: optionalSmall,
    max_swap_request_duration_blocks: optionalSmall,
  }),
});
export type CfEnvironment = z.output<typeof environmentSchema>;

const rateFee = assetName.extend({ amount: integer });
export const swapRateSchema = z.object({
  intermediary: optionalInteger,
  output: integer,
  ingress_fee: rateFee,
  network_fee: rateFee,
  broker_commission: rateFee,
  egress_fee: rateFee,
});
export type SwapRate = z.output<typeof swapRateSchema>;

export const oraclePricesSchema = z.array(
  z.object({
    /** Quote base units per base base unit, fixed point with 128 fractional bits. */
    price: integer,
    base_asset: z.string(),
    quote_asset: z.string(),
    price_status: optionalText,
  }),
);

/** Square roots of prices times 2^96. */
export const poolPriceSchema = z.object({ sell: optionalInteger, buy: optionalInteger, range_order: optionalInteger });

const refundParameters = z.object({
  retry_duration: optionalInteger,
  refund_address: z.unknown(),
  min_price: optionalInteger,
  max_oracle_price_slippage: optionalInteger,
  refund_ccm_metadata: z.unknown(),
});
export const openedByBrokerSchema = z.object({
  address: z.string().min(1),
  issued_block: small,
  channel_id: integer,
  source_chain_expiry_block: small,
  channel_opening_fee: optionalInteger,
  refund_parameters: refundParameters.nullish().transform((value) => value ?? undefined),
});
export type OpenedByBroker = z.output<typeof openedByBrokerSchema>;

export const openedByBackendSchema = z.object({
  id: z.string().regex(/^\d+-[A-Za-z]+-\d+$/),
  depositAddress: z.string().min(1),
  issuedBlock: small,
  srcChainExpiryBlock: small,
  estimatedExpiryTime: optionalNumber,
  maxBoostFeeBps: optionalNumber,
  brokerCommissionBps: optionalNumber,
});
export type OpenedByBackend = z.output<typeof openedByBackendSchema>;

/** `chain_getHeader`: the newest block, its number hex. */
export const headerSchema = z.object({ number: small });

export const rpcAnswerSchema = z.object({
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  result: z.unknown().optional(),
  error: z
    .object({ code: z.number().optional(), message: z.string().optional(), data: z.unknown().optional() })
    .nullish(),
});
export type RpcAnswer = z.output<typeof rpcAnswerSchema>;
