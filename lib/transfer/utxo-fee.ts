/** What a Bitcoin-family payment costs its sender: to the unit where it is built, else for a wallet of the usual kind. */
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import type { Chain } from '../chains/chain.ts';
import { P2PKH_BYTES, P2WPKH_BYTES } from '../chains/utxo-size.ts';
import { paymentVbytes } from './utxo-psbt.ts';

/** What the inputs of a base64 PSBT bring and its outputs do not take; undefined where it cannot be read. */
export function psbtFee(psbt: string): bigint | undefined {
  try {
    return Transaction.fromPSBT(base64.decode(psbt), { allowUnknownOutputs: true }).fee;
  } catch {
    return undefined;
  }
}

/** Bytes of the script to which most wallets of the chain take change. */
export const standardScriptBytes = (chain: Chain): number => (chain.mainnet.utxo?.bech32 ? P2WPKH_BYTES : P2PKH_BYTES);

/**
 * An estimate, for where nothing is built: one input that covers the payment, and change, as most wallets of the chain
 * have them. @param scriptBytes of each output that is paid.
 */
export function typicalFee(chain: Chain, estimatedRate: bigint, scriptBytes: readonly number[]): bigint {
  const least = chain.utxoPolicy?.minRelayRate ?? 0n;
  const rate = estimatedRate < least ? least : estimatedRate;
  const { fixed, input, change } = paymentVbytes(
    scriptBytes,
    chain.mainnet.utxo?.bech32 ? 'wpkh' : 'pkh',
    standardScriptBytes(chain),
  );
  return (fixed + input + change) * rate;
}
