/** Stands in for a state-chain node and the chains in this folder's tests: it encodes what it is asked, or something else. */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { AccountRole, address } from '@solana/kit';
import type { z } from 'zod';
import { decodeSs58 } from '../../../../chains/ss58.ts';
import {
  type EncodedBtc,
  type EncodedCall,
  type EncodedInstruction,
  type EncodedParameters,
  encodeBtcPayload,
  encodeCall,
  encodeCfParameters,
  encodeInstruction,
} from '../../../../payments/chainflip/testing/chain-encoder.ts';
import { ChainflipRefusal } from '../../errors.ts';
import type { SwapTerms } from '../../terms.ts';
import { swapAccounts } from '../solana-accounts.ts';

export const BROKER = 'cFPZoVpm9tbFpYX2nd91W5JjbQdDjA6ejsj5DdbaWFyjJpMGL';
export const AFFILIATE = 'cFK8496ZH4vostHJiRueRLxvTgHmpHg6VDySydqYCot2da4ce';
export const AFFILIATE_NUMBER = 7;

/** What the node does to the swap on its way. */
export type Change = {
  version?: 0 | 1;
  parameters?: Partial<EncodedParameters>;
  call?: Partial<EncodedCall>;
  payload?: Partial<EncodedBtc>;
  instruction?: Partial<EncodedInstruction>;
  /** Over the answer's own keys. */
  answer?: Record<string, unknown>;
  account?: { index: number; with: Record<string, unknown> };
  dropAccount?: number;
  /** The node's refusal instead of an answer. */
  refuses?: string;
};

type Refund = {
  retry_duration: number;
  refund_address: string;
  min_price: string;
  max_oracle_price_slippage: number | null;
};
type Params = [
  string,
  SwapTerms['src'],
  SwapTerms['dst'],
  string,
  number,
  {
    chain: string;
    input_amount: string;
    refund_parameters: Refund;
    from: string;
    seed: string;
    min_output_amount: string;
    retry_duration: number;
    max_oracle_price_slippage: number | null;
  },
  null,
  number,
  { account: string; bps: number }[],
  { number_of_chunks: number; chunk_interval: number } | null,
];

const CHAIN_IDS: Record<string, number> = { Ethereum: 1, Bitcoin: 3, Arbitrum: 4, Solana: 5, Assethub: 6, Bsc: 8 };
const ASSET_IDS: Record<string, number> = {
  'Ethereum.ETH': 1,
  'Ethereum.USDC': 3,
  'Bitcoin.BTC': 5,
  'Arbitrum.USDC': 7,
  'Solana.SOL': 9,
  'Solana.USDC': 10,
  'Assethub.DOT': 11,
};
const TOKENS: Record<string, string> = {
  'Ethereum.USDC': '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  'Solana.USDC': 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
};
const VAULTS: Record<string, string> = {
  Ethereum: '0xf5e10380213880111522dd0efd3dbb45b9f62bcc',
  Arbitrum: '0x79001a5e762f3befc8e5871b42f6734e00498920',
};

function raw(chain: string, text: string): string {
  if (chain === 'Bitcoin') return bytesToHex(utf8ToBytes(text));
  if (chain === 'Solana') return bytesToHex(base58.decode(text));
  if (chain === 'Assethub') return bytesToHex(decodeSs58(text)?.account ?? new Uint8Array());
  return text.slice(2).toLowerCase();
}

const shares = (affiliates: Params[8]) => affiliates.map(({ bps }) => ({ shortId: AFFILIATE_NUMBER, bps }));
const accountHex = (text: string): string => bytesToHex(decodeSs58(text)?.account ?? new Uint8Array(32));

function parametersOf([broker, src, , , bps, extra, , boost, affiliates, dca]: Params, change: Change): Uint8Array {
  const refund = extra.refund_parameters;
  return encodeCfParameters(change.version ?? 1, {
    retry: refund.retry_duration,
    refund: raw(src.chain, refund.refund_address),
    minPrice: BigInt(refund.min_price),
    oracle: refund.max_oracle_price_slippage ?? undefined,
    dca: dca ? { chunks: dca.number_of_chunks, interval: dca.chunk_interval } : undefined,
    boost,
    broker: { account: accountHex(broker), bps },
    affiliates: shares(affiliates),
    ...change.parameters,
  });
}

const destinationOf = ([, , dst, text]: Params) => ({
  dstChain: CHAIN_IDS[dst.chain] ?? 0,
  dstAddress: raw(dst.chain, text),
  dstToken: ASSET_IDS[`${dst.chain}.${dst.asset}`] ?? 0,
});

function evmAnswer(params: Params, change: Change) {
  const [, src, , , , extra] = params;
  const token = TOKENS[`${src.chain}.${src.asset}`];
  const call = { token, amount: BigInt(extra.input_amount), ...destinationOf(params), ...change.call };
  return {
    chain: src.chain,
    calldata: encodeCall({ ...call, parameters: parametersOf(params, change) }),
    value: token === undefined ? extra.input_amount : '0x0',
    to: VAULTS[src.chain],
    ...(token === undefined ? {} : { source_token_address: token.toLowerCase() }),
  };
}

function btcAnswer(params: Params, change: Change) {
  const [, , , , bps, extra, , boost, affiliates, dca] = params;
  const { dstAddress, dstToken } = destinationOf(params);
  const payload = encodeBtcPayload(change.version ?? 1, {
    dstAddress,
    dstToken,
    retry: extra.retry_duration,
    minOutput: BigInt(extra.min_output_amount),
    oracle: extra.max_oracle_price_slippage ?? 255,
    chunks: dca?.number_of_chunks ?? 1,
    interval: dca?.chunk_interval ?? 2,
    boost,
    brokerBps: bps,
    affiliates: shares(affiliates),
    ...change.payload,
  });
  return { chain: 'Bitcoin', nulldata_payload: `0x${bytesToHex(payload)}`, deposit_address: BTC_VAULT };
}

export const BTC_VAULT = 'bc1qct4mxayrdy96d4py20l4u02mu06r667f42p9fp';

async function solanaAnswer(params: Params, change: Change) {
  const [, src, , , , extra] = params;
  const mint = TOKENS[`${src.chain}.${src.asset}`];
  const seed = extra.seed.slice(2);
  const instruction = {
    amount: BigInt(extra.input_amount),
    ...destinationOf(params),
    decimals: mint === undefined ? undefined : 6,
    seed,
    ...change.instruction,
  };
  const named = await swapAccounts(
    address(extra.from),
    hexToBytes(seed),
    mint === undefined ? undefined : address(mint),
  );
  const accounts = named.map(({ address: pubkey, role }) => ({
    pubkey: String(pubkey),
    is_signer: role === AccountRole.WRITABLE_SIGNER,
    is_writable: role !== AccountRole.READONLY,
  }));
  const changed = accounts.map((one, index) =>
    index === change.account?.index ? { ...one, ...change.account.with } : one,
  );
  return {
    chain: 'Solana',
    program_id: 'J88B7gmadHzTNGiy54c9Ms8BsEXNdB2fntFyhKpk3qoT',
    accounts: changed.filter((_, index) => index !== change.dropAccount),
    data: encodeInstruction({ ...instruction, parameters: parametersOf(params, change) }),
  };
}

/** Every call that was made stands in `calls`. */
export function nodeDouble(change: Change = {}) {
  const calls: { method: string; params: unknown[] }[] = [];
  async function answer(method: string, params: Params) {
    if (method === 'cf_get_affiliates')
      return [[AFFILIATE, { short_id: AFFILIATE_NUMBER, withdrawal_address: `0x${'11'.repeat(20)}` }]];
    if (change.refuses !== undefined) throw new ChainflipRefusal(change.refuses, -32021);
    const { chain } = params[1];
    const encoded =
      chain === 'Bitcoin'
        ? btcAnswer(params, change)
        : chain === 'Solana'
          ? await solanaAnswer(params, change)
          : evmAnswer(params, change);
    return { ...encoded, ...change.answer };
  }
  return {
    calls,
    async rpc<T>(schema: z.ZodType<T>, call: { method: string; params: unknown[] }): Promise<T> {
      calls.push(call);
      return schema.parse(await answer(call.method, call.params as Params));
    },
  };
}
