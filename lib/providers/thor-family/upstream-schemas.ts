/** Defines the fields that are read of THORNode, MAYANode and both Midgards, tolerantly. */
import { z } from 'zod';
import { flag, optionalNumber } from '../upstream-fields.ts';

/** Numbers arrive as strings or as JSON numbers interchangeably; amounts become bigint. */
const integerText = z.union([z.string().regex(/^\d+$/), z.number().int().nonnegative()]);
const amount = integerText.transform((value) => BigInt(value));
const optionalAmount = z
  .union([integerText, z.literal('')])
  .nullish()
  .transform((value) => (value === undefined || value === null || value === '' ? undefined : BigInt(value)));
const optionalText = z
  .string()
  .nullish()
  .transform((value) => (value ? value : undefined));

export const errorSchema = z.object({ message: optionalText, error: optionalText });
/** THORNode's own: `details` is there, usually empty. */
export const nodeErrorSchema = z.object({ code: z.number(), message: z.string(), details: z.array(z.unknown()) });

export const quoteSchema = z.object({
  inbound_address: optionalText,
  inbound_confirmation_seconds: optionalNumber,
  outbound_delay_seconds: optionalNumber,
  fees: z.object({
    asset: z.string(),
    affiliate: optionalAmount,
    outbound: optionalAmount,
    liquidity: optionalAmount,
    slippage_bps: optionalNumber,
    total_bps: optionalNumber,
  }),
  router: optionalText,
  expiry: optionalNumber,
  dust_threshold: optionalAmount,
  recommended_min_amount_in: optionalAmount,
  recommended_gas_rate: optionalAmount,
  memo: optionalText,
  expected_amount_out: amount,
  max_streaming_quantity: optionalNumber,
  streaming_swap_seconds: optionalNumber,
  total_swap_seconds: optionalNumber,
  slippage_bps: optionalNumber,
});
export type NodeQuote = z.output<typeof quoteSchema>;

export const inboundAddressesSchema = z.array(
  z.object({
    chain: z.string(),
    address: optionalText,
    router: optionalText,
    halted: flag,
    global_trading_paused: flag,
    chain_trading_paused: flag,
    gas_rate: optionalAmount.catch(undefined),
    gas_rate_units: optionalText,
    dust_threshold: optionalAmount,
    outbound_fee: optionalAmount.catch(undefined),
  }),
);
export type InboundAddress = z.output<typeof inboundAddressesSchema>[number];

export const poolsSchema = z.array(
  z
    .object({
      asset: z.string(),
      status: z.string(),
      decimals: optionalNumber,
      balance_asset: optionalAmount,
      balance_rune: optionalAmount,
      balance_cacao: optionalAmount,
      asset_tor_price: optionalAmount,
      trading_halted: flag,
    })
    .transform(({ balance_rune, balance_cacao, balance_asset, ...pool }) => ({
      ...pool,
      balanceAsset: balance_asset ?? 0n,
      /** RUNE or CACAO. */
      balancePoolAsset: balance_cacao ?? balance_rune ?? 0n,
    })),
);
export type NodePool = z.output<typeof poolsSchema>[number];

/** Values that are not numbers are dropped. */
export const mimirSchema = z.record(z.string(), z.unknown()).transform((all) => {
  const numbers = Object.entries(all).flatMap(([key, value]) => {
    const number = Number(value);
    return Number.isFinite(number) && value !== '' ? [[key.toUpperCase(), number] as const] : [];
  });
  return new Map(numbers);
});
export type Mimir = z.output<typeof mimirSchema>;

export const networkSchema = z.object({ rune_price_in_tor: optionalAmount, native_tx_fee_rune: optionalAmount });
export type NodeNetwork = z.output<typeof networkSchema>;

export const lastBlockSchema = z.array(
  z.object({
    chain: z.string(),
    last_observed_in: optionalNumber,
    thorchain: optionalNumber,
    mayachain: optionalNumber,
  }),
);
export type LastBlock = z.output<typeof lastBlockSchema>[number];

/** The latest block itself. Source: openapi.yaml of both nodes, `BlockResponse`. */
export const blockSchema = z.object({ header: z.object({ height: z.coerce.number().int(), time: z.string() }) });
export type NodeBlock = z.output<typeof blockSchema>;

export const nameSchema = z.object({
  name: optionalText,
  owner: optionalText,
  expire_block_height: optionalNumber,
  aliases: z
    .array(z.object({ chain: z.string(), address: z.string() }))
    .nullish()
    .transform((list) => list ?? []),
});

const coin = z.object({ asset: z.string(), amount });
const coins = z
  .array(coin)
  .nullish()
  .transform((list) => list ?? []);
const nodeTx = z.object({
  id: optionalText,
  chain: optionalText,
  from_address: optionalText,
  to_address: optionalText,
  coins,
  memo: optionalText,
});
const stage = z.object({ completed: flag }).nullish();

export const txStatusSchema = z.object({
  tx: nodeTx.nullish(),
  planned_out_txs: z
    .array(z.object({ chain: z.string(), to_address: z.string(), coin, refund: flag }))
    .nullish()
    .transform((list) => list ?? []),
  out_txs: z
    .array(nodeTx)
    .nullish()
    .transform((list) => list ?? []),
  stages: z.object({
    inbound_observed: z
      .object({ started: flag, pre_confirmation_count: optionalNumber, final_count: optionalNumber, completed: flag })
      .nullish(),
    inbound_confirmation_counted: z
      .object({
        external_observed_height: optionalNumber,
        external_confirmation_delay_height: optionalNumber,
        remaining_confirmation_seconds: optionalNumber,
        completed: flag,
      })
      .nullish(),
    inbound_finalised: stage,
    swap_status: z
      .object({
        pending: flag,
        streaming: z.object({ interval: optionalNumber, quantity: optionalNumber, count: optionalNumber }).nullish(),
      })
      .nullish(),
    swap_finalised: stage,
    outbound_delay: z.object({ remaining_delay_seconds: optionalNumber, completed: flag }).nullish(),
    outbound_signed: stage,
  }),
});
export type TxStatus = z.output<typeof txStatusSchema>;

export const streamingSwapSchema = z.object({
  quantity: optionalNumber,
  count: optionalNumber,
  deposit: optionalAmount,
  in: optionalAmount,
  out: optionalAmount,
  failed_swaps: z.array(z.unknown()).nullish(),
});
export type StreamingSwap = z.output<typeof streamingSwapSchema>;

const midgardTx = z.object({ txID: optionalText, address: optionalText, coins, height: optionalNumber });
const midgardTxs = z
  .array(midgardTx)
  .nullish()
  .transform((list) => list ?? []);
const reason = z.object({ reason: optionalText }).nullish();
export const midgardActionsSchema = z.object({
  actions: z
    .array(
      z.object({
        date: optionalText,
        height: optionalNumber,
        type: z.string(),
        status: optionalText,
        in: midgardTxs,
        out: midgardTxs,
        metadata: z
          .object({ refund: reason, failed: reason, swap: z.object({ memo: optionalText }).nullish() })
          .nullish(),
      }),
    )
    .nullish()
    .transform((list) => list ?? []),
});
export type MidgardAction = z.output<typeof midgardActionsSchema>['actions'][number];
