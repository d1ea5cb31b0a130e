/**
 * Decodes a vault swap's parameters for the state chain: refund address, minimum price and fees. Source:
 * chainflip-backend state-chain/chains/src/cf_parameters.rs, refund_parameters.rs.
 */
import { ByteReader, DecodeError } from '../byte-reader.ts';

export type AffiliateShare = { shortId: number; bps: number };

/** Bytes are hex, lower case, without 0x. */
export type CfParameters = {
  version: 0 | 1;
  retryDurationBlocks: number;
  /** Raw bytes of the source chain's address. */
  refundAddress: string;
  minPriceX128: bigint;
  /** Basis points; undefined: the chain's own default. */
  maxOraclePriceSlippage: number | undefined;
  dca: { numberOfChunks: number; chunkIntervalBlocks: number } | undefined;
  boostFeeBps: number;
  broker: { account: string; bps: number };
  affiliates: AffiliateShare[];
};

export const readShares = (reader: ByteReader): AffiliateShare[] =>
  reader.list(reader.compact(), () => ({ shortId: reader.int(1), bps: reader.int(1) }));

/**
 * Parameters of a swap without a contract call.
 * @param addressLength of the source chain: 20 (EVM) or 32 (Solana).
 * @throws {DecodeError}
 */
export function decodeCfParameters(bytes: Uint8Array, addressLength: 20 | 32): CfParameters {
  const reader = new ByteReader(bytes);
  const version = reader.int(1);
  if (version !== 0 && version !== 1) throw new DecodeError(`its version ${version} is not known`);
  const retryDurationBlocks = reader.int(4);
  const refundAddress = reader.hex(addressLength);
  const minPriceX128 = reader.big(32);
  if (version === 1) {
    reader.option(() => {
      throw new DecodeError('its refund calls a contract');
    });
  }
  const maxOraclePriceSlippage = version === 1 ? reader.option(() => reader.int(2)) : undefined;
  const dca = reader.option(() => ({ numberOfChunks: reader.int(4), chunkIntervalBlocks: reader.int(4) }));
  const boostFeeBps = reader.int(1);
  const broker = { account: reader.hex(32), bps: reader.int(2) };
  const affiliates = readShares(reader);
  reader.end();
  return {
    version,
    retryDurationBlocks,
    refundAddress,
    minPriceX128,
    maxOraclePriceSlippage,
    dca,
    boostFeeBps,
    broker,
    affiliates,
  };
}
