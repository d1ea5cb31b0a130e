/**
 * Decodes the payload in the OP_RETURN output of a Bitcoin vault swap. The refund address is not in it: it is the
 * address of the next output. Source: chainflip-backend state-chain/chains/src/btc/vault_swap_encoding.rs;
 * chainflip-product-toolkit packages/bitcoin.
 */

import { ByteReader, DecodeError } from '../byte-reader.ts';
import { cfAssetNumbered } from './assets.ts';
import { type AffiliateShare, readShares } from './cf-parameters.ts';
import { addressLengthOf } from './destination.ts';

/** Longest OP_RETURN payload that Chainflip makes. */
export const MAX_PAYLOAD_BYTES = 80;
/** The payload's mark for the chain's own live price protection. */
const NO_ORACLE = 255;

export type BtcPayload = {
  version: 0 | 1;
  dstToken: number;
  /** Raw bytes, hex without 0x. */
  dstAddress: string;
  retryDurationBlocks: number;
  minOutputAmount: bigint;
  /** Basis points; undefined: the chain's own default. */
  maxOraclePriceSlippage: number | undefined;
  /** 1 when the swap is not split. */
  numberOfChunks: number;
  chunkIntervalBlocks: number;
  boostFeeBps: number;
  brokerBps: number;
  affiliates: AffiliateShare[];
};

/** @throws {DecodeError} */
export function decodeBtcPayload(bytes: Uint8Array): BtcPayload {
  if (bytes.length > MAX_PAYLOAD_BYTES) throw new DecodeError('it is longer than an OP_RETURN output may be');
  const reader = new ByteReader(bytes);
  const version = reader.int(1);
  if (version !== 0 && version !== 1) throw new DecodeError(`its version ${version} is not known`);
  const dstToken = reader.int(1);
  const asset = cfAssetNumbered(dstToken);
  const length = asset && addressLengthOf(asset.cf.chain);
  if (length === undefined) throw new DecodeError(`its destination asset ${dstToken} is not known`);
  const payload = {
    version,
    dstToken,
    dstAddress: reader.hex(length),
    retryDurationBlocks: reader.int(2),
    minOutputAmount: reader.big(16),
    maxOraclePriceSlippage: oracleOf(version === 1 ? reader.int(1) : NO_ORACLE),
    numberOfChunks: reader.int(2),
    chunkIntervalBlocks: reader.int(2),
    boostFeeBps: reader.int(1),
    brokerBps: reader.int(1),
    affiliates: readShares(reader),
  } satisfies BtcPayload;
  reader.end();
  return payload;
}

const oracleOf = (bps: number): number | undefined => (bps === NO_ORACLE ? undefined : bps);
