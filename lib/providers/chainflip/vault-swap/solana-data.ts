/**
 * Decodes the data of the swap program's two instructions. Source: chainflip-backend contract-interfaces/
 * sol-program-idls, `x_swap_native` and `x_swap_token`; Borsh after an Anchor discriminator.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { ByteReader, DecodeError } from '../../../chains/chainflip/byte-reader.ts';

/** First 8 bytes of sha256("global:x_swap_native") and ("global:x_swap_token"). */
const NATIVE = 'a3265ce2f3698dc4';
const TOKEN = '4532fc63e55377eb';

/** Bytes are hex without 0x. */
export type SwapInstruction = {
  kind: 'native' | 'token';
  amount: bigint;
  dstChain: number;
  dstAddress: string;
  dstToken: number;
  cfParameters: Uint8Array;
  /** Of a token. */
  decimals: number | undefined;
  seed: string;
};

/** @throws {DecodeError}, also for a swap that calls a contract with what comes out. */
export function decodeSwapInstruction(data: Uint8Array): SwapInstruction {
  const reader = new ByteReader(data);
  const discriminator = reader.hex(8);
  if (discriminator !== NATIVE && discriminator !== TOKEN)
    throw new DecodeError('it is none of the swap program’s instructions');
  const kind = discriminator === TOKEN ? 'token' : 'native';
  const vector = () => reader.bytes(reader.int(4));
  const amount = reader.big(8);
  const dstChain = reader.int(4);
  const dstAddress = bytesToHex(vector());
  const dstToken = reader.int(4);
  reader.option(() => {
    throw new DecodeError('it calls a contract with what comes out');
  });
  const cfParameters = vector();
  const decimals = kind === 'token' ? reader.int(1) : undefined;
  const seed = bytesToHex(vector());
  reader.end();
  return { kind, amount, dstChain, dstAddress, dstToken, cfParameters, decimals, seed };
}
