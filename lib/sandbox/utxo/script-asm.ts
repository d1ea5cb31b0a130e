/** Prints scripts in the notation of Esplora's `*_asm` fields. */
import { bytesToHex } from '@noble/hashes/utils.js';

const NAMES: Readonly<Record<number, string>> = {
  0: 'OP_0',
  79: 'OP_PUSHNUM_NEG1',
  97: 'OP_NOP',
  106: 'OP_RETURN',
  117: 'OP_DROP',
  118: 'OP_DUP',
  135: 'OP_EQUAL',
  136: 'OP_EQUALVERIFY',
  169: 'OP_HASH160',
  172: 'OP_CHECKSIG',
  174: 'OP_CHECKMULTISIG',
};

const PUSH_DATA: Readonly<Record<number, { name: string; width: number }>> = {
  76: { name: 'OP_PUSHDATA1', width: 1 },
  77: { name: 'OP_PUSHDATA2', width: 2 },
  78: { name: 'OP_PUSHDATA4', width: 4 },
};

export function scriptAsm(script: Uint8Array): string {
  const tokens: string[] = [];
  let at = 0;
  while (at < script.length) {
    const opcode = script[at] ?? 0;
    at += 1;
    const pushData = PUSH_DATA[opcode];
    let length = opcode <= 75 ? opcode : 0;
    if (pushData) {
      length = script.slice(at, at + pushData.width).reduceRight((sum, byte) => sum * 256 + byte, 0);
      at += pushData.width;
    }
    if (length > 0 || pushData) {
      tokens.push(pushData?.name ?? `OP_PUSHBYTES_${length}`);
      if (at + length > script.length) return [...tokens, '<push past end>'].join(' ');
      tokens.push(bytesToHex(script.slice(at, at + length)));
      at += length;
    } else if (opcode >= 81 && opcode <= 96) tokens.push(`OP_PUSHNUM_${opcode - 80}`);
    else tokens.push(NAMES[opcode] ?? `OP_RETURN_${opcode}`);
  }
  return tokens.join(' ');
}
