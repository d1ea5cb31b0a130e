/**
 * Defines the fields that are read of Garden's API v2, tolerantly. Source: gardenfi/docs api-reference/openapi.json.
 */
import { z } from 'zod';
import { optionalNumber } from '../upstream-fields.ts';

/** Base units and block numbers: digits as text, hex, or a whole number. */
const integer = z
  .union([z.number().int().nonnegative(), z.string().regex(/^(\d+|0x[0-9a-fA-F]+)$/)])
  .transform((value) => BigInt(value));
const optionalInteger = integer.nullish().transform((value) => value ?? undefined);
/** Absent, null and the empty text all mean that there is none. */
const optionalText = z
  .string()
  .nullish()
  .transform((value) => value || undefined);
/** Unix ms of a time stamp. */
const optionalTime = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    if (value === null || value === undefined || value === '') return undefined;
    const at = typeof value === 'number' ? value * (value < 1e11 ? 1000 : 1) : Date.parse(value);
    return Number.isFinite(at) ? at : undefined;
  });

export const envelopeSchema = z.object({ status: z.string(), result: z.unknown().optional(), error: optionalText });

const contract = z
  .object({ address: optionalText, schema: optionalText })
  .nullish()
  .transform((value) => value ?? undefined);

export const assetSchema = z.object({
  id: z.string().min(1),
  name: optionalText,
  chain: z.string(),
  icon: optionalText,
  htlc: contract,
  token: contract,
  decimals: z.number().int().min(0).max(36),
  min_amount: optionalInteger,
  max_amount: optionalInteger,
  price: optionalNumber,
  /** An older API without the switch lists only active assets. */
  is_active: z
    .boolean()
    .nullish()
    .transform((value) => value !== false),
});
export type GardenAssetEntry = z.output<typeof assetSchema>;
/** Elements that cannot be read (of an unknown kind of chain) are skipped. */
export const assetsSchema = z
  .array(z.unknown())
  .transform((list) =>
    list.flatMap((item) => {
      const read = assetSchema.safeParse(item);
      return read.success ? [read.data] : [];
    }),
  )
  .refine((list) => list.length > 0, 'no asset can be read');

const rules = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? []);
export const policySchema = z.object({
  default: optionalText,
  isolation_groups: rules,
  blacklist_pairs: rules,
  whitelist_overrides: rules,
});
export type Policy = z.output<typeof policySchema>;

export const liquiditySchema = z.array(
  z.object({
    solver_id: optionalText,
    liquidity: z
      .array(z.object({ asset: z.string(), balance: optionalInteger, virtual_balance: optionalInteger }))
      .nullish()
      .transform((value) => value ?? []),
  }),
);
export type Liquidity = z.output<typeof liquiditySchema>;

const quoteSide = z.object({ asset: z.string(), amount: integer, value: optionalNumber });
export const quotesSchema = z.array(
  z.object({
    source: quoteSide,
    destination: quoteSide,
    solver_id: optionalText,
    /** Seconds. */
    estimated_time: optionalNumber,
    slippage: optionalNumber,
    /** Basis points. */
    fee: optionalNumber,
    /** USD. */
    fixed_fee: optionalNumber,
  }),
);
export type GardenQuote = z.output<typeof quotesSchema>[number];

/** `value` and `gas_limit` are hex, or decimal in some answers. */
const transaction = z
  .object({
    to: z.string(),
    value: optionalInteger,
    data: z.string(),
    gas_limit: optionalInteger,
    chain_id: optionalNumber,
  })
  .nullish()
  .transform((value) => value ?? undefined);
export type UpstreamTx = NonNullable<z.output<typeof transaction>>;

export const createdOrderSchema = z.object({
  order_id: z.string().min(1),
  to: optionalText,
  amount: optionalInteger,
  approval_transaction: transaction,
  initiate_transaction: transaction,
  /** The name of 2025. */
  transaction,
  typed_data: z.unknown().optional(),
  versioned_tx: optionalText,
});
export type CreatedOrder = z.output<typeof createdOrderSchema>;

const swap = z.object({
  created_at: optionalTime,
  swap_id: optionalText,
  chain: optionalText,
  asset: z.string(),
  initiator: z.string(),
  redeemer: z.string(),
  delegate: optionalText,
  timelock: integer,
  filled_amount: optionalInteger,
  amount: integer,
  secret_hash: z.string(),
  initiate_tx_hash: optionalText,
  redeem_tx_hash: optionalText,
  refund_tx_hash: optionalText,
  initiate_block_number: optionalInteger,
  redeem_block_number: optionalInteger,
  refund_block_number: optionalInteger,
  required_confirmations: optionalNumber,
  current_confirmations: optionalNumber,
  initiate_timestamp: optionalTime,
  redeem_timestamp: optionalTime,
  refund_timestamp: optionalTime,
});
export type GardenSwap = z.output<typeof swap>;

export const orderSchema = z.object({
  order_id: z.string().min(1),
  created_at: optionalTime,
  source_swap: swap,
  destination_swap: swap,
  slippage: optionalNumber,
  solver_id: optionalText,
  affiliate_fees: z
    .array(z.object({ asset: optionalText, address: optionalText, fee: optionalNumber }))
    .nullish()
    .transform((value) => value ?? []),
});
export type GardenOrder = z.output<typeof orderSchema>;

/** A page of orders, or the bare list. */
export const orderListSchema = z
  .union([z.array(z.unknown()), z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data)])
  .transform((list) =>
    list.flatMap((item) => {
      const read = orderSchema.safeParse(item);
      return read.success ? [read.data] : [];
    }),
  );

/** PATCH answers the hash alone. */
export const hashSchema = z.string().min(1);
