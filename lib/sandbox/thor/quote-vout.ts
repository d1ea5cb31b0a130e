/** Splits a memo over the outputs of a UTXO payment: OP_RETURN first, the rest in addresses without an owner. */
import { sha256 } from '@noble/hashes/sha2.js';
import { base58check, bech32 } from '@scure/base';
import { networkOf } from '../../chains/chains.ts';
import { isChainId } from '../../domain/chain-id.ts';
import { splitMemo } from '../utxo/split-memo.ts';

export type Vout = { type: 'op_return' | 'address'; data?: string; address?: string; amount: string };

/** The value of each made-up output, base units. Source: common/chain.go P2WPKHOutputValue. */
const VALUES: Readonly<Record<string, bigint>> = { BTC: 294n, LTC: 2940n, BCH: 546n, DOGE: 18_200_000n, ZEC: 2730n };
const encodeBase58 = base58check(sha256);

export function extendedOutputs(chain: string, memo: string): Vout[] {
  const amount = (VALUES[chain] ?? 546n).toString();
  return splitMemo(memo).map((chunk, at) =>
    at === 0
      ? { type: 'op_return', data: Buffer.from(chunk).toString('hex'), amount: '0' }
      : { type: 'address', address: addressOfHash(chain, chunk), amount },
  );
}

function addressOfHash(chain: string, hash: Uint8Array): string {
  const utxo = isChainId(chain) ? networkOf(chain, 'sandbox').utxo : undefined;
  if (!utxo) throw new Error(`${chain} has no such addresses`);
  if (utxo.bech32) return bech32.encode(utxo.bech32, [0, ...bech32.toWords(hash)]);
  return encodeBase58.encode(Uint8Array.from([...utxo.pubKeyHash, ...hash]));
}
