/** Reads a transaction as memo-watching networks do: who paid which vault, how much, and with which memo. */
import type { ChainId } from '../../domain/chain-id.ts';
import type { InboundPayment } from '../ledger.ts';
import { opReturnData } from './scripts.ts';
import type { TxRecord } from './utxo-chain.ts';

/** Transactions with more outputs are ignored. Source: THORNode bifrost/pkg/chainclients/utxo. */
const MAX_OUTPUTS = 10;

const memoOf = (record: TxRecord): string | undefined => {
  const data = record.tx.outputs.map((output) => opReturnData(output.script)).find((each) => each !== undefined);
  if (!data) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return undefined;
  }
};

export type Watcher = {
  chain: ChainId;
  isWatched(script: Uint8Array): boolean;
  addressOf(script: Uint8Array): string | undefined;
};

/** Undefined unless the transaction is in a block and pays a watched vault with a memo. */
export function inboundOf(record: TxRecord, { chain, isWatched, addressOf }: Watcher): InboundPayment | undefined {
  const { tx, spent, block, txid } = record;
  const first = spent[0];
  const from = first && addressOf(first.script);
  const paid = tx.outputs.find((output) => isWatched(output.script));
  const to = paid && addressOf(paid.script);
  const memo = memoOf(record);
  if (!block || !from || !paid || !to || memo === undefined || from === to) return undefined;
  if (tx.outputs.filter((output) => output.value > 0n).length > MAX_OUTPUTS) return undefined;
  return {
    chain,
    hash: txid,
    from,
    to,
    amountBaseUnits: paid.value,
    memo,
    blockHeight: block.height,
    gasBaseUnits: record.feeBaseUnits,
  };
}
