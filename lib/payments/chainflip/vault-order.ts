/** Defines the order in a payment to Chainflip's network, the same for every chain that carries it. */

import { DecodeError } from '../byte-reader.ts';
import type { BtcPayload } from './btc-payload.ts';
import { type AffiliateShare, type CfParameters, decodeCfParameters } from './cf-parameters.ts';

/** A call in its encoded form: Chainflip's numbers, and bytes as hex without 0x. */
export type VaultCall = {
  dstChain: number;
  dstToken: number;
  /** Raw bytes, for Bitcoin the text. */
  dstAddress: string;
  /** A contract that is called with the output, which a swap of Portage's never does. */
  contractCall?: { message: string; gasAmount: bigint };
  cfParameters: Uint8Array;
};

export type VaultOrder = {
  /** Undefined for Bitcoin, where the asset alone decides. */
  dstChain?: number;
  dstToken: number;
  dstAddress: string;
  /** Base units before the egress fee. */
  leastOutput: bigint;
  /** False: any output is accepted. */
  hasLeast: boolean;
  /** Raw bytes, hex; undefined for Bitcoin, where the change output has it. */
  refundAddress?: string;
  retryDurationBlocks: number;
  /** 1 when the swap is not split. */
  numberOfChunks: number;
  /** Blocks of the state chain between two parts. */
  chunkIntervalBlocks: number;
  boostFeeBps: number;
  /** Of the broker and all affiliates. */
  feeBps: number;
};

/**
 * @param addressLength of the source chain: 20 (EVM) or 32 (Solana). @throws {DecodeError}, also for a swap that
 * calls a contract with its output.
 */
export function parametersOf(
  { contractCall, cfParameters }: Pick<VaultCall, 'contractCall' | 'cfParameters'>,
  addressLength: 20 | 32,
): CfParameters {
  if (contractCall) throw new DecodeError('it calls a contract with what comes out');
  return decodeCfParameters(cfParameters, addressLength);
}

const sum = (shares: readonly AffiliateShare[]): number => shares.reduce((total, { bps }) => total + bps, 0);

/** @param amount the sold base units. @throws {DecodeError} like `parametersOf`. */
export function orderOfCall(call: VaultCall, amount: bigint, addressLength: 20 | 32): VaultOrder {
  const { dstChain, dstToken, dstAddress } = call;
  const parameters = parametersOf(call, addressLength);
  return {
    dstChain,
    dstToken,
    dstAddress,
    leastOutput: (parameters.minPriceX128 * amount) >> 128n,
    hasLeast: parameters.minPriceX128 > 0n,
    refundAddress: parameters.refundAddress,
    retryDurationBlocks: parameters.retryDurationBlocks,
    numberOfChunks: parameters.dca?.numberOfChunks ?? 1,
    chunkIntervalBlocks: parameters.dca?.chunkIntervalBlocks ?? 0,
    boostFeeBps: parameters.boostFeeBps,
    feeBps: parameters.broker.bps + sum(parameters.affiliates),
  };
}

export const orderOfPayload = (payload: BtcPayload): VaultOrder => ({
  dstToken: payload.dstToken,
  dstAddress: payload.dstAddress,
  leastOutput: payload.minOutputAmount,
  hasLeast: payload.minOutputAmount > 0n,
  retryDurationBlocks: payload.retryDurationBlocks,
  numberOfChunks: payload.numberOfChunks,
  chunkIntervalBlocks: payload.chunkIntervalBlocks,
  boostFeeBps: payload.boostFeeBps,
  feeBps: payload.brokerBps + sum(payload.affiliates),
});
