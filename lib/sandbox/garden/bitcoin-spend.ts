/**
 * Spends a Garden lock on Bitcoin through one of its leaves: the solver pays the fee from its own lock, a relayer pays
 * it for a user's.
 */
import { schnorr } from '@noble/curves/secp256k1.js';
import type { Coin } from '../utxo/build-payment.ts';
import { concat } from '../utxo/bytes.ts';
import type { ChainRules } from '../utxo/chain-rules.ts';
import { sizeOf } from '../utxo/raw-transaction.ts';
import { signTransaction } from '../utxo/signer.ts';
import { leafHash, scriptPathSighash } from '../utxo/taproot.ts';
import type { RawTransaction, TxInput, TxOutput } from '../utxo/tx-encoding.ts';
import type { LeafName, LockScripts } from './script-tree.ts';

export type Spend = {
  rules: ChainRules;
  coin: Coin;
  scripts: LockScripts;
  leaf: LeafName;
  sequence: number;
  /** The output script that receives the coin. */
  to: Uint8Array;
};

/**
 * SINGLE and ANYONECANPAY: the signature binds the lock to the output at the same index, and anyone may add inputs
 * for the fee.
 */
const SINGLE_ANYONE = 0x83;
const NO_RANDOMNESS = new Uint8Array(32);
/** Stands for a signature when only its size matters. */
const SIGNATURE_SIZE = 65;

type Made = { tx: RawTransaction; feeBaseUnits: bigint };

const inputOf = ({ coin, sequence }: Spend): TxInput => ({
  txid: coin.txid,
  vout: coin.vout,
  scriptSig: new Uint8Array(),
  sequence,
  witness: [],
});
const spentOf = ({ coin, scripts }: Spend): TxOutput => ({ value: coin.value, script: scripts.output });
const digestOf = (spend: Spend, tx: RawTransaction, spent: readonly TxOutput[], hashType: number): Uint8Array =>
  scriptPathSighash(tx, 0, spent, hashType, leafHash(spend.scripts.leaves[spend.leaf]));

function withWitness(tx: RawTransaction, spend: Spend, stack: readonly Uint8Array[]): RawTransaction {
  const { leaves, control } = spend.scripts;
  const witness = [...stack, leaves[spend.leaf], control[spend.leaf]];
  return { ...tx, inputs: tx.inputs.map((input, at) => (at === 0 ? { ...input, witness } : input)) };
}

/** Signs everything with one key; the signature goes below `stack`. @throws {Error} when the fee leaves nothing. */
export function spendAlone(spend: Spend, privateKey: Uint8Array, stack: readonly Uint8Array[]): Made {
  const { rules, coin, to } = spend;
  const at = (value: bigint): RawTransaction => ({
    version: 2,
    inputs: [inputOf(spend)],
    outputs: [{ value, script: to }],
    lockTime: 0,
  });
  const measured = withWitness(at(coin.value), spend, [new Uint8Array(SIGNATURE_SIZE), ...stack]);
  const feeBaseUnits = BigInt(sizeOf(measured).vsize) * rules.feePerVbyte;
  if (coin.value <= feeBaseUnits) throw new Error(`${coin.value} does not pay its own fee of ${feeBaseUnits}`);
  const tx = at(coin.value - feeBaseUnits);
  const signature = schnorr.sign(digestOf(spend, tx, [spentOf(spend)], 0), privateKey, NO_RANDOMNESS);
  return { tx: withWitness(tx, spend, [signature, ...stack]), feeBaseUnits };
}

/** The digest that the user signs, who receives the whole coin. */
export function userDigest(spend: Spend): Uint8Array {
  const tx = {
    version: 2,
    inputs: [inputOf(spend)],
    outputs: [{ value: spend.coin.value, script: spend.to }],
    lockTime: 0,
  };
  return digestOf(spend, tx, [spentOf(spend)], SINGLE_ANYONE);
}

export const userSignature = (spend: Spend, privateKey: Uint8Array): Uint8Array =>
  concat(schnorr.sign(userDigest(spend), privateKey, NO_RANDOMNESS), Uint8Array.of(SINGLE_ANYONE));

/** Pays the whole coin to the user; a coin of the relayer pays the fee. @throws {Error} when the relayer has none. */
export function spendRelayed(
  spend: Spend,
  stack: readonly Uint8Array[],
  relayer: { script: Uint8Array; privateKey: Uint8Array; coins: readonly Coin[] },
): Made {
  const { rules, coin, to } = spend;
  const [first, ...rest] = relayer.coins;
  if (first === undefined) throw new Error('the relayer has no coin');
  const paying = rest.reduce((best, each) => (each.value > best.value ? each : best), first);
  const { txid, vout } = paying;
  const fees: TxInput = { txid, vout, scriptSig: new Uint8Array(), sequence: 0xfffffffd, witness: [] };
  const spent = [spentOf(spend), { value: paying.value, script: relayer.script }];
  const signed = (change: bigint): RawTransaction => {
    const outputs = [
      { value: coin.value, script: to },
      { value: change, script: relayer.script },
    ];
    const tx = { version: 2, inputs: [inputOf(spend), fees], outputs, lockTime: 0 };
    return withWitness(signTransaction(tx, spent, relayer.privateKey, rules), spend, stack);
  };
  // The second signature may be a byte or two longer.
  const feeBaseUnits = BigInt(sizeOf(signed(paying.value)).vsize + 2) * rules.feePerVbyte;
  return { tx: signed(paying.value - feeBaseUnits), feeBaseUnits };
}
