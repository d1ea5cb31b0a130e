/** What a Bitcoin-family payment costs its sender: to the unit where it is built, else for a wallet of the usual kind. */
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import type { Chain } from '../chains/chain.ts';
import { paymentVbytes, utxoRules } from './utxo-psbt.ts';

/** What the inputs of a base64 PSBT bring and its outputs do not take; undefined where it cannot be read. */
export function psbtFee(psbt: string): bigint | undefined {
  try {
    return Transaction.fromPSBT(base64.decode(psbt), { allowUnknownOutputs: true }).fee;
  } catch {
    return undefined;
  }
}

/** Bytes of an output's script. */
export const P2TR_BYTES = 34;
export const standardScriptBytes = (chain: Chain): number => (chain.mainnet.utxo?.bech32 ? 22 : 25);
/** OP_RETURN and a push, of two bytes past 75. */
export const dataScriptBytes = (dataBytes: number): number => dataBytes + (dataBytes > 75 ? 3 : 2);

/**
 * An estimate, for where nothing is built: one input that covers the payment, and change, as most wallets of the chain
 * have them. @param scriptBytes of each output that is paid.
 */
export function typicalFee(chain: Chain, toldRate: bigint, scriptBytes: readonly number[]): bigint {
  const rules = utxoRules(chain);
  const rate = 'leastRate' in rules && toldRate < rules.leastRate ? rules.leastRate : toldRate;
  const { fixed, input, change } = paymentVbytes(
    scriptBytes,
    chain.mainnet.utxo?.bech32 ? 'wpkh' : 'pkh',
    standardScriptBytes(chain),
  );
  return (fixed + input + change) * rate;
}
