/**
 * Parses the decoded record of a deposit channel on the state chain. Source: chainflip-backend 5d61407b (2026-08-21),
 * state-chain/pallets/cf-ingress-egress/src/lib.rs, `DepositChannelDetails` and `ChannelAction`;
 * chains/src/refund_parameters.rs; primitives/src/lib.rs, `Beneficiary`.
 */
import { z } from 'zod';
import { type CfAssetName, cfAssetNamed } from '../assets.ts';
import { foreignForm } from './chain-address.ts';
import type { Decoded } from './decode-value.ts';
import { UnknownMetadata } from './metadata.ts';

const choice = <T extends z.ZodType>(holds: T) => z.object({ choice: z.string(), holds });
const address = choice(z.union([z.string(), choice(z.string())]));
const number = z.bigint();
const call = z.object({ message: z.string(), gas_budget: number });

const recordSchema = z.object({
  owner: z.string(),
  deposit_channel: z.object({ channel_id: number, asset: choice(z.unknown()) }),
  expires_at: number,
  boost_fee: number,
  action: choice(z.unknown()),
});
const swapSchema = z.object({
  destination_asset: choice(z.unknown()),
  destination_address: address,
  broker_fees: z.array(z.object({ account: z.string(), bps: number })),
  channel_metadata: call.nullable(),
  refund_params: z.object({
    retry_duration: number,
    refund_address: address,
    /** Four words of 64 bits, least significant first. */
    min_price: z.array(number).length(4),
    refund_ccm_metadata: z.unknown(),
    max_oracle_price_slippage: number.nullable(),
  }),
  dca_params: z.object({ number_of_chunks: number, chunk_interval: number }).nullable(),
});
export type StoredSwap = z.infer<typeof swapSchema>;

export type StoredChannel = z.infer<typeof recordSchema>;

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UnknownMetadata(`the channel is stored otherwise (${parsed.error.issues[0]?.path.join('.')})`);
}

/** @throws {UnknownMetadata} when the chain stores channels in an unknown form. */
export const readChannel = (stored: Decoded): StoredChannel => read(recordSchema, stored);

/** @throws {UnknownMetadata} like `readChannel`, also for a channel whose deposits start no swap. */
export const readSwap = ({ action }: StoredChannel): StoredSwap => read(swapSchema, action.holds);

/** @param chain by Chainflip's name. @throws {UnknownMetadata} for an address of an unknown form. */
export function isStoredAddress(chain: string, asked: string, stored: unknown): boolean {
  const form = foreignForm(chain, asked);
  if (form === undefined) throw new UnknownMetadata(`an address of ${chain} of a form that is not known`);
  return JSON.stringify(form) === JSON.stringify(stored);
}

/** @param stored the chain's own name of an asset: `ArbUsdc`. */
export const isStoredAsset = (asked: CfAssetName, stored: string): boolean => cfAssetNamed(asked)?.internal === stored;

/** The minimum price: base units bought for one sold, fixed point with 128 fractional bits. */
export const storedPrice = ({ min_price }: StoredSwap['refund_params']): bigint =>
  min_price.reduceRight((sum, word) => (sum << 64n) | word, 0n);
