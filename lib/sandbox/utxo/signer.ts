/**
 * Signs for keys of the Bitcoin family: PSBTs as a wallet does, and payments that a vault or a simple wallet builds
 * itself.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { Transaction, utils } from '@scure/btc-signer';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { concat } from './bytes.ts';
import type { ChainRules } from './chain-rules.ts';
import { hash160, p2pkhScript, p2shScript, push, scriptKind, witnessScript } from './scripts.ts';
import { legacySighash, SIGHASH_ALL, SIGHASH_ALL_FORKID, segwitV0Sighash, taprootSighash } from './sighash.ts';
import type { RawTransaction, TxOutput } from './tx-encoding.ts';
import { zcashSighash } from './zcash-transaction.ts';

export type KeyScript = 'p2pkh' | 'p2wpkh' | 'p2sh-p2wpkh' | 'p2tr';

/** The compressed public key. */
export const publicKeyOf = (privateKey: Uint8Array): Uint8Array => secp256k1.getPublicKey(privateKey, true);

/** The output script that pays to a key. */
export function scriptOfKey(privateKey: Uint8Array, kind: KeyScript): Uint8Array {
  if (kind === 'p2tr')
    return witnessScript(1, utils.taprootTweakPubkey(schnorr.getPublicKey(privateKey), new Uint8Array())[0]);
  const hash = hash160(publicKeyOf(privateKey));
  if (kind === 'p2pkh') return p2pkhScript(hash);
  return kind === 'p2wpkh' ? witnessScript(0, hash) : p2shScript(hash160(witnessScript(0, hash)));
}

const ecdsa = (digest: Uint8Array, privateKey: Uint8Array, hashType: number): Uint8Array => {
  const compact = secp256k1.sign(digest, privateKey, { prehash: false, lowS: true });
  return concat(secp256k1.Signature.fromBytes(compact, 'compact').toBytes('der'), Uint8Array.of(hashType));
};

function p2pkhSignature(
  tx: RawTransaction,
  index: number,
  spent: readonly TxOutput[],
  output: TxOutput,
  privateKey: Uint8Array,
  rules: ChainRules,
): Uint8Array {
  if (rules.p2pkhDigest === 'zip244') return ecdsa(zcashSighash(tx, index, spent), privateKey, SIGHASH_ALL);
  if (rules.p2pkhDigest === 'legacy') return ecdsa(legacySighash(tx, index, output.script), privateKey, SIGHASH_ALL);
  const digest = segwitV0Sighash(tx, index, output.script, output.value, SIGHASH_ALL_FORKID);
  return ecdsa(digest, privateKey, SIGHASH_ALL_FORKID);
}

/** BIP 340 with hash type DEFAULT, deterministic, so that the same transaction always has the same bytes. */
function taprootSignature(
  tx: RawTransaction,
  index: number,
  spent: readonly TxOutput[],
  privateKey: Uint8Array,
): Uint8Array {
  const tweaked = taprootTweakPrivKey(privateKey, new Uint8Array());
  return schnorr.sign(taprootSighash(tx, index, spent, 0), tweaked, new Uint8Array(32));
}

/**
 * Signs every input with one key. `spent` holds the output that each input spends: P2PKH, P2WPKH or P2TR (key path, no
 * script tree).
 * @throws {Error} for an output of another kind.
 */
export function signTransaction(
  tx: RawTransaction,
  spent: readonly TxOutput[],
  privateKey: Uint8Array,
  rules: ChainRules,
): RawTransaction {
  const publicKey = publicKeyOf(privateKey);
  const inputs = tx.inputs.map((input, index) => {
    const output = spent[index];
    if (!output) throw new Error(`nothing is known of what input ${index} spends`);
    const kind = scriptKind(output.script);
    if (kind.type === 'p2pkh') {
      const signature = p2pkhSignature(tx, index, spent, output, privateKey, rules);
      return { ...input, scriptSig: concat(push(signature), push(publicKey)) };
    }
    if (kind.type === 'v1_p2tr') return { ...input, witness: [taprootSignature(tx, index, spent, privateKey)] };
    if (kind.type !== 'v0_p2wpkh') throw new Error(`input ${index} is none of P2PKH, P2WPKH and P2TR`);
    const digest = segwitV0Sighash(tx, index, p2pkhScript(kind.payload), output.value, SIGHASH_ALL);
    return { ...input, witness: [ecdsa(digest, privateKey, SIGHASH_ALL), publicKey] };
  });
  return { ...tx, inputs };
}

// PSBTs come from the program under test: the chain judges unknown outputs (OP_RETURN) and P2PKH inputs.
const PSBT_OPTIONS = { allowUnknownOutputs: true, allowLegacyWitnessUtxo: true } as const;

/**
 * Signs only the inputs of a PSBT that belong to the key (BTC, LTC, DOGE, DASH).
 * @throws {Error} when none does.
 */
export function signPsbt(psbt: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const tx = Transaction.fromPSBT(psbt, PSBT_OPTIONS);
  tx.sign(privateKey);
  return tx.toPSBT();
}

/** The finalized PSBT, its raw transaction and its txid. @throws {Error} when a signature is missing. */
export function finalizePsbt(psbt: Uint8Array): { psbt: Uint8Array; raw: Uint8Array; txid: string } {
  const tx = Transaction.fromPSBT(psbt, PSBT_OPTIONS);
  if (!tx.isFinal) tx.finalize();
  return { psbt: tx.toPSBT(), raw: tx.extract(), txid: tx.id };
}
