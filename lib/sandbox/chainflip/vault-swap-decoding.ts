/**
 * Answers `cf_decode_vault_swap_parameter`: decodes vault swaps of Bitcoin and Solana, the only two that the chain
 * decodes.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { type CfAsset, refOf } from './assets.ts';
import { decodeBitcoinPayload } from './bitcoin-payload.ts';
import { dispatchError } from './json-rpc.ts';
import type { ChainflipNetwork } from './network.ts';
import { addressFromBytes } from './protocol-address.ts';
import { accountParam, hexBytes, namedParams } from './rpc-params.ts';
import type { AffiliateShare } from './scale.ts';
import { decodeSolanaInstruction } from './vault-swap-encoding.ts';

/** Encodes the absence of live price protection. */
const NO_ORACLE_LIMIT = 255;

const decodeShape = {
  broker: accountParam,
  vault_swap: z.union([
    z.object({ chain: z.literal('Bitcoin'), nulldata_payload: hexBytes }),
    z.object({ chain: z.literal('Solana'), accounts: z.array(z.object({ pubkey: z.string() })), data: hexBytes }),
    z.object({ chain: z.string() }),
  ]),
};

/** The result of `cf_decode_vault_swap_parameter`, for Bitcoin and Solana only. */
export function decodeEncoding(network: ChainflipNetwork, params: unknown): unknown {
  const { broker, vault_swap: swap } = namedParams(decodeShape, params);
  if ('nulldata_payload' in swap) return bitcoinInput(network, broker, swap.nulldata_payload);
  if ('accounts' in swap)
    return solanaInput(
      network,
      broker,
      swap.data,
      swap.accounts.map(({ pubkey }) => pubkey),
    );
  throw dispatchError('Decoding Vault Swap only supports Bitcoin and Solana');
}

function accountsOf(network: ChainflipNetwork, broker: string, affiliates: readonly AffiliateShare[]): unknown[] {
  const registered = broker === network.state.broker.account ? network.state.broker.affiliates : [];
  return affiliates.map(({ shortId, bps }) => {
    const found = registered.find((one) => one.shortId === shortId);
    if (found === undefined) throw dispatchError('AffiliateNotRegisteredForBroker');
    return { account: found.account, bps };
  });
}

const dcaAnswer = (dca: { numberOfChunks: number; chunkIntervalBlocks: number } | undefined): unknown =>
  dca === undefined ? null : { number_of_chunks: dca.numberOfChunks, chunk_interval: dca.chunkIntervalBlocks };

/** The node prints contract addresses in lower case. */
const printed = (asset: CfAsset, address: string): string =>
  address.startsWith('0x') && asset.chain !== 'Solana' ? address.toLowerCase() : address;

function bitcoinInput(network: ChainflipNetwork, broker: string, bytes: Uint8Array): unknown {
  let payload: ReturnType<typeof decodeBitcoinPayload>;
  try {
    payload = decodeBitcoinPayload(bytes);
  } catch {
    throw dispatchError('Failed to decode Bitcoin Null data Payload');
  }
  return {
    source_asset: { chain: 'Bitcoin', asset: 'BTC' },
    destination_asset: refOf(payload.output),
    destination_address: printed(payload.output, payload.destination),
    broker_commission: payload.brokerBps,
    extra_parameters: {
      chain: 'Bitcoin',
      min_output_amount: `0x${payload.minOutput.toString(16)}`,
      retry_duration: payload.retryDuration,
      max_oracle_price_slippage: payload.maxOracleSlippageBps ?? NO_ORACLE_LIMIT,
    },
    channel_metadata: null,
    boost_fee: payload.boostFeeBps,
    affiliate_fees: accountsOf(network, broker, payload.affiliates),
    dca_parameters: dcaAnswer(payload),
  };
}

function solanaInput(network: ChainflipNetwork, broker: string, data: Uint8Array, accounts: string[]): unknown {
  let swap: ReturnType<typeof decodeSolanaInstruction>;
  try {
    swap = decodeSolanaInstruction(data, accounts);
  } catch {
    throw dispatchError('Failed to decode Solana instruction data');
  }
  const { parameters, sender, message } = swap;
  return {
    source_asset: refOf(swap.src),
    destination_asset: refOf(swap.dst),
    destination_address: printed(swap.dst, swap.destination),
    broker_commission: parameters.broker.bps,
    extra_parameters: {
      chain: 'Solana',
      from: sender.from,
      seed: bytesToHex(sender.seed),
      input_amount: Number(swap.amount),
      refund_parameters: {
        retry_duration: parameters.retryDuration,
        refund_address: addressFromBytes('Solana', parameters.refundAddress),
        min_price: `0x${parameters.minPriceX128.toString(16)}`,
        refund_ccm_metadata: null,
        max_oracle_price_slippage: parameters.maxOracleSlippageBps ?? null,
      },
      from_token_account: sender.fromTokenAccount ?? null,
    },
    channel_metadata:
      message === undefined
        ? null
        : {
            message: `0x${bytesToHex(message.bytes)}`,
            gas_budget: `0x${message.gasBudget.toString(16)}`,
            ccm_additional_data: `0x${bytesToHex(parameters.ccmAdditionalData ?? new Uint8Array())}`,
          },
    boost_fee: parameters.boostFeeBps,
    affiliate_fees: accountsOf(network, broker, parameters.affiliates),
    dca_parameters: dcaAnswer(parameters.dca),
  };
}
