/**
 * Reads a runtime's own description of what it stores: types by number, and the storage maps of its pallets.
 * Source: polkadot-sdk, frame-metadata 23 (`v14.rs`, `v15.rs`) and scale-info 2 (`portable.rs`, `ty/`).
 */
import { ScaleReader } from '../../../chains/scale-reader.ts';

export type Field = { name: string | undefined; type: number };
export type Variant = { name: string; index: number; fields: Field[] };
export type TypeShape =
  | { kind: 'composite'; fields: Field[] }
  | { kind: 'variant'; variants: Variant[] }
  | { kind: 'sequence'; of: number }
  | { kind: 'array'; length: number; of: number }
  | { kind: 'tuple'; of: number[] }
  | { kind: 'primitive'; primitive: Primitive }
  | { kind: 'compact' }
  | { kind: 'bits' };

export type RuntimeTypes = ReadonlyMap<number, TypeShape>;
/** A map's hashers by number, as the runtime lists them; `key` and `value` are types. */
export type StorageMap = { prefix: string; item: string; hashers: number[]; key: number; value: number };
export type RuntimeMetadata = { types: RuntimeTypes; maps: readonly StorageMap[] };

export class UnknownMetadata extends Error {
  override readonly name = 'UnknownMetadata';
}

const PRIMITIVES = [
  'bool',
  'char',
  'str',
  ...(['u8', 'u16', 'u32', 'u64', 'u128', 'u256'] as const),
  ...(['i8', 'i16', 'i32', 'i64', 'i128', 'i256'] as const),
] as const;
export type Primitive = (typeof PRIMITIVES)[number];

/** "meta" */
const MAGIC = 0x6174656d;
/**
 * Nodes answer `state_getMetadata` in the first version, whatever newer ones they know; the second adds a pallet's
 * docs.
 */
const VERSIONS = { plain: 14, withDocs: 15 } as const;

type Reader = ScaleReader;

const count = (from: Reader): number => {
  const value = from.compact();
  // No list is longer than its bytes.
  if (value > BigInt(from.length)) throw new UnknownMetadata('a list is longer than the metadata');
  return Number(value);
};
const list = <T>(from: Reader, read: () => T): T[] => Array.from({ length: count(from) }, read);
const text = (from: Reader): string => new TextDecoder().decode(from.take(count(from)));
const option = <T>(from: Reader, read: () => T): T | undefined => (from.byte() === 0 ? undefined : read());
const skipDocs = (from: Reader): unknown => list(from, () => text(from));

function fields(from: Reader): Field[] {
  return list(from, () => {
    const name = option(from, () => text(from));
    const type = count(from);
    option(from, () => text(from));
    skipDocs(from);
    return { name, type };
  });
}

function variants(from: Reader): Variant[] {
  return list(from, () => {
    const name = text(from);
    const own = fields(from);
    const index = from.byte();
    skipDocs(from);
    return { name, index, fields: own };
  });
}

function shape(from: Reader): TypeShape {
  const kind = from.byte();
  switch (kind) {
    case 0:
      return { kind: 'composite', fields: fields(from) };
    case 1:
      return { kind: 'variant', variants: variants(from) };
    case 2:
      return { kind: 'sequence', of: count(from) };
    case 3: {
      const length = from.u32();
      return { kind: 'array', length, of: count(from) };
    }
    case 4:
      return { kind: 'tuple', of: list(from, () => count(from)) };
    case 5: {
      const primitive = PRIMITIVES[from.byte()];
      if (primitive === undefined) throw new UnknownMetadata('a primitive that is not known');
      return { kind: 'primitive', primitive };
    }
    case 6:
      count(from);
      return { kind: 'compact' };
    case 7:
      count(from);
      count(from);
      return { kind: 'bits' };
    default:
      throw new UnknownMetadata(`a kind of type that is not known (${kind})`);
  }
}

function portableType(from: Reader): [number, TypeShape] {
  const id = count(from);
  // Its path, then its parameters: a name and an optional type each.
  list(from, () => text(from));
  list(from, () => [text(from), option(from, () => count(from))]);
  const own = shape(from);
  skipDocs(from);
  return [id, own];
}

function storageEntry(from: Reader, prefix: string): StorageMap | undefined {
  const item = text(from);
  from.byte();
  const isMap = from.byte() === 1;
  const map = isMap
    ? { hashers: list(from, () => from.byte()), key: count(from), value: count(from) }
    : void count(from);
  from.take(count(from));
  skipDocs(from);
  return map && { prefix, item, ...map };
}

/** A pallet's storage; the rest of it is skipped. */
function palletMaps(from: Reader, version: number): StorageMap[] {
  text(from);
  const maps = option(from, () => {
    const prefix = text(from);
    return list(from, () => storageEntry(from, prefix)).filter((one) => one !== undefined);
  });
  // Calls, events.
  option(from, () => count(from));
  option(from, () => count(from));
  for (let left = count(from); left > 0; left -= 1) {
    text(from);
    count(from);
    from.take(count(from));
    skipDocs(from);
  }
  // Errors, and the pallet's number.
  option(from, () => count(from));
  from.byte();
  if (version === VERSIONS.withDocs) skipDocs(from);
  return maps ?? [];
}

/** @throws {UnknownMetadata | ShortBytes} */
export function readMetadata(bytes: Uint8Array): RuntimeMetadata {
  const from = new ScaleReader(bytes);
  if (from.u32() !== MAGIC) throw new UnknownMetadata('these bytes are no metadata');
  const version = from.byte();
  if (version !== VERSIONS.plain && version !== VERSIONS.withDocs)
    throw new UnknownMetadata(`metadata of version ${version}`);
  const types = new Map(list(from, () => portableType(from)));
  return { types, maps: list(from, () => palletMaps(from, version)).flat() };
}
