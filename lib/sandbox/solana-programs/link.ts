/** Turns what clang makes for BPF into a program that Solana runs: an sBPF version 3 ELF, without Solana's own toolchain. */

/** Source: solana-sbpf `src/ebpf.rs`: a syscall is named by the murmur3 hash of its name. */
export function murmur3(text: string): number {
  const bytes = new TextEncoder().encode(text);
  const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));
  const mix = (k: number): number => Math.imul(rotate(Math.imul(k, 0xcc9e2d51), 15), 0x1b873593);
  const view = new DataView(bytes.buffer);
  const whole = bytes.length - (bytes.length % 4);
  let hash = 0;
  for (let at = 0; at < whole; at += 4)
    hash = (Math.imul(rotate(hash ^ mix(view.getUint32(at, true)), 13), 5) + 0xe6546b64) | 0;
  let rest = 0;
  for (let at = bytes.length - 1; at >= whole; at -= 1) rest = (rest << 8) | (bytes[at] ?? 0);
  if (bytes.length > whole) hash ^= mix(rest);
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** What clang calls for memory, and the runtime's name for it. */
const BUILTINS: Record<string, string> = { memcpy: 'sol_memcpy_', memset: 'sol_memset_', memmove: 'sol_memmove_' };

const SHT_PROGBITS = 1;
const SHT_SYMTAB = 2;
const SHT_REL = 9;
const SHF_WRITE = 1;
const SHF_ALLOC = 2;
const SHF_EXECINSTR = 4;
/** A 64-bit load of an address, and a call. Source: LLVM `ELFRelocs/BPF.def`. */
const R_BPF_64_64 = 1;
const R_BPF_64_32 = 10;

type Section = {
  name: string;
  type: number;
  flags: number;
  offset: number;
  size: number;
  link: number;
  info: number;
  /** Where it comes to stand among the sections of its kind. */
  base: number;
};

class ObjectFile {
  readonly bytes: Buffer;
  readonly sections: Section[];

  constructor(bytes: Uint8Array) {
    const file = Buffer.from(bytes);
    this.bytes = file;
    const table = Number(file.readBigUInt64LE(0x28));
    const count = file.readUInt16LE(0x3c);
    this.sections = Array.from({ length: count }, (_, index) => {
      const at = table + index * 64;
      const wide = (offset: number): number => Number(file.readBigUInt64LE(at + offset));
      return {
        name: String(file.readUInt32LE(at)),
        type: file.readUInt32LE(at + 4),
        flags: wide(8),
        offset: wide(0x18),
        size: wide(0x20),
        link: file.readUInt32LE(at + 0x28),
        info: file.readUInt32LE(at + 0x2c),
        base: 0,
      };
    });
    const names = this.section(file.readUInt16LE(0x3e));
    for (const section of this.sections) section.name = this.text(names, Number(section.name));
  }

  section(index: number): Section {
    const section = this.sections[index];
    if (!section) throw new Error(`no section ${index}`);
    return section;
  }

  text(strings: Section, offset: number): string {
    const start = strings.offset + offset;
    return this.bytes.toString('latin1', start, this.bytes.indexOf(0, start));
  }

  #symbols(): Section {
    const found = this.sections.find((section) => section.type === SHT_SYMTAB);
    if (!found) throw new Error('no symbols');
    return found;
  }

  symbol(index: number): { name: string; section: number; value: number } {
    const table = this.#symbols();
    const at = table.offset + index * 24;
    return {
      name: this.text(this.section(table.link), this.bytes.readUInt32LE(at)),
      section: this.bytes.readUInt16LE(at + 6),
      value: Number(this.bytes.readBigUInt64LE(at + 8)),
    };
  }

  /** Where a symbol of that name comes to stand in the code. */
  entry(name: string): number {
    const count = this.#symbols().size / 24;
    for (let index = 0; index < count; index += 1) {
      const symbol = this.symbol(index);
      if (symbol.name === name) return this.section(symbol.section).base + symbol.value;
    }
    throw new Error(`no function ${name}`);
  }
}

function gather(file: ObjectFile): { text: Buffer; rodata: Buffer } {
  const text: Buffer[] = [];
  const rodata: Buffer[] = [];
  const length = (parts: Buffer[]): number => parts.reduce((sum, part) => sum + part.length, 0);
  for (const section of file.sections) {
    if (!(section.flags & SHF_ALLOC) || section.size === 0) continue;
    if (section.type !== SHT_PROGBITS || section.flags & SHF_WRITE)
      throw new Error(`a program has no memory of its own: ${section.name}`);
    const parts = section.flags & SHF_EXECINSTR ? text : rodata;
    section.base = length(parts);
    parts.push(Buffer.from(file.bytes.subarray(section.offset, section.offset + section.size)));
    if (parts === rodata) parts.push(Buffer.alloc((8 - (section.size & 7)) & 7));
  }
  return { text: Buffer.concat(text), rodata: Buffer.concat(rodata) };
}

function relocateCall(file: ObjectFile, text: Buffer, at: number, symbolIndex: number): void {
  const symbol = file.symbol(symbolIndex);
  const registers = (text[at + 1] ?? 0) & 15;
  if (symbol.section === 0) {
    // Source register 0: a syscall.
    text[at + 1] = registers;
    text.writeUInt32LE(murmur3(BUILTINS[symbol.name] ?? symbol.name), at + 4);
    return;
  }
  // Source register 1: a function of the program, by the distance in instructions.
  const within = symbol.name === '' ? text.readInt32LE(at + 4) + 1 : 0;
  const target = (file.section(symbol.section).base + symbol.value) / 8 + within;
  text[at + 1] = registers | 16;
  text.writeInt32LE(target - at / 8 - 1, at + 4);
}

function relocate(file: ObjectFile, text: Buffer): void {
  for (const table of file.sections.filter((section) => section.type === SHT_REL && section.size > 0)) {
    const target = file.section(table.info);
    if (!(target.flags & SHF_ALLOC)) continue;
    if (!(target.flags & SHF_EXECINSTR)) throw new Error(`constants that hold addresses: ${target.name}`);
    for (let at = table.offset; at < table.offset + table.size; at += 16) {
      const place = target.base + Number(file.bytes.readBigUInt64LE(at));
      const type = file.bytes.readUInt32LE(at + 8);
      const index = file.bytes.readUInt32LE(at + 12);
      if (type === R_BPF_64_32) relocateCall(file, text, place, index);
      else if (type === R_BPF_64_64) {
        // Constants begin at address 0.
        const symbol = file.symbol(index);
        const address = file.section(symbol.section).base + symbol.value + text.readUInt32LE(place + 4);
        text.writeUInt32LE(address, place + 4);
        text.writeUInt32LE(0, place + 12);
      } else throw new Error(`relocation ${type}`);
    }
  }
}

/** Code begins at this address. Source: solana-sbpf `MM_BYTECODE_START`. */
const CODE_START = 1n << 32n;
const EM_SBPF = 247;
const SBPF_VERSION = 3;

function elf(text: Buffer, rodata: Buffer, entry: number): Buffer {
  const segments = [
    ...(rodata.length > 0 ? [{ flags: 4, address: 0n, content: rodata }] : []),
    { flags: 1, address: CODE_START, content: text },
  ];
  const header = Buffer.alloc(64 + 56 * segments.length);
  header.write('\x7fELF\x02\x01\x01', 'latin1');
  header.writeUInt16LE(3, 16);
  header.writeUInt16LE(EM_SBPF, 18);
  header.writeUInt32LE(1, 20);
  header.writeBigUInt64LE(CODE_START + BigInt(entry), 24);
  header.writeBigUInt64LE(64n, 32);
  header.writeUInt32LE(SBPF_VERSION, 48);
  header.writeUInt16LE(64, 52);
  header.writeUInt16LE(56, 54);
  header.writeUInt16LE(segments.length, 56);
  header.writeUInt16LE(64, 58);
  let offset = header.length;
  for (const [index, { flags, address, content }] of segments.entries()) {
    const at = 64 + 56 * index;
    header.writeUInt32LE(1, at);
    header.writeUInt32LE(flags, at + 4);
    header.writeBigUInt64LE(BigInt(offset), at + 8);
    header.writeBigUInt64LE(address, at + 16);
    header.writeBigUInt64LE(address, at + 24);
    header.writeBigUInt64LE(BigInt(content.length), at + 32);
    header.writeBigUInt64LE(BigInt(content.length), at + 40);
    offset += content.length;
  }
  return Buffer.concat([header, ...segments.map(({ content }) => content)]);
}

/** @throws {Error} for objects with variables of their own, or with addresses among their constants. */
export function link(object: Uint8Array): Uint8Array {
  const file = new ObjectFile(object);
  const { text, rodata } = gather(file);
  relocate(file, text);
  return Uint8Array.from(elf(text, rodata, file.entry('entrypoint')));
}
