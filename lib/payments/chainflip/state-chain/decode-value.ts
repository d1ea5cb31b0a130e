/** Decodes and encodes stored values by the runtime's own types. */
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { ScaleReader } from '../../../chains/scale-reader.ts';
import { type Field, type Primitive, type RuntimeTypes, type TypeShape, UnknownMetadata } from './metadata.ts';

/**
 * Numbers are bigint; a list of bytes is hex without 0x; a structure of one unnamed field is that field; an `Option`
 * is the value or null; any other choice is its name and its contents.
 */
export type Decoded = bigint | boolean | string | null | Decoded[] | { [field: string]: Decoded } | Choice;
export type Choice = { choice: string; holds: Decoded };

const BYTES: Partial<Record<Primitive, number>> = { u8: 1, u16: 2, u32: 4, u64: 8, u128: 16, u256: 32 };
/** No stored value is nested deeper; a description may refer to itself. */
const DEEPEST = 32;

function shapeOf(types: RuntimeTypes, type: number): TypeShape {
  const shape = types.get(type);
  if (shape === undefined) throw new UnknownMetadata(`type ${type} is not described`);
  return shape;
}

const isBytes = (types: RuntimeTypes, of: number): boolean => {
  const shape = shapeOf(types, of);
  return shape.kind === 'primitive' && shape.primitive === 'u8';
};

function primitive(kind: Primitive, from: ScaleReader): Decoded {
  if (kind === 'bool') return from.byte() === 1;
  if (kind === 'str') return new TextDecoder().decode(from.take(Number(from.compact())));
  const length = BYTES[kind];
  if (length === undefined) throw new UnknownMetadata(`values of type ${kind}`);
  return from.uint(length);
}

function decodeFields(types: RuntimeTypes, fields: readonly Field[], from: ScaleReader, depth: number): Decoded {
  const values = fields.map(({ type }) => decode(types, type, from, depth));
  if (fields.every(({ name }) => name !== undefined) && fields.length > 0)
    return Object.fromEntries(fields.map(({ name = '' }, at) => [name, values[at] ?? null]));
  return values.length === 1 ? (values[0] ?? null) : values;
}

function decodeList(types: RuntimeTypes, of: number, length: number, from: ScaleReader, depth: number): Decoded {
  if (isBytes(types, of)) return from.hex(length);
  if (length > from.length) throw new UnknownMetadata('a list is longer than its value');
  return Array.from({ length }, () => decode(types, of, from, depth));
}

function decode(types: RuntimeTypes, type: number, from: ScaleReader, depth: number): Decoded {
  if (depth > DEEPEST) throw new UnknownMetadata('a type nested too deeply');
  const shape = shapeOf(types, type);
  const next = depth + 1;
  switch (shape.kind) {
    case 'composite':
      return decodeFields(types, shape.fields, from, next);
    case 'tuple':
      return decodeFields(
        types,
        shape.of.map((of) => ({ name: undefined, type: of })),
        from,
        next,
      );
    case 'sequence':
      return decodeList(types, shape.of, Number(from.compact()), from, next);
    case 'array':
      return decodeList(types, shape.of, shape.length, from, next);
    case 'compact':
      return from.compact();
    case 'primitive':
      return primitive(shape.primitive, from);
    case 'variant': {
      const index = from.byte();
      const chosen = shape.variants.find((one) => one.index === index);
      if (chosen === undefined) throw new UnknownMetadata(`a choice that is not described (${index})`);
      const holds = decodeFields(types, chosen.fields, from, next);
      const isOption =
        shape.variants.length === 2 && shape.variants[0]?.name === 'None' && shape.variants[1]?.name === 'Some';
      if (isOption) return chosen.name === 'None' ? null : holds;
      return { choice: chosen.name, holds };
    }
    default:
      throw new UnknownMetadata(`values of kind ${shape.kind}`);
  }
}

/** @throws {UnknownMetadata | ShortBytes}, also when bytes are left over. */
export function decodeValue(types: RuntimeTypes, type: number, bytes: Uint8Array): Decoded {
  const from = new ScaleReader(bytes);
  const value = decode(types, type, from, 0);
  if (from.at !== from.length) throw new UnknownMetadata('bytes are left over');
  return value;
}

/**
 * Encodes an address: bytes as hex without 0x, within structures of one field, or one of several forms by its name.
 * @throws {UnknownMetadata} for any other type, or another length.
 */
export function encodeAddress(types: RuntimeTypes, type: number, address: string | Choice): Uint8Array {
  const shape = shapeOf(types, type);
  const only = (fields: readonly Field[]): number => {
    const [field, ...others] = fields;
    if (field === undefined || others.length > 0) throw new UnknownMetadata('an address of several fields');
    return field.type;
  };
  if (shape.kind === 'composite') return encodeAddress(types, only(shape.fields), address);
  if (shape.kind === 'variant') {
    const chosen = shape.variants.find(({ name }) => typeof address !== 'string' && name === address.choice);
    if (chosen === undefined || typeof address === 'string' || typeof address.holds !== 'string')
      throw new UnknownMetadata('a form of address that is not described');
    return concatBytes(Uint8Array.of(chosen.index), encodeAddress(types, only(chosen.fields), address.holds));
  }
  if (shape.kind !== 'array' || typeof address !== 'string' || address.length !== shape.length * 2)
    throw new UnknownMetadata('an address of another shape');
  return hexToBytes(address);
}
