/** Converts the schemas of the OpenAPI document to TypeScript types, for the standalone client. */

type Json = Record<string, unknown>;

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;

const PRIMITIVES: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

const indented = (depth: number): string => '  '.repeat(depth);

function commentOf(schema: Json, depth: number): string {
  const { description } = schema;
  if (typeof description !== 'string' || description === '') return '';
  return `${indented(depth)}/** ${description.replaceAll('*/', '*\\/')} */\n`;
}

function objectType(schema: Json, depth: number): string {
  const properties = Object.entries(objectOf(schema.properties));
  if (properties.length === 0) return `Record<string, ${typeOf(objectOf(schema.additionalProperties), depth)}>`;
  const required = new Set(listOf(schema.required));
  const fields = properties.map(([name, value]) => {
    const key = PLAIN_NAME.test(name) ? name : JSON.stringify(name);
    const field = objectOf(value);
    const mark = required.has(name) ? '' : '?';
    return `${commentOf(field, depth + 1)}${indented(depth + 1)}${key}${mark}: ${typeOf(field, depth + 1)};\n`;
  });
  return `{\n${fields.join('')}${indented(depth)}}`;
}

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ');

/** The type that a schema describes. @param depth of indentation. */
function typeOf(schema: Json, depth: number): string {
  if (typeof schema.$ref === 'string') return nameOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return unionOf(schema.enum.map((value) => JSON.stringify(value)));
  // What an object demands of its fields together is not in its type.
  if (schema.type === 'object') return objectType(schema, depth);
  const choices = listOf(schema.anyOf ?? schema.oneOf);
  if (choices.length > 0) return unionOf(choices.map((one) => typeOf(objectOf(one), depth)));
  const members = listOf(schema.allOf);
  if (members.length > 0) return members.map((one) => typeOf(objectOf(one), depth)).join(' & ');
  if (schema.type === 'array') {
    const item = typeOf(objectOf(schema.items), depth);
    return /[|&]/.test(item) ? `(${item})[]` : `${item}[]`;
  }
  return PRIMITIVES[String(schema.type)] ?? 'unknown';
}

/** One exported type for each schema, in the given order. @param schemas `components.schemas` of the document. */
export const schemaTypes = (schemas: Record<string, unknown>): string =>
  Object.entries(schemas)
    .map(([name, value]) => {
      const schema = objectOf(value);
      return `${commentOf(schema, 0)}export type ${name} = ${typeOf(schema, 0)};\n`;
    })
    .join('\n');
