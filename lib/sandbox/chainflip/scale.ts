/**
 * Encodes and decodes `cfParameters`, the SCALE bytes of a vault swap beside its destination. Source: chainflip-backend
 * state-chain/chains/src/cf_parameters.rs and refund_parameters.rs.
 */
import { decodeSs58, encodeSs58 } from '../../chains/ss58.ts';
import { ByteReader, ByteWriter, MalformedBytes } from './byte-codec.ts';

/** The SS58 prefix of the state chain; its accounts begin with `cF`. */
export const STATE_CHAIN_SS58 = 2112;

export type AffiliateShare = { shortId: number; bps: number };

type CcmMetadata = { message: Uint8Array; gasBudget: bigint; additionalData: Uint8Array };

export type CfParameters = {
  /** Present exactly if the call carries a message for a contract. */
  ccmAdditionalData?: Uint8Array;
  /** In state-chain blocks. */
  retryDuration: number;
  /** Raw bytes of an address of the source chain: 20 on EVM chains, 32 on Solana. */
  refundAddress: Uint8Array;
  /** Output base units per input base unit with 128 fractional bits. */
  minPriceX128: bigint;
  /** Version 1 only. */
  refundCcm?: CcmMetadata;
  /** Basis points, version 1 only; undefined means the chain's default. */
  maxOracleSlippageBps?: number;
  dca?: { numberOfChunks: number; chunkIntervalBlocks: number };
  boostFeeBps: number;
  broker: { account: string; bps: number };
  affiliates: AffiliateShare[];
};

/** The 32 bytes of a state-chain account. @throws {MalformedBytes} unless it is SS58 of the state chain. */
function accountBytes(account: string): Uint8Array {
  const decoded = decodeSs58(account);
  if (decoded === undefined || decoded.prefix !== STATE_CHAIN_SS58) throw new MalformedBytes(`no account: ${account}`);
  return decoded.account;
}
export const accountOf = (bytes: Uint8Array): string => encodeSs58(bytes, STATE_CHAIN_SS58);

/** An account of any SS58 prefix, in the state chain's spelling; undefined for other text. */
export function accountNamed(text: string): string | undefined {
  const decoded = decodeSs58(text);
  return decoded === undefined ? undefined : accountOf(decoded.account);
}

export function writeAffiliates(out: ByteWriter, affiliates: readonly AffiliateShare[]): void {
  out.compact(affiliates.length);
  for (const { shortId, bps } of affiliates) out.uint(shortId, 1).uint(bps, 1);
}
export const readAffiliates = (from: ByteReader): AffiliateShare[] =>
  from.list(() => ({ shortId: from.uint(1), bps: from.uint(1) }));

const writeBytes = (out: ByteWriter, bytes: Uint8Array): ByteWriter => out.compact(bytes.length).raw(bytes);
const readBytes = (from: ByteReader): Uint8Array => from.take(from.compact());

/** Nodes write version 1. @throws {RangeError} for values that do not fit, including version 1's terms in version 0. */
export function encodeCfParameters(parameters: CfParameters, version: 0 | 1 = 1): Uint8Array {
  const out = new ByteWriter().uint(version, 1);
  if (parameters.ccmAdditionalData !== undefined) writeBytes(out, parameters.ccmAdditionalData);
  out.uint(parameters.retryDuration, 4).raw(parameters.refundAddress).uint(parameters.minPriceX128, 32);
  const { refundCcm, maxOracleSlippageBps } = parameters;
  if (version === 0) {
    if (refundCcm !== undefined || maxOracleSlippageBps !== undefined)
      throw new RangeError('version 0 has neither refund calls nor live price protection');
  } else {
    out.uint(refundCcm === undefined ? 0 : 1, 1);
    if (refundCcm !== undefined) {
      writeBytes(out, refundCcm.message).uint(refundCcm.gasBudget, 16);
      writeBytes(out, refundCcm.additionalData);
    }
    out.uint(maxOracleSlippageBps === undefined ? 0 : 1, 1);
    if (maxOracleSlippageBps !== undefined) out.uint(maxOracleSlippageBps, 2);
  }
  const { dca } = parameters;
  out.uint(dca === undefined ? 0 : 1, 1);
  if (dca !== undefined) out.uint(dca.numberOfChunks, 4).uint(dca.chunkIntervalBlocks, 4);
  out.uint(parameters.boostFeeBps, 1).raw(accountBytes(parameters.broker.account)).uint(parameters.broker.bps, 2);
  writeAffiliates(out, parameters.affiliates);
  return out.bytes();
}

/**
 * Decodes both versions. `withMessage`: the call had a message (`xCall…`).
 * @throws {MalformedBytes} for anything but exactly such parameters.
 */
export function decodeCfParameters(
  bytes: Uint8Array,
  { addressBytes, withMessage }: { addressBytes: 20 | 32; withMessage: boolean },
): CfParameters & { version: 0 | 1 } {
  const from = new ByteReader(bytes);
  const version = from.uint(1);
  if (version !== 0 && version !== 1) throw new MalformedBytes(`version ${version} of the parameters`);
  const ccmAdditionalData = withMessage ? readBytes(from) : undefined;
  const retryDuration = from.uint(4);
  const refundAddress = from.take(addressBytes);
  const minPriceX128 = from.big(32);
  const refundCcm =
    version === 0
      ? undefined
      : from.option(() => ({ message: readBytes(from), gasBudget: from.big(16), additionalData: readBytes(from) }));
  const maxOracleSlippageBps = version === 0 ? undefined : from.option(() => from.uint(2));
  const dca = from.option(() => ({ numberOfChunks: from.uint(4), chunkIntervalBlocks: from.uint(4) }));
  const boostFeeBps = from.uint(1);
  const account = accountOf(from.take(32));
  const broker = { account, bps: from.uint(2) };
  const affiliates = readAffiliates(from);
  from.end();
  return {
    version,
    ...(ccmAdditionalData === undefined ? {} : { ccmAdditionalData }),
    retryDuration,
    refundAddress,
    minPriceX128,
    ...(refundCcm === undefined ? {} : { refundCcm }),
    ...(maxOracleSlippageBps === undefined ? {} : { maxOracleSlippageBps }),
    ...(dca === undefined ? {} : { dca }),
    boostFeeBps,
    broker,
    affiliates,
  };
}
