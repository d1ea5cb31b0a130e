/** The state chain behind the test double: it stores the channel that was opened last, and answers what a node does. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { decodeSs58 } from '../../../chains/ss58.ts';
import { foreignForm } from '../../../payments/chainflip/state-chain/chain-address.ts';
import type { Choice } from '../../../payments/chainflip/state-chain/decode-value.ts';
import { encodeChannel, metadataBytes, type StoredChannel } from './runtime.ts';

type Json = Record<string, unknown>;
type Terms = {
  refund_address: string;
  min_price: string;
  retry_duration: number;
  max_oracle_price_slippage: number | null;
};

const hex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`;
export const BROKER_ACCOUNT = '11'.repeat(32);
const accountHex = (text: unknown): string => bytesToHex(decodeSs58(String(text))?.account ?? new Uint8Array());
/** Of tests that pay to nobody in particular. */
const nested = (form: Choice | undefined): unknown =>
  form && typeof form.holds === 'object' && form.holds !== null && 'choice' in form.holds
    ? [form.choice, [form.holds.choice, form.holds.holds]]
    : form && [form.choice, form.holds];
const NAMES: Record<string, string> = { ETH: 'Eth', BTC: 'Btc', USDC: 'Usdc', FLIP: 'Flip', SOL: 'Sol' };

/** The address is the key; nothing reads it in the value. */
const NOWHERE: Record<string, unknown> = { Bitcoin: ['Taproot', '00'.repeat(32)], Ethereum: '00'.repeat(20) };

/** A channel as the broker's parameters make it. */
function storedFor(params: unknown[]): StoredChannel {
  const [source, destination, address, bps, call, boost, affiliates, refund, dca] = params as [
    { chain: string; asset: string },
    { chain: string; asset: string },
    string,
    number,
    { message: string; gas_budget: string } | null,
    number,
    { account: string; bps: number }[],
    Terms,
    Json | null,
  ];
  return {
    owner: BROKER_ACCOUNT,
    deposit_channel: {
      channel_id: 34_009n,
      address: NOWHERE[source.chain] ?? '00'.repeat(32),
      asset: [NAMES[source.asset] ?? 'Eth'],
      state: ['Undeployed'],
    },
    opened_at: 900_000n,
    expires_at: 900_144n,
    action: [
      'Swap',
      {
        destination_asset: [NAMES[destination.asset] ?? 'Eth'],
        destination_address: nested(foreignForm(destination.chain, address)),
        broker_fees: [
          { account: BROKER_ACCOUNT, bps },
          ...affiliates.map((one) => ({ account: accountHex(one.account), bps: one.bps })),
        ],
        channel_metadata: call && {
          message: call.message.slice(2),
          gas_budget: BigInt(call.gas_budget),
          ccm_additional_data: ['NotRequired'],
        },
        refund_params: {
          retry_duration: refund.retry_duration,
          refund_address: nested(foreignForm(source.chain, refund.refund_address)),
          min_price: BigInt(refund.min_price),
          refund_ccm_metadata: null,
          max_oracle_price_slippage: refund.max_oracle_price_slippage,
        },
        dca_params: dca,
      },
    ],
    boost_fee: boost,
    boost_status: ['NotBoosted'],
    is_marked_for_rejection: false,
  };
}

/** What the broker's parameters would be for what the backend is asked. */
const paramsOf = (body: Json): unknown[] => {
  const { fillOrKillParams: terms, dcaParams: dca, ccmParams: ccm } = body as Record<string, Json | undefined>;
  return [
    body.srcAsset,
    body.destAsset,
    body.destAddress,
    0,
    ccm ? { message: ccm.message, gas_budget: ccm.gasBudget } : null,
    body.maxBoostFeeBps ?? 0,
    [],
    {
      retry_duration: terms?.retryDurationBlocks,
      refund_address: terms?.refundAddress,
      min_price: terms?.minPriceX128,
      max_oracle_price_slippage: terms?.maxOraclePriceSlippage,
    },
    dca ? { number_of_chunks: dca.numberOfChunks, chunk_interval: dca.chunkIntervalBlocks } : null,
  ];
};

/** `answered`: what the opener said of the channel; the chain has the same number and last block. */
export function createStateChain(change: (stored: StoredChannel) => StoredChannel = (stored) => stored) {
  let stored: { chain: string; channel: StoredChannel } | undefined;
  const store = (params: unknown[], answered: { number: bigint; expires: bigint }) => {
    const channel = storedFor(params);
    const { deposit_channel: own } = channel;
    const numbered = { ...(own as Json), channel_id: answered.number };
    const { chain } = params[0] as { chain: string };
    stored = { chain, channel: change({ ...channel, deposit_channel: numbered, expires_at: answered.expires }) };
  };
  return {
    openedByBroker: store,
    openedByBackend: (body: Json, answered: { number: bigint; expires: bigint }) => store(paramsOf(body), answered),
    /** Undefined for other methods. */
    answer(method: string): { result: unknown } | undefined {
      if (method === 'state_getRuntimeVersion') return { result: { specVersion: 20_300 } };
      if (method === 'state_getMetadata') return { result: hex(metadataBytes()) };
      if (method === 'chain_getHeader') return { result: { number: '0x66a355' } };
      if (method === 'state_getStorage')
        return { result: stored ? hex(encodeChannel(stored.chain, stored.channel)) : null };
      return undefined;
    },
  };
}
