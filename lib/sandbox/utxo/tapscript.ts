/**
 * Runs the script of a taproot script path (BIP 342) as a node does, and refuses opcodes that the sandbox does not
 * implement.
 */
import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { sameBytes } from './bytes.ts';
import { hash160 } from './scripts.ts';
import { isTaprootHashType } from './taproot.ts';

/** The script forbids the spend; `unknown` if a node might allow it and the sandbox cannot decide. */
export class TapscriptFailed extends Error {
  override readonly name = 'TapscriptFailed';
  readonly unknown: boolean;

  constructor(message: string, unknown = false) {
    super(message);
    this.unknown = unknown;
  }
}

export type TapscriptContext = {
  /** The digest of a signature with this hash type. @throws {RangeError} */
  digest(hashType: number): Uint8Array;
  version: number;
  sequence: number;
  /** Bytes of the whole witness, which limit the number of signatures. */
  witnessSize: number;
};

const MOST_ELEMENT_BYTES = 520;
const MOST_ELEMENTS = 1000;
/** The part of the budget that one checked signature takes. */
const SIGNATURE_COST = 50;

const EMPTY = new Uint8Array();
const ONE = Uint8Array.of(1);
const failed = (why: string): TapscriptFailed => new TapscriptFailed(why);

const truthy = (item: Uint8Array): boolean =>
  item.some((byte, at) => byte !== 0 && !(at === item.length - 1 && byte === 0x80));

/** Reads a script number of at most `most` bytes in its shortest form. */
function numberOf(item: Uint8Array, most = 4): bigint {
  if (item.length > most) throw failed('Script number overflowed');
  const last = item.at(-1);
  if (last === undefined) return 0n;
  if ((last & 0x7f) === 0 && ((item.at(-2) ?? 0) & 0x80) === 0) throw failed('Non-minimally encoded script number');
  const value = item.reduceRight(
    (sum, byte, at) => (sum << 8n) | BigInt(at === item.length - 1 ? byte & 0x7f : byte),
    0n,
  );
  return (last & 0x80) === 0 ? value : -value;
}

function bytesOf(value: bigint): Uint8Array {
  const out: number[] = [];
  let rest = value < 0n ? -value : value;
  for (; rest > 0n; rest >>= 8n) out.push(Number(rest & 0xffn));
  const last = out.at(-1);
  if (last === undefined) return EMPTY;
  if ((last & 0x80) !== 0) out.push(value < 0n ? 0x80 : 0);
  else if (value < 0n) out[out.length - 1] = last | 0x80;
  return Uint8Array.from(out);
}

/** Whether the data was pushed with the shortest opcode. */
function isMinimalPush(opcode: number, data: Uint8Array): boolean {
  const [only] = data;
  if (data.length === 0) return opcode === 0;
  if (data.length === 1 && only !== undefined && ((only >= 1 && only <= 16) || only === 0x81)) return false;
  if (data.length <= 75) return opcode === data.length;
  return data.length <= 255 ? opcode === 0x4c : opcode === 0x4d;
}

class Machine {
  readonly stack: Uint8Array[];
  readonly #context: TapscriptContext;
  #budget: number;

  constructor(stack: readonly Uint8Array[], context: TapscriptContext) {
    this.stack = [...stack];
    this.#context = context;
    this.#budget = context.witnessSize + SIGNATURE_COST;
  }

  pop(): Uint8Array {
    const item = this.stack.pop();
    if (item === undefined) throw failed('Operation not valid with the current stack size');
    return item;
  }

  verify(why: string): void {
    if (!truthy(this.pop())) throw failed(why);
  }

  #checkSignature(signature: Uint8Array, key: Uint8Array): boolean {
    if (key.length === 0) throw failed('Public key is neither compressed or uncompressed');
    if (signature.length > 0) {
      this.#budget -= SIGNATURE_COST;
      if (this.#budget < 0) throw failed('Too much signature validation relative to witness weight');
    }
    if (key.length !== 32) throw new TapscriptFailed('Public key version reserved for soft-fork upgrades', true);
    if (signature.length === 0) return false;
    if (signature.length !== 64 && signature.length !== 65) throw failed('Invalid Schnorr signature size');
    const type = signature.length === 65 ? (signature[64] ?? 0) : 0;
    if ((signature.length === 65 && type === 0) || !isTaprootHashType(type))
      throw failed('Invalid Schnorr signature hash type');
    let digest: Uint8Array;
    try {
      digest = this.#context.digest(type);
    } catch {
      throw failed('Invalid Schnorr signature hash type');
    }
    if (!schnorr.verify(signature.subarray(0, 64), digest, key)) throw failed('Invalid Schnorr signature');
    return true;
  }

  checkSig(): void {
    const key = this.pop();
    this.stack.push(this.#checkSignature(this.pop(), key) ? ONE : EMPTY);
  }

  checkSigAdd(): void {
    const key = this.pop();
    const count = numberOf(this.pop());
    this.stack.push(bytesOf(count + (this.#checkSignature(this.pop(), key) ? 1n : 0n)));
  }

  /** BIP 112 checks only the script's side; the lock itself is enforced by BIP 68. */
  checkSequence(): void {
    const top = this.stack.at(-1);
    if (top === undefined) throw failed('Operation not valid with the current stack size');
    const wanted = numberOf(top, 5);
    if (wanted < 0n) throw failed('Negative locktime');
    if ((wanted & 0x80000000n) !== 0n) return;
    const { version, sequence } = this.#context;
    const given = BigInt(sequence);
    const unmet = failed('Locktime requirement not satisfied');
    if (version < 2 || (given & 0x80000000n) !== 0n) throw unmet;
    if ((wanted & 0x400000n) !== (given & 0x400000n)) throw unmet;
    if ((wanted & 0xffffn) > (given & 0xffffn)) throw unmet;
  }

  numEqual(): void {
    const b = numberOf(this.pop());
    this.stack.push(numberOf(this.pop()) === b ? ONE : EMPTY);
  }

  equal(): void {
    this.stack.push(sameBytes(this.pop(), this.pop()) ? ONE : EMPTY);
  }
}

const NUMEQUALVERIFY = 'Script failed an OP_NUMEQUALVERIFY operation';

const OPERATIONS: Readonly<Record<number, (machine: Machine) => void>> = {
  105: (machine) => machine.verify('Script failed an OP_VERIFY operation'),
  117: (machine) => void machine.pop(),
  118: (machine) => {
    const top = machine.pop();
    machine.stack.push(top, top);
  },
  130: (machine) => {
    const top = machine.pop();
    machine.stack.push(top, bytesOf(BigInt(top.length)));
  },
  135: (machine) => machine.equal(),
  136: (machine) => {
    machine.equal();
    machine.verify('Script failed an OP_EQUALVERIFY operation');
  },
  156: (machine) => machine.numEqual(),
  157: (machine) => {
    machine.numEqual();
    machine.verify(NUMEQUALVERIFY);
  },
  168: (machine) => void machine.stack.push(sha256(machine.pop())),
  169: (machine) => void machine.stack.push(hash160(machine.pop())),
  172: (machine) => machine.checkSig(),
  173: (machine) => {
    machine.checkSig();
    machine.verify('Script failed an OP_CHECKSIGVERIFY operation');
  },
  178: (machine) => machine.checkSequence(),
  186: (machine) => machine.checkSigAdd(),
};

type Instruction = { opcode: number; data?: Uint8Array };

/** The instructions of a script. @throws {TapscriptFailed} when a push runs past the end. */
function instructionsOf(script: Uint8Array): Instruction[] {
  const out: Instruction[] = [];
  for (let at = 0; at < script.length; ) {
    const opcode = script[at] ?? 0;
    at += 1;
    if (opcode > 0x4e) {
      out.push({ opcode });
      continue;
    }
    const width = opcode < 0x4c ? 0 : 1 << (opcode - 0x4c);
    const length = width === 0 ? opcode : script.slice(at, at + width).reduceRight((sum, byte) => sum * 256 + byte, 0);
    at += width;
    if (at + length > script.length) throw failed('Opcode missing or not understood');
    out.push({ opcode, data: script.slice(at, at + length) });
    at += length;
  }
  return out;
}

function run(machine: Machine, { opcode, data }: Instruction): void {
  if (data !== undefined) {
    if (data.length > MOST_ELEMENT_BYTES) throw failed('Push value size limit exceeded');
    if (!isMinimalPush(opcode, data)) throw failed('Data push larger than necessary');
    machine.stack.push(data);
  } else if (opcode === 0x4f) machine.stack.push(Uint8Array.of(0x81));
  else if (opcode >= 0x51 && opcode <= 0x60) machine.stack.push(Uint8Array.of(opcode - 0x50));
  else {
    const operation = OPERATIONS[opcode];
    if (operation === undefined) throw new TapscriptFailed(`opcode 0x${opcode.toString(16)} is not run here`, true);
    operation(machine);
  }
  if (machine.stack.length > MOST_ELEMENTS) throw failed('Stack size limit exceeded');
}

/** @throws {TapscriptFailed} with the messages of Bitcoin Core's script/script_error.cpp. */
export function runTapscript(script: Uint8Array, stack: readonly Uint8Array[], context: TapscriptContext): void {
  const instructions = instructionsOf(script);
  if (stack.some((item) => item.length > MOST_ELEMENT_BYTES)) throw failed('Push value size limit exceeded');
  const machine = new Machine(stack, context);
  for (const instruction of instructions) run(machine, instruction);
  if (machine.stack.length !== 1) throw failed('Stack size must be exactly one after execution');
  if (!truthy(machine.stack[0] ?? EMPTY))
    throw failed('Script evaluated without error but finished with a false/empty top stack element');
}
