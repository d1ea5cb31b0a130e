/**
 * Builds and signs a payment from the coins of one key: the recipient first, then the change to the key, then the memo,
 * at the given fee rate.
 */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type ChainRules, dustLimit, minRelayFee } from './chain-rules.ts';
import { opReturnScript, p2pkhScript, type ScriptKind, scriptKind, witnessScript } from './scripts.ts';
import { signTransaction } from './signer.ts';
import { LONGEST_MEMO_BYTES, splitMemo } from './split-memo.ts';
import type { RawTransaction, TxInput, TxOutput } from './tx-encoding.ts';

export type Coin = { txid: string; vout: number; value: bigint };

export type PaymentOrder = {
  rules: ChainRules;
  privateKey: Uint8Array;
  /** The script of the coins, which receives the change. */
  ownScript: Uint8Array;
  coins: readonly Coin[];
  pay: TxOutput;
  /** Empty for a payment without OP_RETURN. */
  memo: string;
  feePerVbyte: bigint;
  /** Whether it says that another one may take its place (BIP 125), as most wallets have it. */
  replaceable?: boolean;
};

const [FINAL, REPLACEABLE] = [0xffffffff, 0xfffffffd];

const unsigned = (
  rules: ChainRules,
  coins: readonly Coin[],
  outputs: TxOutput[],
  sequence = FINAL,
): RawTransaction => ({
  version: rules.format === 'zcash' ? 5 : 2,
  inputs: coins.map(({ txid, vout }): TxInput => ({ txid, vout, scriptSig: new Uint8Array(), sequence, witness: [] })),
  outputs,
  lockTime: 0,
  ...(rules.consensusBranchId === undefined
    ? {}
    : { zcash: { consensusBranchId: rules.consensusBranchId, expiryHeight: 0 } }),
});

type Spender = Pick<PaymentOrder, 'rules' | 'privateKey' | 'ownScript' | 'feePerVbyte'>;

const INPUT_VBYTES: Partial<Record<ScriptKind['type'], number>> = { v0_p2wpkh: 69, v1_p2tr: 58 };

/** Never below the actual virtual size: signatures count as 72 bytes. */
function estimatedVsize(order: Spender, inputCount: number, outputs: readonly TxOutput[]): number {
  const perInput = INPUT_VBYTES[scriptKind(order.ownScript).type] ?? 149;
  const overhead = order.rules.format === 'zcash' ? 27 : 12;
  return overhead + perInput * inputCount + outputs.reduce((sum, output) => sum + 9 + output.script.length, 0);
}

function feeFor(order: Spender, coins: readonly Coin[], outputs: TxOutput[]): bigint {
  const vsize = estimatedVsize(order, coins.length, outputs);
  const wanted = BigInt(vsize) * order.feePerVbyte;
  const least = minRelayFee(order.rules, unsigned(order.rules, coins, outputs), vsize);
  return wanted > least ? wanted : least;
}

const total = (coins: readonly Coin[]): bigint => coins.reduce((sum, coin) => sum + coin.value, 0n);
const worthOf = (outputs: readonly TxOutput[]): bigint => outputs.reduce((sum, { value }) => sum + value, 0n);

/** A memo that does not fit an OP_RETURN continues in outputs to addresses without an owner, as signers write it. */
function memoOutputs(rules: ChainRules, memo: string): TxOutput[] {
  const { length } = utf8ToBytes(memo);
  if (length > LONGEST_MEMO_BYTES) throw new Error(`the memo has ${length} bytes, at most ${LONGEST_MEMO_BYTES} fit`);
  if (length === 0) return [];
  return splitMemo(memo).map((chunk, at) => {
    if (at === 0) return { value: 0n, script: opReturnScript(chunk) };
    const script = rules.segwit ? witnessScript(0, chunk) : p2pkhScript(chunk);
    return { value: dustLimit(rules, script), script };
  });
}

/** Chooses the largest coins first, so that few are needed. @throws {Error} when they do not suffice. */
function selectCoins(order: PaymentOrder, outputs: TxOutput[]): Coin[] {
  const rest = [...order.coins].sort((a, b) => (a.value === b.value ? 0 : a.value > b.value ? -1 : 1));
  const chosen: Coin[] = [];
  for (const coin of rest) {
    chosen.push(coin);
    if (total(chosen) >= worthOf(outputs) + feeFor(order, chosen, outputs)) return chosen;
  }
  throw new Error(`insufficient funds: ${total(rest)} for ${worthOf(outputs)} and the fee`);
}

/**
 * @returns the signed transaction and its fee in base units; change below the dust limit goes to the fee.
 * @throws {Error} when the coins do not suffice, the amount is dust, or the memo is over 239 bytes.
 */
export function buildPayment(order: PaymentOrder): { tx: RawTransaction; feeBaseUnits: bigint } {
  const { rules, pay, ownScript } = order;
  const dust = dustLimit(rules, pay.script);
  if (pay.value < dust) throw new Error(`${pay.value} is dust: at least ${dust} can be paid`);
  const memoOutput = memoOutputs(rules, order.memo);
  const change = { value: 0n, script: ownScript };
  const coins = selectCoins(order, [pay, ...memoOutput]);
  const left = total(coins) - worthOf([pay, ...memoOutput]) - feeFor(order, coins, [pay, change, ...memoOutput]);
  const withChange = left >= dustLimit(rules, ownScript);
  const outputs = [pay, ...(withChange ? [{ ...change, value: left }] : []), ...memoOutput];
  const spent = coins.map((coin) => ({ value: coin.value, script: ownScript }));
  const bare = unsigned(rules, coins, outputs, order.replaceable ? REPLACEABLE : FINAL);
  const tx = signTransaction(bare, spent, order.privateKey, rules);
  return { tx, feeBaseUnits: total(coins) - worthOf(outputs) };
}

/**
 * Sends all coins to one script, signed; the fee is deducted from the amount. Undefined when the rest would be dust.
 */
export function buildSweep(
  order: Spender & { coins: readonly Coin[]; to: Uint8Array },
): { tx: RawTransaction; feeBaseUnits: bigint } | undefined {
  const { rules, coins, to, ownScript, privateKey } = order;
  const output = { value: 0n, script: to };
  const feeBaseUnits = feeFor(order, coins, [output]);
  const value = total(coins) - feeBaseUnits;
  if (value < dustLimit(rules, to)) return undefined;
  const spent = coins.map((coin) => ({ value: coin.value, script: ownScript }));
  const tx = signTransaction(unsigned(rules, coins, [{ ...output, value }]), spent, privateKey, rules);
  return { tx, feeBaseUnits };
}
