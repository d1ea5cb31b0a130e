/**
 * Answers `cf_request_swap_parameter_encoding` and related calls: checks a vault swap as the chain does, then encodes
 * it; nothing is stored. Source: chainflip-backend state-chain/runtime/src/runtime_apis/impl_api.rs.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { dispatchError, internalError } from './json-rpc.ts';
import { type ChainflipNetwork, ledgerOf, privateBitcoinAddress, type SwapOrder } from './network.ts';
import { type OrderRefusal, refusalOf } from './orders.ts';
import { addressToBytes } from './protocol-address.ts';
import {
  accountParam,
  affiliatesParam,
  assetParam,
  basisPoints,
  ccmParam,
  dcaParam,
  type ExtraParam,
  extraParam,
  namedParams,
  optional,
  type RefundParam,
  refundParam,
} from './rpc-params.ts';
import { type AffiliateShare, type CfParameters, encodeCfParameters } from './scale.ts';
import {
  bitcoinVaultSwap,
  type EncodableSwap,
  evmVaultSwap,
  isSolanaKey,
  solanaVaultSwap,
} from './vault-swap-encoding.ts';

const common = {
  broker: accountParam,
  source_asset: assetParam,
  destination_asset: assetParam,
  destination_address: z.string(),
  broker_commission: basisPoints,
};
const rest = {
  channel_metadata: optional(ccmParam),
  boost_fee: optional(basisPoints),
  affiliate_fees: optional(affiliatesParam),
  dca_parameters: optional(dcaParam),
};
const requestShape = { ...common, extra_parameters: extraParam, ...rest };
const parametersShape = { ...common, refund_parameters: refundParam, ...rest };

type Asked = z.output<z.ZodObject<typeof common & typeof rest>>;
type Terms = { retryDuration: number; refundAddress: string; maxOracleSlippageBps: number | undefined };

const BYTE = 255;
const MAX_AFFILIATES = 5;
const MAX_BITCOIN_AFFILIATES = 2;
const UINT16 = 65_535;
const UINT64 = 2n ** 64n;
const UINT128 = 2n ** 128n;

/** Errors that differ between vault swaps and channels. */
const REFUSALS: Readonly<Partial<Record<OrderRefusal, string>>> = {
  InvalidEgressAddress: 'InvalidDestinationAddress',
  InvalidRefundAddress: 'Invalid refund address',
  CcmUnsupportedForTargetChain: 'Destination chain does not support CCM',
};

/** @throws {RpcError} -32021 with the pallet's error. */
function check(network: ChainflipNetwork, asked: Asked, terms: Terms): void {
  const { source_asset: src, boost_fee: boost = 0, channel_metadata: ccm } = asked;
  if (boost > BYTE) throw dispatchError('BoostFeeTooHigh');
  if (ccm !== undefined && src.chain === 'Bitcoin')
    throw dispatchError('Vault swaps with CCM are not supported for the Bitcoin Chain');
  const order: SwapOrder = {
    src: src.id,
    dst: asked.destination_asset.id,
    destination: asked.destination_address,
    broker: { account: asked.broker, bps: asked.broker_commission },
    affiliates: asked.affiliate_fees ?? [],
    maxBoostFeeBps: boost,
    terms: {
      retryDuration: terms.retryDuration,
      refundAddress: terms.refundAddress,
      minPriceX128: 0n,
      maxOraclePriceSlippageBps: terms.maxOracleSlippageBps ?? null,
    },
    ...(asked.dca_parameters === undefined ? {} : { dca: asked.dca_parameters }),
    ...(ccm === undefined
      ? {}
      : {
          ccm: {
            message: bytesToHex(ccm.message),
            gasBudget: ccm.gasBudget,
            additionalData: bytesToHex(ccm.additionalData),
          },
        }),
  };
  // The sandbox's network calls contracts only for channels.
  const refusal = order.ccm === undefined ? refusalOf(network, order) : 'CcmUnsupportedForTargetChain';
  if (refusal !== undefined) throw dispatchError(REFUSALS[refusal] ?? refusal);
}

/** The affiliates' numbers in this broker's registry, with their shares. */
function shares(network: ChainflipNetwork, asked: Asked): AffiliateShare[] {
  const { broker } = network.state;
  const registered = asked.broker === broker.account ? broker.affiliates : [];
  const wanted = asked.affiliate_fees ?? [];
  if (wanted.length > MAX_AFFILIATES) throw dispatchError('Too many affiliates.');
  return wanted.map(({ account, bps }) => {
    const found = registered.find((one) => one.account === account);
    if (found === undefined) throw dispatchError('AffiliateNotRegisteredForBroker');
    if (bps > BYTE) throw dispatchError('AffiliateFeeTooHigh');
    return { shortId: found.shortId, bps };
  });
}

function parametersOf(
  network: ChainflipNetwork,
  asked: Asked,
  refund: Omit<RefundParam, 'refundAddress'>,
  to: Uint8Array,
) {
  const { channel_metadata: ccm, dca_parameters: dca } = asked;
  const parameters: CfParameters = {
    ...(ccm === undefined ? {} : { ccmAdditionalData: ccm.additionalData }),
    retryDuration: refund.retryDuration,
    refundAddress: to,
    minPriceX128: refund.minPriceX128,
    ...(refund.refundCcm === undefined ? {} : { refundCcm: refund.refundCcm }),
    ...(refund.maxOracleSlippageBps === undefined ? {} : { maxOracleSlippageBps: refund.maxOracleSlippageBps }),
    ...(dca === undefined ? {} : { dca }),
    boostFeeBps: asked.boost_fee ?? 0,
    broker: { account: asked.broker, bps: asked.broker_commission },
    affiliates: shares(network, asked),
  };
  return parameters;
}

/** Also checks the refund address. */
function withRefund(network: ChainflipNetwork, asked: Asked, refund: RefundParam): CfParameters {
  check(network, asked, refund);
  const to = addressToBytes(asked.source_asset.chain, refund.refundAddress);
  if (to === undefined) throw dispatchError('Invalid refund address');
  return parametersOf(network, asked, refund, to);
}

function encodable(asked: Asked, amount: bigint, parameters: CfParameters): EncodableSwap {
  const { channel_metadata: ccm } = asked;
  return {
    src: asked.source_asset,
    dst: asked.destination_asset,
    destination: asked.destination_address,
    amount,
    ...(ccm === undefined ? {} : { message: { bytes: ccm.message, gasBudget: ccm.gasBudget } }),
    parameters,
  };
}

/** The result of `cf_request_swap_parameter_encoding`. */
export function requestEncoding(network: ChainflipNetwork, params: unknown): unknown {
  const asked = namedParams(requestShape, params);
  const extra = asked.extra_parameters;
  if (extra.chain !== asked.source_asset.chain)
    throw dispatchError('Incompatible or unsupported source_asset and extra_parameters');
  if (extra.chain === 'Bitcoin') return fromBitcoin(network, asked, extra);
  if (extra.chain === 'Solana') return fromSolana(network, asked, extra);
  const vault = ledgerOf(network, extra.chain)?.channels?.vault;
  const parameters = withRefund(network, asked, extra.refund_parameters);
  if (vault === undefined) throw internalError();
  if (extra.input_amount >= UINT128) throw dispatchError('Input amount exceeded MAX');
  return evmVaultSwap(encodable(asked, extra.input_amount, parameters), vault);
}

type BitcoinExtra = Extract<ExtraParam, { chain: 'Bitcoin' }>;
function fromBitcoin(network: ChainflipNetwork, asked: Asked, extra: BitcoinExtra): unknown {
  const depositAddress = privateBitcoinAddress(network);
  // 255 encodes none. The refund goes to the payment's change address, which is not known yet.
  const oracle = extra.max_oracle_price_slippage === BYTE ? undefined : extra.max_oracle_price_slippage;
  check(network, asked, {
    retryDuration: extra.retry_duration,
    refundAddress: depositAddress ?? '',
    maxOracleSlippageBps: oracle,
  });
  if (asked.broker !== network.state.broker.account || depositAddress === undefined)
    throw dispatchError('NoPrivateChannelExistsForBroker');
  if (asked.broker_commission > BYTE) throw dispatchError('BrokerFeeTooHigh');
  if ((asked.affiliate_fees ?? []).length > MAX_BITCOIN_AFFILIATES) throw dispatchError('Too many affiliates.');
  const { dca_parameters: dca } = asked;
  if (dca !== undefined && (dca.numberOfChunks > UINT16 || dca.chunkIntervalBlocks > UINT16))
    throw dispatchError('InvalidDcaParameters');
  if ((oracle ?? 0) > BYTE || extra.min_output_amount >= UINT128) throw dispatchError('InvalidRefundParameters');
  const refund = { retryDuration: extra.retry_duration, minPriceX128: 0n, refundCcm: undefined };
  const parameters = parametersOf(network, asked, { ...refund, maxOracleSlippageBps: oracle }, new Uint8Array());
  return bitcoinVaultSwap(
    {
      dst: asked.destination_asset,
      destination: asked.destination_address,
      parameters,
      minOutput: extra.min_output_amount,
    },
    depositAddress,
  );
}

type SolanaExtra = Extract<ExtraParam, { chain: 'Solana' }>;
function fromSolana(network: ChainflipNetwork, asked: Asked, extra: SolanaExtra): unknown {
  const parameters = withRefund(network, asked, extra.refund_parameters);
  if (!isSolanaKey(extra.from)) throw dispatchError('Invalid Solana Address: from');
  if (extra.seed.length > 32) throw dispatchError('Failed to derive swap_endpoint_native_vault');
  if (extra.input_amount >= UINT64) throw dispatchError('Input amount exceeded MAX');
  const fromTokenAccount = extra.from_token_account;
  if (fromTokenAccount !== undefined && !isSolanaKey(fromTokenAccount))
    throw dispatchError('Failed to decode the source token account');
  return solanaVaultSwap(encodable(asked, extra.input_amount, parameters), {
    from: extra.from,
    seed: extra.seed,
    ...(fromTokenAccount === undefined ? {} : { fromTokenAccount }),
  });
}

/** The result of `cf_encode_cf_parameters`: only the bytes, for source chains with a contract. */
export function encodeParameters(network: ChainflipNetwork, params: unknown): string {
  const asked = namedParams(parametersShape, params);
  const { chain } = asked.source_asset;
  if (chain === 'Bitcoin' || chain === 'Assethub')
    throw dispatchError('Unsupported source chain for encoding cf_parameters');
  return `0x${bytesToHex(encodeCfParameters(withRefund(network, asked, asked.refund_parameters)))}`;
}
