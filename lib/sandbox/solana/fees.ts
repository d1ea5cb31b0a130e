/** Computes the fee of a message: a fixed part per signature, and its bid for priority. */
import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from './addresses.ts';
import type { readMessage } from './read-transaction.ts';

const LAMPORTS_PER_SIGNATURE = 5000n;
/** Source: solana-compute-budget `compute_budget_limits.rs`; less for the node's built-in programs (SIMD-0170). */
const UNITS_PER_INSTRUCTION = 200_000n;
const UNITS_PER_BUILTIN = 3000n;
const BUILTINS: ReadonlySet<string> = new Set([
  SYSTEM_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  'Vote111111111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
]);
const MOST_UNITS = 1_400_000n;
const SET_UNIT_LIMIT = 2;
const SET_UNIT_PRICE = 3;

type Message = ReturnType<typeof readMessage>;

const integer = (bytes: Uint8Array): bigint => bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);

export function feeOfMessage({ header, instructions, staticKeys }: Message): bigint {
  const budget = instructions.filter(({ programIndex }) => staticKeys[programIndex] === COMPUTE_BUDGET_PROGRAM);
  const setting = (kind: number): bigint | undefined => {
    const found = budget.find(({ data }) => data[0] === kind);
    return found && integer(found.data.subarray(1));
  };
  const byCount = instructions.reduce((sum, { programIndex }) => {
    const isBuiltin = BUILTINS.has(staticKeys[programIndex] ?? '');
    return sum + (isBuiltin ? UNITS_PER_BUILTIN : UNITS_PER_INSTRUCTION);
  }, 0n);
  const asked = setting(SET_UNIT_LIMIT) ?? byCount;
  const units = asked < MOST_UNITS ? asked : MOST_UNITS;
  // The price is in millionths of a lamport; the bid is rounded up to whole lamports.
  const bid = (units * (setting(SET_UNIT_PRICE) ?? 0n) + 999_999n) / 1_000_000n;
  return LAMPORTS_PER_SIGNATURE * BigInt(header.signers) + bid;
}
