/** Tells whoever spends by scripts of their own what a script was ever paid, and who spent it. */
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Coin } from './build-payment.ts';
import type { TxRecord, UtxoChain } from './utxo-chain.ts';
import type { Made } from './utxo-channels.ts';

/** `height` and `timeSeconds` (unix) are absent while the transaction waits for a block. */
export type PaidOutput = Coin & { height?: number; timeSeconds?: number; spender?: TxRecord };

export type Sent = { hash: string; gasBaseUnits: bigint };

export type UtxoScripts = {
  /** @throws {Error} for what is no address of the chain. */
  scriptOf(address: string): Uint8Array;
  addressOf(script: Uint8Array): string | undefined;
  /** Private key and script of a named vault. */
  vault(name: string): { script: Uint8Array; privateKey: Uint8Array };
  /** Coins of a script that nobody else can take back. */
  spendable(script: Uint8Array): Coin[];
  /** Everything that was ever paid to a script, in the order in which it came, and who spent it. */
  outputs(script: Uint8Array): PaidOutput[];
  /** Sends what `build` makes, once for its key. @throws {TransactionRefused} */
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
