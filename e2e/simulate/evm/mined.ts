/** Mined and pending transactions as an EVM node answers them. */
import type { TypedTransaction } from '@ethereumjs/tx';
import { bytesToHex } from '@ethereumjs/util';
import type { RunTxResult } from '@ethereumjs/vm';
import type { Hex } from 'viem';
import { quantityOf as q, type Trace } from './calls.ts';

export type Signed = { hash: Hex; tx: TypedTransaction };
export type Place = { height: number; index: number };
export type Mined = Signed & Place & { result: RunTxResult; traces: Trace[] };

/** Of a pending transaction without a place. */
export const transactionJson = ({ hash, tx }: Signed, place?: Place, blockHash?: Hex) => ({
  hash,
  from: tx.getSenderAddress().toString(),
  to: tx.to?.toString() ?? null,
  nonce: q(tx.nonce),
  value: q(tx.value),
  input: bytesToHex(tx.data),
  gas: q(tx.gasLimit),
  blockNumber: place ? q(place.height) : null,
  blockHash: blockHash ?? null,
  transactionIndex: place ? q(place.index) : null,
});

export const logsJson = ({ hash, height, index, result }: Mined, blockHash: Hex) =>
  result.receipt.logs.map(([address, topics, data], logIndex) => ({
    address: bytesToHex(address),
    topics: topics.map((topic) => bytesToHex(topic)),
    data: bytesToHex(data),
    transactionHash: hash,
    transactionIndex: q(index),
    blockNumber: q(height),
    blockHash,
    logIndex: q(logIndex),
    removed: false,
  }));

export function receiptJson(mined: Mined, blockHash: Hex) {
  const { hash, tx, height, index, result } = mined;
  return {
    transactionHash: hash,
    transactionIndex: q(index),
    blockNumber: q(height),
    blockHash,
    from: tx.getSenderAddress().toString(),
    to: tx.to?.toString() ?? null,
    status: result.execResult.exceptionError ? '0x0' : '0x1',
    gasUsed: q(result.totalGasSpent),
    effectiveGasPrice: q(result.amountSpent / (result.totalGasSpent || 1n)),
    logs: logsJson(mined, blockHash),
  };
}
