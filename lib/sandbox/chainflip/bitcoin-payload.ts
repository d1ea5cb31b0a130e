/**
 * Encodes and decodes the OP_RETURN payload of a vault swap from Bitcoin, at most 80 bytes. Source: chainflip-backend
 * state-chain/chains/src/btc/vault_swap_encoding.rs.
 */
import { assetOfContractId, type CfAsset, CHAIN_INFO } from './assets.ts';
import { ByteReader, ByteWriter, MalformedBytes } from './byte-codec.ts';
import { addressFromBytes, addressToBytes } from './protocol-address.ts';
import { type AffiliateShare, readAffiliates, writeAffiliates } from './scale.ts';

export const MAX_PAYLOAD_BYTES = 80;
const MAX_AFFILIATES = 2;
/** Encodes the absence of live price protection. */
const NO_ORACLE_LIMIT = 255;

type BitcoinPayload = {
  output: CfAsset;
  destination: string;
  retryDuration: number;
  /** The least output of the whole swap, base units of `output`. */
  minOutput: bigint;
  /** Basis points, at most 254; undefined means the chain's default. */
  maxOracleSlippageBps?: number;
  numberOfChunks: number;
  chunkIntervalBlocks: number;
  boostFeeBps: number;
  brokerBps: number;
  affiliates: AffiliateShare[];
};

/**
 * @throws {RangeError} when a number or the whole payload is too large.
 * @throws {MalformedBytes} when the destination is no address of the output's chain.
 */
export function encodeBitcoinPayload(payload: BitcoinPayload, version: 0 | 1 = 1): Uint8Array {
  const { output, affiliates, maxOracleSlippageBps } = payload;
  const address = addressToBytes(output.chain, payload.destination);
  if (address === undefined) throw new MalformedBytes(`no address of ${output.chain}: ${payload.destination}`);
  if (affiliates.length > MAX_AFFILIATES) throw new RangeError('Too many affiliates.');
  const out = new ByteWriter().uint(version, 1).uint(output.contractId, 1);
  if (CHAIN_INFO[output.chain].kind === 'bitcoin') out.compact(address.length);
  out.raw(address).uint(payload.retryDuration, 2).uint(payload.minOutput, 16);
  if (version === 1) out.uint(maxOracleSlippageBps ?? NO_ORACLE_LIMIT, 1);
  else if (maxOracleSlippageBps !== undefined) throw new RangeError('version 0 has no live price protection');
  out.uint(payload.numberOfChunks, 2).uint(payload.chunkIntervalBlocks, 2);
  out.uint(payload.boostFeeBps, 1).uint(payload.brokerBps, 1);
  writeAffiliates(out, affiliates);
  const bytes = out.bytes();
  if (bytes.length > MAX_PAYLOAD_BYTES) throw new RangeError(`${bytes.length} bytes do not fit an OP_RETURN output`);
  return bytes;
}

/** Decodes both versions. @throws {MalformedBytes} for anything but exactly one payload. */
export function decodeBitcoinPayload(bytes: Uint8Array): BitcoinPayload & { version: 0 | 1 } {
  const from = new ByteReader(bytes);
  const version = from.uint(1);
  if (version !== 0 && version !== 1) throw new MalformedBytes(`version ${version} of the payload`);
  const contractId = from.uint(1);
  const output = assetOfContractId(contractId);
  if (output === undefined) throw new MalformedBytes(`no asset ${contractId}`);
  const destination = addressFromBytes(output.chain, from.take(addressLength(output, from)));
  if (destination === undefined) throw new MalformedBytes(`no address of ${output.chain}`);
  const retryDuration = from.uint(2);
  const minOutput = from.big(16);
  const oracle = version === 1 ? from.uint(1) : NO_ORACLE_LIMIT;
  const payload: BitcoinPayload = {
    output,
    destination,
    retryDuration,
    minOutput,
    ...(oracle === NO_ORACLE_LIMIT ? {} : { maxOracleSlippageBps: oracle }),
    numberOfChunks: from.uint(2),
    chunkIntervalBlocks: from.uint(2),
    boostFeeBps: from.uint(1),
    brokerBps: from.uint(1),
    affiliates: readAffiliates(from),
  };
  from.end();
  return { ...payload, version };
}

function addressLength(output: CfAsset, from: ByteReader): number {
  const { kind } = CHAIN_INFO[output.chain];
  if (kind === 'bitcoin') return from.compact();
  return kind === 'evm' ? 20 : 32;
}
