/** Splits a memo over the outputs of a UTXO payment: OP_RETURN first, the rest in addresses that nobody owns. */
import { sha256 } from '@noble/hashes/sha2.js';
import { base58check, bech32 } from '@scure/base';
import { networkOf } from '../../chains/chains.ts';
import { isChainId } from '../../domain/chain-id.ts';

export type Vout = { type: 'op_return' | 'address'; data?: string; address?: string; amount: string };

/** The value of each made-up output, base units. Source: common/chain.go P2WPKHOutputValue. */
const VALUES: Readonly<Record<string, bigint>> = { BTC: 294n, LTC: 2940n, BCH: 546n, DOGE: 18_200_000n, ZEC: 2730n };
const OP_RETURN_BYTES = 80;
const CHUNK_BYTES = 20;
const CARET = 0x5e;
const encodeBase58 = base58check(sha256);

/**
 * 79 bytes and `^`, then chunks of 20 bytes, the last padded with zeros. Source: x/thorchain/querier_quotes.go
 * splitMemo.
 */
export function splitMemo(memo: string): Uint8Array[] {
  const bytes = new TextEncoder().encode(memo);
  if (bytes.length <= OP_RETURN_BYTES) return [bytes];
  const parts = [Uint8Array.from([...bytes.slice(0, OP_RETURN_BYTES - 1), CARET])];
  for (let at = OP_RETURN_BYTES - 1; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    chunk.set(bytes.slice(at, at + CHUNK_BYTES));
    parts.push(chunk);
  }
  return parts;
}

export function extendedOutputs(chain: string, memo: string): Vout[] {
  const amount = (VALUES[chain] ?? 546n).toString();
  return splitMemo(memo).map((part, at) =>
    at === 0
      ? { type: 'op_return', data: Buffer.from(part).toString('hex'), amount: '0' }
      : { type: 'address', address: addressOfHash(chain, part), amount },
  );
}

function addressOfHash(chain: string, hash: Uint8Array): string {
  const utxo = isChainId(chain) ? networkOf(chain, 'sandbox').utxo : undefined;
  if (!utxo) throw new Error(`${chain} has no such addresses`);
  if (utxo.bech32) return bech32.encode(utxo.bech32, [0, ...bech32.toWords(hash)]);
  return encodeBase58.encode(Uint8Array.from([...utxo.pubKeyHash, ...hash]));
}
