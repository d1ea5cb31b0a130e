/**
 * Exports an EVM payment as an unsigned transaction and imports it signed by the same account, field for field; any
 * other is refused.
 */
import {
  keccak256,
  numberToHex,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializableEIP1559,
  type TransactionSerializedEIP1559,
} from 'viem';
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { Hex } from '../../payments/evm/hex.ts';
import { decodeAllowance, decodeTokenTransfer } from '../../payments/evm/token-call.ts';
import { hexOf } from '../evm/erc20-reads.ts';
import { ImportError, type ImportField, type SignedPayment, same } from './import-error.ts';

/** A type-2 transaction (EIP-1559) before it is signed; amounts in wei. */
export type UnsignedEvm = {
  chain: ChainId;
  from: string;
  to: string;
  value: bigint;
  data: Hex;
  chainId: number;
  nonce: number;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
};

export type EvmPricing = Pick<UnsignedEvm, 'nonce' | 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>;

export const unsignedEvm = (chain: ChainId, chainId: number, tx: WireEvmTx, pricing: EvmPricing): UnsignedEvm => ({
  chain,
  from: tx.from,
  to: tx.to,
  value: BigInt(tx.value),
  data: hexOf(tx.data),
  chainId,
  ...pricing,
});

const serializable = (tx: UnsignedEvm): TransactionSerializableEIP1559 => ({
  type: 'eip1559',
  chainId: tx.chainId,
  nonce: tx.nonce,
  to: hexOf(tx.to),
  value: tx.value,
  data: tx.data,
  gas: tx.gas,
  maxFeePerGas: tx.maxFeePerGas,
  maxPriorityFeePerGas: tx.maxPriorityFeePerGas,
});

/** RLP of the unsigned transaction, 0x02 first: the bytes that a signer hashes. Source: EIP-1559, EIP-2718. */
export const unsignedRlp = (tx: UnsignedEvm): Hex => serializeTransaction(serializable(tx));

/** The form for wallets and command lines, quantities in hex. Source: Ethereum JSON-RPC, `eth_signTransaction`. */
export const unsignedJson = (tx: UnsignedEvm): string =>
  JSON.stringify(
    {
      type: '0x2',
      chainId: numberToHex(tx.chainId),
      nonce: numberToHex(tx.nonce),
      from: tx.from,
      to: tx.to,
      value: numberToHex(tx.value),
      data: tx.data,
      gas: numberToHex(tx.gas),
      maxFeePerGas: numberToHex(tx.maxFeePerGas),
      maxPriorityFeePerGas: numberToHex(tx.maxPriorityFeePerGas),
    },
    undefined,
    2,
  );

/** EIP-681, only when it can express the whole transaction; otherwise undefined. */
export function paymentUri(tx: UnsignedEvm): string | undefined {
  if (tx.data === '0x') return `ethereum:${tx.to}@${tx.chainId}?value=${tx.value}`;
  if (tx.value !== 0n) return undefined;
  const [approval, transfer] = [decodeAllowance(tx.data), decodeTokenTransfer(tx.data)];
  const link = (name: string, address: string, amount: bigint) =>
    `ethereum:${tx.to}@${tx.chainId}/${name}?address=${address}&uint256=${amount}`;
  if (approval) return link('approve', approval.spender, approval.amount);
  return transfer && link('transfer', transfer.to, transfer.amount);
}

/** The signer may choose the network fee, within reason: more than this many times ours is a mistake or worse. */
const MOST_TIMES = 10n;

const lower = (value: string | undefined | null): string => (value ?? '').toLowerCase();
const digits = (value: bigint | number | undefined): string => (value ?? 0).toString();

function atMost(field: ImportField, most: bigint, got: bigint | undefined): void {
  if (got === undefined || got > most)
    throw new ImportError('differs', { field, expected: `≤ ${most}`, got: digits(got) });
}

/** Hex, also inside the JSON of command lines. */
function rawOf(text: string): TransactionSerializedEIP1559 {
  const found = /(?:0x)?(02f8[0-9a-f]{40,}|02f9[0-9a-f]{40,})/i.exec(text.replace(/\s+/g, ''))?.[1];
  if (!found) {
    // A signed transaction of another type is readable, but is not the exported one.
    if (/(?:0x)?(f8|f9|01f8|01f9|03f|04f)[0-9a-f]{40,}/i.test(text))
      throw new ImportError('differs', { field: 'type' });
    throw new ImportError('unreadable');
  }
  return `0x02${found.slice(2).toLowerCase()}`;
}

type Parsed = ReturnType<typeof parseTransaction<TransactionSerializedEIP1559>>;

function compare(tx: UnsignedEvm, read: Parsed): void {
  same('network', digits(tx.chainId), digits(read.chainId));
  same('receiver', lower(tx.to), lower(read.to));
  same('value', digits(tx.value), digits(read.value));
  same('data', lower(tx.data), lower(read.data ?? '0x'));
  same('nonce', digits(tx.nonce), digits(read.nonce));
  same('accessList', '0', digits(read.accessList?.length));
  atMost('gas', tx.gas * MOST_TIMES, read.gas);
  atMost('fee', tx.maxFeePerGas * MOST_TIMES, read.maxFeePerGas);
}

/**
 * A raw signed transaction, compared with the exported one, its sender recovered from the signature. @param given
 * hex, or JSON that contains it. @throws {ImportError}; nothing was sent.
 */
export async function importSignedEvm(tx: UnsignedEvm, given: string): Promise<SignedPayment> {
  const raw = rawOf(given);
  let read: Parsed;
  try {
    read = parseTransaction(raw);
  } catch (cause) {
    throw new ImportError('unreadable', { cause });
  }
  compare(tx, read);
  if (read.r === undefined || read.s === undefined) throw new ImportError('notSigned');
  // In another encoding it would have another hash, and could have trailing bytes.
  const { r, s, yParity } = read;
  const again = serializeTransaction({ ...read, type: 'eip1559' }, { r, s, yParity: yParity ?? 0 });
  if (again.toLowerCase() !== raw) throw new ImportError('unreadable');
  const sender = await recoverTransactionAddress({ serializedTransaction: raw }).catch((cause: unknown) => {
    throw new ImportError('badSignature', { cause });
  });
  if (!sameAddress(tx.chain, sender, tx.from))
    throw new ImportError('otherSigner', { field: 'account', expected: tx.from, got: sender });
  return { raw, hash: keccak256(raw) };
}
