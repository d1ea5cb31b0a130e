/**
 * Extracts from the OpenAPI document what the reference page shows: calls with their examples, and the fields of every
 * schema.
 */
import { openApiDocument } from '../api/openapi.ts';
import type { DocsDeployment } from './guides.ts';

type Json = Record<string, unknown>;

export type Field = {
  name: string;
  /** Such as `string`, `Route[]` or `"EVM" | "PSBT"`. */
  type: string;
  /** Names of the schemas in `type`. */
  refers: string[];
  required: boolean;
  description: string;
};
export type SchemaFacts = { name: string; description: string; type?: string; fields: Field[] };
export type Parameter = { name: string; in: 'query' | 'path' | 'header'; required: boolean; description: string };
export type ResponseFacts = { status: string; description: string; schema?: string; example?: unknown };
export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  body?: { schema: string; example: unknown };
  /** The event stream that `Accept: text/event-stream` returns. */
  events?: string;
  responses: ResponseFacts[];
};
export type Reference = { operations: Operation[]; schemas: SchemaFacts[] };

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const nameOf = (schema: Json): string => textOf(schema.$ref).split('/').at(-1) ?? '';

type Typed = { type: string; refers: string[] };

function joined(members: readonly Typed[], sign: string): Typed {
  return {
    type: [...new Set(members.map(({ type }) => type))].join(sign),
    refers: members.flatMap(({ refers }) => refers),
  };
}

function typeOf(schema: Json): Typed {
  const reference = nameOf(schema);
  if (reference !== '') return { type: reference, refers: [reference] };
  if ('const' in schema) return { type: JSON.stringify(schema.const), refers: [] };
  if (Array.isArray(schema.enum))
    return { type: schema.enum.map((one) => JSON.stringify(one)).join(' | '), refers: [] };
  const choices = listOf(schema.anyOf ?? schema.oneOf).map((one) => typeOf(objectOf(one)));
  if (choices.length > 0) return joined(choices, ' | ');
  const members = listOf(schema.allOf).map((one) => typeOf(objectOf(one)));
  if (members.length > 0) return joined(members, ' & ');
  if (schema.type === 'array') {
    const { type, refers } = typeOf(objectOf(schema.items));
    return { type: type.includes(' ') ? `(${type})[]` : `${type}[]`, refers };
  }
  return { type: textOf(schema.type) || 'any', refers: [] };
}

/** Lists the fields of an object; those of nested objects are named `outer.inner`. */
function fieldsOf(schema: Json, prefix = ''): Field[] {
  const required = new Set(listOf(schema.required));
  return Object.entries(objectOf(schema.properties)).flatMap(([key, value]) => {
    const property = objectOf(value);
    const items = objectOf(property.items);
    const inner = property.properties ? property : items.properties ? items : undefined;
    const name = `${prefix}${key}`;
    const suffix = inner === items ? '[].' : '.';
    const field = { name, ...typeOf(property), required: required.has(key), description: textOf(property.description) };
    return [field, ...(inner ? fieldsOf(inner, `${name}${suffix}`) : [])];
  });
}

function schemaFacts([name, value]: [string, unknown]): SchemaFacts {
  const schema = objectOf(value);
  const fields = fieldsOf(schema);
  const description = textOf(schema.description);
  return { name, description, fields, ...(fields.length === 0 ? { type: typeOf(schema).type } : {}) };
}

const jsonOf = (content: unknown): Json => objectOf(objectOf(content)['application/json']);

function responseFacts([status, value]: [string, unknown]): ResponseFacts {
  const response = objectOf(value);
  const json = jsonOf(response.content);
  const schema = nameOf(objectOf(json.schema));
  const description = textOf(response.description);
  return {
    status,
    description,
    ...(schema === '' ? {} : { schema }),
    ...('example' in json ? { example: json.example } : {}),
  };
}

function parameterOf(value: unknown): Parameter {
  const parameter = objectOf(value);
  const deployment = parameter.in === 'path' || parameter.in === 'header' ? parameter.in : 'query';
  const { name, description } = parameter;
  return {
    name: textOf(name),
    in: deployment,
    required: parameter.required === true,
    description: textOf(description),
  };
}

function operationOf(path: string, method: string, value: unknown): Operation {
  const operation = objectOf(value);
  const body = jsonOf(objectOf(operation.requestBody).content);
  const ok = objectOf(objectOf(objectOf(operation.responses)['200']).content)['text/event-stream'];
  const events = textOf(objectOf(objectOf(ok).schema).description);
  const schema = nameOf(objectOf(body.schema));
  return {
    id: textOf(operation.operationId),
    method: method.toUpperCase(),
    path,
    summary: textOf(operation.summary),
    description: textOf(operation.description),
    parameters: listOf(operation.parameters).map(parameterOf),
    ...(schema === '' ? {} : { body: { schema, example: body.example } }),
    ...(events === '' ? {} : { events }),
    responses: Object.entries(objectOf(operation.responses)).map(responseFacts),
  };
}

export function readReference(deployment: DocsDeployment): Reference {
  const document = openApiDocument(deployment);
  const operations = Object.entries(objectOf(document.paths)).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, value]) => operationOf(path, method, value)),
  );
  return { operations, schemas: Object.entries(objectOf(objectOf(document.components).schemas)).map(schemaFacts) };
}
