/**
 * Computes what a Bitcoin-family payment costs its sender: exactly where it is built, else estimated for a common
 * wallet.
 */
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import type { Chain } from '../chains/chain.ts';
import { P2PKH_BYTES, P2WPKH_BYTES } from '../chains/utxo-size.ts';
import { paymentVbytes } from './utxo-psbt.ts';

/** The fee of a base64 PSBT, its inputs minus its outputs; undefined where it cannot be read. */
export function psbtFee(psbt: string): bigint | undefined {
  try {
    return Transaction.fromPSBT(base64.decode(psbt), { allowUnknownOutputs: true }).fee;
  } catch {
    return undefined;
  }
}

/** Bytes of the change script that most wallets of the chain use. */
export const standardScriptBytes = (chain: Chain): number => (chain.mainnet.utxo?.bech32 ? P2WPKH_BYTES : P2PKH_BYTES);

/**
 * The estimated fee where nothing is built: for one input that covers the payment, and change, with the scripts of most
 * wallets of the chain.
 * @param scriptBytes of each output that is paid.
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
