/** Generates the OpenAPI 3.1 document from the schemas that check requests and responses. */
import { z } from 'zod';
import { CONTRACT_ROWS } from './contract.ts';
import type { ContractRow } from './contract-responses.ts';
import { EXAMPLES } from './openapi-examples.ts';
import { SCHEMA_EXAMPLES } from './openapi-schema-examples.ts';

type Json = Record<string, unknown>;

const COMPONENTS = '#/components/schemas/';
const JSON_TYPE = 'application/json';
const EVENT_TYPE = 'text/event-stream';

/** Collects every schema that has an id, starting from the contract's rows. */
function componentsAndRefs(): { schemas: Json; refOf: (schema: z.ZodType) => Json } {
  const registry = z.registry<{ id: string }>();
  const collected = new Map<string, z.ZodType>();
  const roots = CONTRACT_ROWS.flatMap((row) => [
    ...(row.body ? [row.body] : []),
    ...Object.values(row.responses).flatMap((response) => response.schema ?? []),
  ]);
  const visit = (schema: unknown, seen: Set<unknown>): void => {
    if (!(schema instanceof z.ZodType) || seen.has(schema)) return;
    seen.add(schema);
    const id = z.globalRegistry.get(schema)?.id;
    if (id !== undefined && !collected.has(id)) {
      collected.set(id, schema);
      registry.add(schema, { id });
    }
    for (const child of childrenOf(schema)) visit(child, seen);
  };
  const seen = new Set<unknown>();
  for (const root of roots) visit(root, seen);
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    // Clients must tolerate unknown fields, so no schema forbids them.
    io: 'input',
    uri: (id) => `${COMPONENTS}${id}`,
    metadata: z.globalRegistry,
  });
  return {
    schemas: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withExamples(id, tidy(schema))])),
    refOf: (schema) => ({ $ref: `${COMPONENTS}${z.globalRegistry.get(schema)?.id}` }),
  };
}

/** The schemas nested directly in a schema, by zod's own definitions. */
function childrenOf(schema: z.ZodType): unknown[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape);
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodOptional) return [schema.unwrap()];
  if (schema instanceof z.ZodUnion) return [...schema.options];
  return [];
}

/** Removes `$id` and `$schema` from a component, since the document states both. */
function tidy(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id: _id, $schema: _schema, id: _name, ...rest } = schema as Json;
  return rest;
}

const withExamples = (id: string, schema: unknown): unknown => {
  const examples = Object.hasOwn(SCHEMA_EXAMPLES, id) ? SCHEMA_EXAMPLES[id] : undefined;
  return examples && typeof schema === 'object' ? { ...schema, examples } : schema;
};

/** Two header names for one key, which a deployment may require or not; no key at all is listed as an alternative. */
const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Given out by who runs this deployment.' },
  apiKeyAlias: { type: 'apiKey', in: 'header', name: 'api-key', description: 'Another name of the same header.' },
};

const responseHeaders = {
  'x-request-id': {
    description: 'Names this request in our log; equals `traceId` of problem bodies.',
    schema: { type: 'string' },
  },
};

function responsesOf(row: ContractRow, refOf: (schema: z.ZodType) => Json): Json {
  return Object.fromEntries(
    Object.entries(row.responses).map(([status, { description, schema }]) => {
      const example = EXAMPLES[row.operationId]?.responses[status];
      const json = schema && { schema: refOf(schema), ...(example === undefined ? {} : { example }) };
      // The data of each event is the JSON answer, so that clients generated from the union of all contents get one
      // type.
      const events =
        status === '200' && row.events && schema
          ? { [EVENT_TYPE]: { schema: { ...refOf(schema), description: row.events } } }
          : {};
      return [
        status,
        { description, headers: responseHeaders, ...(json ? { content: { [JSON_TYPE]: json, ...events } } : {}) },
      ];
    }),
  );
}

function parametersOf(query: z.ZodObject): Json[] {
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    description: z.globalRegistry.get(schema)?.description ?? '',
    schema: { type: 'string' },
  }));
}

const pathParametersOf = (params: z.ZodObject): Json[] =>
  Object.entries(params.shape).map(([name, schema]) => {
    const { description = '', example } = z.globalRegistry.get(schema) ?? {};
    return { name, in: 'path', required: true, description, example, schema: { type: 'string' } };
  });

const headersOf = (headers: Record<string, string>): Json[] =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));

function operationOf(row: ContractRow, refOf: (schema: z.ZodType) => Json): Json {
  const example = EXAMPLES[row.operationId]?.request;
  const body = row.body && {
    required: true,
    content: { [JSON_TYPE]: { schema: refOf(row.body), ...(example === undefined ? {} : { example }) } },
  };
  const parameters = [
    ...(row.params ? pathParametersOf(row.params) : []),
    ...(row.query ? parametersOf(row.query) : []),
    ...headersOf(row.headers ?? {}),
  ];
  return {
    operationId: row.operationId,
    summary: row.summary,
    description: row.description,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(row, refOf),
  };
}

export type DocumentContext = {
  /** URL of this deployment. */
  here: string;
  /**
   * The interface calls a sandbox its staging server. The URL of the other server is a variable for the reader to fill
   * in.
   */
  network: 'mainnet' | 'sandbox';
};

/** The two servers of the interface: this deployment, and its counterpart as a variable for the reader to fill in. */
function serversOf({ here, network }: DocumentContext): Json[] {
  const elsewhere = (name: string, description: string, otherwise: string) => ({
    url: `{${name}}`,
    description,
    variables: { [name]: { default: otherwise, description: 'Address of such a deployment.' } },
  });
  const production = 'Production: real networks.';
  const staging = 'Staging: the sandbox, where nothing is worth anything.';
  return network === 'mainnet'
    ? [{ url: here, description: production }, elsewhere('staging_base_url', staging, 'http://127.0.0.1:3000')]
    : [elsewhere('base_url', production, 'https://portage.example'), { url: here, description: staging }];
}

/** A path may have several methods. */
function pathsOf(refOf: (schema: z.ZodType) => Json): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const row of CONTRACT_ROWS) paths[row.path] = { ...paths[row.path], [row.method]: operationOf(row, refOf) };
  return paths;
}

/** The OpenAPI 3.1 document, version `v1`. */
export function openApiDocument(context: DocumentContext): Json {
  const { schemas, refOf } = componentsAndRefs();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portage',
      version: 'v1',
      summary: 'Cross-chain swap routes, and where a swap is.',
      description:
        'Amounts are decimal numbers in text, in the unit of the asset. Asset identifiers compare without regard to case. Unknown request fields are ignored. A key in `x-api-key` (or `api-key`) is needed only where the deployment requires one. The `type` of an error is the address of a page that explains it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: serversOf(context),
    security: [{}, { apiKey: [] }, { apiKeyAlias: [] }],
    paths: pathsOf(refOf),
    components: { schemas, securitySchemes },
  };
}
