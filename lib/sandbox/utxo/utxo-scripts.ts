/** Reports the payments to a script and who spent them, for upstreams that spend by scripts of their own. */
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Coin } from './build-payment.ts';
import type { TxRecord, UtxoChain } from './utxo-chain.ts';
import type { Made } from './utxo-channels.ts';

/** `height` and `timeSeconds` (Unix) are absent while the transaction is unconfirmed. */
export type PaidOutput = Coin & { height?: number; timeSeconds?: number; spender?: TxRecord };

export type Sent = { hash: string; gasBaseUnits: bigint };

export type UtxoScripts = {
  /** @throws {Error} when the text is no address of the chain. */
  scriptOf(address: string): Uint8Array;
  addressOf(script: Uint8Array): string | undefined;
  /** The private key and the script of a named vault. */
  vault(name: string): { script: Uint8Array; privateKey: Uint8Array };
  /** The coins of a script that no third party can replace. */
  spendable(script: Uint8Array): Coin[];
  /** Every payment to a script in the order of arrival, with the transaction that spent it. */
  outputs(script: Uint8Array): PaidOutput[];
  /** Sends the result of `build`, once per key. @throws {TransactionRefused} */
  sendOnce(key: string, build: () => Made): Sent;
};

export function outputsOf(chain: UtxoChain, script: Uint8Array): PaidOutput[] {
  const wanted = bytesToHex(script);
  return chain.history(script).flatMap(({ txid, tx, block }) =>
    tx.outputs.flatMap((output, vout) => {
      if (bytesToHex(output.script) !== wanted) return [];
      const by = chain.spender(txid, vout);
      const spender = by && chain.get(by.txid);
      return [{ txid, vout, value: output.value, ...block, ...(spender === undefined ? {} : { spender }) }];
    }),
  );
}
