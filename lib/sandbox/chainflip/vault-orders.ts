/** Reads the order of a vault swap from its transaction, and names what in it cannot be executed. */
import { hexToBytes } from '@noble/hashes/utils.js';
import type { ChannelDeposit, VaultSwap } from '../ledger.ts';
import { ASSETS, assetOfContractId, assetOfToken, type CfAsset, CHAIN_INFO, chainOfContractId } from './assets.ts';
import { decodeBitcoinPayload } from './bitcoin-payload.ts';
import type { AffiliateFee, ChainflipNetwork, DepositFailure, RefundTerms, SwapOrder } from './network.ts';
import { type OrderRefusal, refusalOf } from './orders.ts';
import { addressFromBytes } from './protocol-address.ts';
import { type AffiliateShare, decodeCfParameters } from './scale.ts';

/** `broken`: the money is refunded, or kept if the refund address is unknown. */
export type ReadOrder = { order: SwapOrder; broken?: DepositFailure };

const FAILURES: Readonly<Record<OrderRefusal, DepositFailure>> = {
  InvalidEgressAddress: 'InvalidDestinationAddress',
  InvalidRefundAddress: 'InvalidRefundParameters',
  RetryDurationTooHigh: 'InvalidRefundParameters',
  OraclePriceNotAvailable: 'InvalidRefundParameters',
  BrokerCommissionBpsTooHigh: 'InvalidBrokerFees',
  AffiliateNotRegisteredForBroker: 'InvalidBrokerFees',
  BoostFeeTooHigh: 'InvalidBrokerFees',
  ZeroNumberOfChunksNotAllowed: 'InvalidDcaParameters',
  ChunkIntervalTooLow: 'InvalidDcaParameters',
  SwapRequestDurationTooLong: 'InvalidDcaParameters',
  CcmUnsupportedForTargetChain: 'CcmUnsupportedForTargetChain',
  InvalidCcm: 'CcmInvalidMetadata',
};

function judged(network: ChainflipNetwork, order: SwapOrder): ReadOrder {
  // The sandbox's network calls contracts only for channels.
  const refusal = order.ccm === undefined ? refusalOf(network, order) : 'CcmUnsupportedForTargetChain';
  return refusal === undefined ? { order } : { order, broken: FAILURES[refusal] };
}

const bytesOf = (hex: string): Uint8Array => hexToBytes(hex.replace(/^0x/, ''));

/** The order of an unreadable payment, which cannot be refunded either. */
const unreadable = (src: CfAsset, dst: CfAsset): ReadOrder => ({
  order: {
    src: src.id,
    dst: dst.id,
    destination: '',
    affiliates: [],
    maxBoostFeeBps: 0,
    terms: { retryDuration: 0, refundAddress: '', minPriceX128: 0n, maxOraclePriceSlippageBps: null },
  },
  broken: 'InvalidRefundParameters',
});

/** A share whose number is not registered has no owner: its account is empty, and the order is refused. */
const accountsOf = (network: ChainflipNetwork, shares: readonly AffiliateShare[]): AffiliateFee[] =>
  shares.map(({ shortId, bps }) => ({
    account: network.state.broker.affiliates.find((one) => one.shortId === shortId)?.account ?? '',
    bps,
  }));

/** The order of a call to an EVM vault or to Solana's program. Undefined for an asset that Chainflip lacks. */
export function orderOfVaultSwap(network: ChainflipNetwork, call: VaultSwap): ReadOrder | undefined {
  const src = assetOfToken(call.chain, call.token);
  if (src === undefined) return undefined;
  const named = assetOfContractId(call.dstToken);
  const dst = named !== undefined && named.chain === chainOfContractId(call.dstChain)?.name ? named : undefined;
  try {
    const addressBytes = CHAIN_INFO[src.chain].kind === 'evm' ? 20 : 32;
    const parameters = decodeCfParameters(bytesOf(call.cfParameters), {
      addressBytes,
      withMessage: call.message !== undefined,
    });
    const { broker, dca } = parameters;
    const terms: RefundTerms = {
      retryDuration: parameters.retryDuration,
      refundAddress: addressFromBytes(src.chain, parameters.refundAddress) ?? '',
      minPriceX128: parameters.minPriceX128,
      maxOraclePriceSlippageBps: parameters.maxOracleSlippageBps ?? null,
    };
    const order: SwapOrder = {
      src: src.id,
      dst: (dst ?? src).id,
      destination: (dst && addressFromBytes(dst.chain, bytesOf(call.dstAddress))) ?? '',
      broker,
      affiliates: accountsOf(network, parameters.affiliates),
      maxBoostFeeBps: parameters.boostFeeBps,
      terms,
      ...(dca === undefined ? {} : { dca }),
      ...(call.message === undefined
        ? {}
        : { ccm: { message: call.message, gasBudget: call.gasAmount ?? 0n, additionalData: '' } }),
    };
    return dst === undefined ? { order, broken: 'InvalidDestinationAddress' } : judged(network, order);
  } catch {
    return unreadable(src, dst ?? src);
  }
}

const PRICE_BITS = 128n;

/**
 * The order of a payment to the broker's private channel. Refunds go to the output after the payload; without a payload
 * or such an output the payer is unknown, and the money is kept.
 */
export function orderOfBitcoin(network: ChainflipNetwork, paid: ChannelDeposit): ReadOrder | undefined {
  const src = ASSETS.Btc;
  if (paid.token !== undefined || paid.amountBaseUnits <= 0n) return undefined;
  const refundAddress = paid.changeAddress ?? '';
  if (paid.data === undefined) return unreadable(src, src);
  try {
    const payload = decodeBitcoinPayload(bytesOf(paid.data));
    const { numberOfChunks, chunkIntervalBlocks } = payload;
    return judged(network, {
      src: src.id,
      dst: payload.output.id,
      destination: payload.destination,
      broker: { account: network.state.broker.account, bps: payload.brokerBps },
      affiliates: accountsOf(network, payload.affiliates),
      maxBoostFeeBps: payload.boostFeeBps,
      terms: {
        retryDuration: payload.retryDuration,
        refundAddress,
        minPriceX128: (payload.minOutput << PRICE_BITS) / paid.amountBaseUnits,
        maxOraclePriceSlippageBps: payload.maxOracleSlippageBps ?? null,
      },
      ...(numberOfChunks === 1 ? {} : { dca: { numberOfChunks, chunkIntervalBlocks } }),
    });
  } catch {
    return unreadable(src, src);
  }
}
