/**
 * Accepts a raw transaction into a chain's mempool under the rules and with the messages of Bitcoin Core's
 * `sendrawtransaction`.
 */
import { hexToBytes } from '@noble/hashes/utils.js';
import { fromBaseUnits } from '../../domain/amount.ts';
import { type ChainRules, dustLimit, minRelayFee, OP_RETURN_LIMIT } from './chain-rules.ts';
import { decodeTransaction, sizeOf, txidOf } from './raw-transaction.ts';
import { opReturnData, pushesOf, scriptKind } from './scripts.ts';
import { isCoinbase, type RawTransaction, type TxOutput } from './tx-encoding.ts';
import type { TxRecord, UtxoChain } from './utxo-chain.ts';
import { ScriptRefused, verifyInput } from './verify-input.ts';

/**
 * `code` is that of the node's RPC: -22 undecodable, -25 missing inputs, -26 refused by a rule, -27 already in a block.
 */
export class TransactionRefused extends Error {
  override readonly name = 'TransactionRefused';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Height of the last block, and the time in Unix seconds. */
export type ChainTime = { height: number; nowSeconds: number };

const refuse = (message: string, code = -26): never => {
  throw new TransactionRefused(code, message);
};

/** An amount as the node prints it: with at least two decimals. */
const money = (baseUnits: bigint): string => {
  const [whole, fraction = ''] = fromBaseUnits(baseUnits, 8).split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
};
const sum = (outputs: readonly TxOutput[]): bigint => outputs.reduce((total, output) => total + output.value, 0n);

function decode(rawHex: string, rules: ChainRules): RawTransaction {
  try {
    return decodeTransaction(hexToBytes(rawHex.trim()), rules.format);
  } catch {
    return refuse('TX decode failed. Make sure the tx has at least one input.', -22);
  }
}

function checkWellFormed(tx: RawTransaction, rules: ChainRules): void {
  if (tx.outputs.length === 0) refuse('bad-txns-vout-empty');
  if (tx.outputs.some((output) => output.value > rules.maxMoney)) refuse('bad-txns-vout-toolarge');
  if (sum(tx.outputs) > rules.maxMoney) refuse('bad-txns-txouttotal-toolarge');
  const outpoints = new Set(tx.inputs.map((input) => `${input.txid}:${input.vout}`));
  if (outpoints.size !== tx.inputs.length) refuse('bad-txns-inputs-duplicate');
  if (isCoinbase(tx)) refuse('coinbase');
}

function checkOutput(output: TxOutput, rules: ChainRules): void {
  const { type } = scriptKind(output.script);
  if (type === 'op_return') {
    const data = opReturnData(output.script);
    if (!data || data.length > OP_RETURN_LIMIT) refuse('scriptpubkey');
    return;
  }
  const known = type === 'p2pkh' || type === 'p2sh' || (rules.segwit && type !== 'unknown');
  if (!known) refuse('scriptpubkey');
  if (output.value < dustLimit(rules, output.script)) refuse('dust');
}

function checkStandard(tx: RawTransaction, rules: ChainRules, weight: number): void {
  if (rules.format !== 'zcash' && tx.version !== 1 && tx.version !== 2) refuse('version');
  if (weight > 400_000) refuse('tx-size');
  for (const { scriptSig } of tx.inputs) {
    if (scriptSig.length > 1650) refuse('scriptsig-size');
    if (!pushesOf(scriptSig)) refuse('scriptsig-not-pushonly');
  }
  for (const output of tx.outputs) checkOutput(output, rules);
  if (tx.outputs.filter((output) => scriptKind(output.script).type === 'op_return').length > 1)
    refuse('multi-op-return');
}

/** Checks nLockTime, and for ZEC the branch id and the expiry. */
function checkTimes(tx: RawTransaction, rules: ChainRules, { height, nowSeconds }: ChainTime): void {
  const passed = tx.lockTime < 500_000_000 ? tx.lockTime <= height : tx.lockTime < nowSeconds;
  if (tx.lockTime > 0 && !passed && tx.inputs.some((input) => input.sequence !== 0xffffffff)) refuse('non-final');
  if (!tx.zcash) return;
  if (tx.zcash.consensusBranchId !== rules.consensusBranchId) refuse('bad-tx-consensus-branch-id-mismatch');
  const { expiryHeight } = tx.zcash;
  if (expiryHeight !== 0 && expiryHeight <= height) refuse('tx-overwinter-expired');
  if (expiryHeight !== 0 && expiryHeight < height + 4)
    refuse(
      `tx-expiring-soon: expiryheight is ${expiryHeight} but should be at least ${height + 4} to avoid transaction expiring soon`,
    );
}

/** BIP 68: an input may require that the output it spends is so many blocks, or units of 512 seconds, old. */
function checkRelativeLocks(tx: RawTransaction, chain: UtxoChain, { height, nowSeconds }: ChainTime): void {
  if (tx.version < 2 || tx.zcash) return;
  for (const { txid, sequence } of tx.inputs) {
    if (sequence >= 0x80000000) continue;
    const wanted = sequence & 0xffff;
    const block = chain.get(txid)?.block;
    const byTime = (sequence & 0x400000) !== 0;
    const age = byTime
      ? Math.floor((nowSeconds - (block?.timeSeconds ?? nowSeconds)) / 512)
      : height + 1 - (block?.height ?? height + 1);
    if (age < wanted) refuse('non-BIP68-final');
  }
}

/** The outputs that the transaction spends, and the mempool's transactions that spend one of them too. */
function findInputs(tx: RawTransaction, chain: UtxoChain): { spent: TxOutput[]; conflicts: TxRecord[] } {
  const conflicts = new Map<string, TxRecord>();
  const spent = tx.inputs.map(({ txid, vout }) => {
    const output = chain.output(txid, vout);
    const spender = chain.spender(txid, vout);
    const record = spender && chain.get(spender.txid);
    if (!output || record?.block) return refuse('bad-txns-inputs-missingorspent', -25);
    if (record) conflicts.set(record.txid, record);
    return output;
  });
  return { spent, conflicts: [...conflicts.values()] };
}

const signalsReplacement = (record: TxRecord): boolean => record.tx.inputs.some((input) => input.sequence < 0xfffffffe);

type Candidate = { tx: RawTransaction; txid: string; vsize: number; fee: bigint };

/** Checks a replacement by BIP 125. Returns the transactions that the candidate replaces. */
function checkReplacement(
  candidate: Candidate,
  conflicts: TxRecord[],
  chain: UtxoChain,
  rules: ChainRules,
): TxRecord[] {
  const { tx, txid, vsize, fee } = candidate;
  if (conflicts.length === 0) return [];
  if (!rules.replaceable || !conflicts.every(signalsReplacement)) refuse('txn-mempool-conflict');
  const evicted = new Map(conflicts.flatMap(({ txid: each }) => chain.withDescendants(each)).map((r) => [r.txid, r]));
  if (evicted.size > 100) refuse(`too many potential replacements, rejecting replacement ${txid}`);
  const parent = tx.inputs.find((input) => evicted.has(input.txid));
  if (parent) refuse(`bad-txns-spends-conflicting-tx, ${txid} spends conflicting transaction ${parent.txid}`);
  for (const old of conflicts) {
    const oldSize = BigInt(sizeOf(old.tx).vsize);
    if (fee * oldSize <= old.feeBaseUnits * BigInt(vsize))
      refuse(
        `insufficient fee, rejecting replacement ${txid}; new feerate ${money((fee * 1000n) / BigInt(vsize))} BTC/kvB <= old feerate ${money((old.feeBaseUnits * 1000n) / oldSize)} BTC/kvB`,
      );
  }
  const paidBefore = [...evicted.values()].reduce((total, record) => total + record.feeBaseUnits, 0n);
  if (fee < paidBefore)
    refuse(
      `insufficient fee, rejecting replacement ${txid}, less fees than conflicting txs; ${money(fee)} < ${money(paidBefore)}`,
    );
  const relay = minRelayFee(rules, tx, vsize);
  if (fee - paidBefore < relay)
    refuse(
      `insufficient fee, rejecting replacement ${txid}, not enough additional fees to relay; ${money(fee - paidBefore)} < ${money(relay)}`,
    );
  return [...evicted.values()];
}

function checkFee({ tx, vsize, fee }: Candidate, rules: ChainRules): void {
  const least = minRelayFee(rules, tx, vsize);
  if (fee < least) refuse(`min relay fee not met, ${fee} < ${least}`);
  if (fee > least * 10_000n) refuse('Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)', -25);
}

function checkScripts(tx: RawTransaction, spent: readonly TxOutput[], rules: ChainRules): void {
  try {
    for (const index of tx.inputs.keys()) verifyInput(tx, index, spent, rules);
  } catch (error) {
    if (error instanceof ScriptRefused) refuse(error.message);
    throw error;
  }
}

/**
 * Checks a raw transaction (hex) and adds it to the mempool; for one that is there already it returns the same answer
 * again.
 * @returns its txid.
 * @throws {TransactionRefused}
 */
export function acceptTransaction(chain: UtxoChain, rules: ChainRules, rawHex: string, time: ChainTime): string {
  const tx = decode(rawHex, rules);
  const txid = txidOf(tx);
  const known = chain.get(txid);
  if (known?.block) refuse('Transaction already in block chain', -27);
  if (known) return txid;
  const { weight, vsize } = sizeOf(tx);
  checkWellFormed(tx, rules);
  checkStandard(tx, rules, weight);
  checkTimes(tx, rules, time);
  const { spent, conflicts } = findInputs(tx, chain);
  const fee = sum(spent) - sum(tx.outputs);
  if (fee < 0n) refuse(`bad-txns-in-belowout, value in (${money(sum(spent))}) < value out (${money(sum(tx.outputs))})`);
  checkRelativeLocks(tx, chain, time);
  const candidate = { tx, txid, vsize, fee };
  checkFee(candidate, rules);
  const evicted = checkReplacement(candidate, conflicts, chain, rules);
  checkScripts(tx, spent, rules);
  chain.evict(evicted);
  chain.add(tx);
  return txid;
}
