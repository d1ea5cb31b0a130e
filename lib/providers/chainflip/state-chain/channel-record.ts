/**
 * Compares a deposit channel as the state chain stores it with what was asked for.
 * Source: chainflip-backend 5d61407b (2026-08-21), state-chain/pallets/cf-ingress-egress/src/lib.rs,
 * `DepositChannelDetails` and `ChannelAction`; chains/src/refund_parameters.rs; primitives/src/lib.rs, `Beneficiary`.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { decodeSs58 } from '../../../chains/ss58.ts';
import { cfAssetNamed } from '../../../payments/chainflip/assets.ts';
import type { ChannelRequest } from '../../provider.ts';
import type { Commission } from '../affiliates.ts';
import type { SwapTerms } from '../terms.ts';
import { foreignForm } from './chain-address.ts';
import type { Decoded } from './decode-value.ts';
import { UnknownMetadata } from './metadata.ts';

/** What was asked for, and what was answered. */
export type ChannelTold = {
  request: Pick<ChannelRequest, 'destinationAddress' | 'refundAddress' | 'payoutCall'>;
  terms: SwapTerms;
  commission: Commission;
  boostBps: number;
  /** Its number within its chain. */
  channelNumber: bigint;
  expiryBlock: number;
  /** The broker's account where it earns a commission; undefined: whoever opened the channel, who then earns nothing. */
  earner: string | undefined;
};

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
    /** Four words of 64 bits, the least first. */
    min_price: z.array(number).length(4),
    refund_ccm_metadata: z.unknown(),
    max_oracle_price_slippage: number.nullable(),
  }),
  dca_params: z.object({ number_of_chunks: number, chunk_interval: number }).nullable(),
});
type Swap = z.infer<typeof swapSchema>;

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UnknownMetadata(`the channel is stored otherwise (${parsed.error.issues[0]?.path.join('.')})`);
}

const accountHex = (account: string): string => bytesToHex(decodeSs58(account)?.account ?? new Uint8Array());

function sameAddress(chain: string, asked: string, stored: unknown): boolean {
  const form = foreignForm(chain, asked);
  if (form === undefined) throw new UnknownMetadata(`an address of ${chain} of a form that is not known`);
  return JSON.stringify(form) === JSON.stringify(stored);
}

const sameAsset = (asked: SwapTerms['src'], stored: string): boolean => cfAssetNamed(asked)?.internal === stored;

/** The broker stands first, then its affiliates. Source: cf-swapping, `assemble_and_validate_broker_fees`. */
function feesDiffer(told: ChannelTold, owner: string, [first, ...others]: Swap['broker_fees']): boolean {
  const { earner, commission } = told;
  if (first === undefined || first.account !== owner) return true;
  if (earner !== undefined && accountHex(earner) !== owner) return true;
  const lines = (fees: { account: string; bps: bigint | number }[]) =>
    fees
      .map((one) => `${one.account} ${one.bps}`)
      .sort()
      .join();
  const asked = commission.affiliates.map(({ account: affiliate, bps }) => ({ account: accountHex(affiliate), bps }));
  return first.bps !== BigInt(commission.brokerCommissionBps) || lines(asked) !== lines(others);
}

function callDiffers(asked: ChannelTold['request']['payoutCall'], stored: Swap['channel_metadata']): boolean {
  if (!asked || !stored) return asked !== undefined || stored !== null;
  return asked.message.slice(2).toLowerCase() !== stored.message || asked.gasBudget !== stored.gas_budget;
}

const wordsOf = (words: readonly bigint[]): bigint => words.reduceRight((sum, word) => (sum << 64n) | word, 0n);

function refundDiffers({ request, terms }: ChannelTold, { refund_params: stored }: Swap): string | undefined {
  if (!sameAddress(terms.src.chain, request.refundAddress, stored.refund_address)) return 'the refund address';
  if (wordsOf(stored.min_price) !== BigInt(terms.minPriceX128)) return 'the minimum price';
  if (stored.retry_duration !== BigInt(terms.retryDurationBlocks)) return 'the retry duration';
  if (stored.refund_ccm_metadata !== null) return 'a call with the refund';
  const live = terms.maxOraclePriceSlippage;
  // Where none was asked for the chain may note its own.
  return live !== null && stored.max_oracle_price_slippage !== BigInt(live) ? 'the live price protection' : undefined;
}

function dcaDiffers({ dca }: SwapTerms, stored: Swap['dca_params']): boolean {
  if (!dca || !stored) return dca !== undefined || stored !== null;
  return (
    stored.number_of_chunks !== BigInt(dca.numberOfChunks) || stored.chunk_interval !== BigInt(dca.chunkIntervalBlocks)
  );
}

/**
 * What the chain stores differently; undefined: nothing.
 * @throws {UnknownMetadata} where it stores a channel in a way that is not known.
 */
export function recordMismatch(told: ChannelTold, stored: Decoded): string | undefined {
  const { request, terms } = told;
  const record = read(recordSchema, stored);
  if (record.deposit_channel.channel_id !== told.channelNumber) return 'the number of the channel';
  if (!sameAsset(terms.src, record.deposit_channel.asset.choice)) return 'the sold asset';
  if (record.expires_at < BigInt(told.expiryBlock)) return 'the last block for a deposit';
  if (record.boost_fee !== BigInt(told.boostBps)) return 'the boost fee';
  if (record.action.choice !== 'Swap') return 'what happens to a deposit';
  const swap = read(swapSchema, record.action.holds);
  if (!sameAsset(terms.dst, swap.destination_asset.choice)) return 'the bought asset';
  if (!sameAddress(terms.dst.chain, request.destinationAddress, swap.destination_address))
    return 'the destination address';
  if (feesDiffer(told, record.owner, swap.broker_fees)) return 'the broker fee';
  if (callDiffers(request.payoutCall, swap.channel_metadata)) return 'the call with the payout';
  if (dcaDiffers(terms, swap.dca_params)) return 'the parts in which it is swapped';
  return refundDiffers(told, swap);
}
