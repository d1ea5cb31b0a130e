/**
 * The OpenAPI document has every name of the interface specification; a missing name would break clients written from
 * it.
 */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CONTRACT_ROWS } from './contract.ts';
import { openApiDocument } from './openapi.ts';
import { EXAMPLES } from './openapi-examples.ts';
import { SCHEMA_EXAMPLES } from './openapi-schema-examples.ts';
import { metaSchema, routeSchema, typedDataSchema } from './schemas/route.ts';
import { trackDataSchema, trackResponseSchema } from './schemas/track.ts';
import { TABLES } from './test-spec-tables.ts';
import { ENDPOINTS, ENUMERATIONS, NESTED } from './test-spec-values.ts';

type Schema = {
  $ref?: string;
  type?: string;
  enum?: string[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  format?: string;
  examples?: unknown[];
};
type Operation = {
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, { schema: Schema; example?: unknown }> }>;
};
type Document = {
  openapi: string;
  info: { version: string };
  servers: { url: string; variables?: Record<string, unknown> }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const document = JSON.parse(
  JSON.stringify(openApiDocument({ here: 'http://127.0.0.1:3000', network: 'sandbox' })),
) as Document;

const resolve = (schema: Schema | undefined): Schema => {
  if (!schema) throw new Error('no such schema');
  if (!schema.$ref) return schema;
  return resolve(document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]);
};
const component = (name: string): Schema => resolve({ $ref: `#/components/schemas/${name}` });
const at = (schema: Schema, path: string): Schema =>
  path.split('.').reduce((here, key) => {
    const found = resolve(here);
    return key === '[]' ? resolve(found.items) : resolve(found.properties?.[key]);
  }, schema);

const typeOf = (schema: Schema): string => {
  const found = resolve(schema);
  if (found.anyOf) return found.anyOf.map(typeOf).join('|');
  return found.type ?? typeof found.const;
};

describe('the OpenAPI document', () => {
  it.each(TABLES)(
    'has every field of section %s as %s with its type and whether it is required',
    (_section, name, rows) => {
      const schema = component(name);
      for (const [field, type, required] of rows) {
        expect(schema.properties, `${name}.${field}`).toHaveProperty([field]);
        expect(typeOf(at(schema, field)), `${name}.${field}`).toBe(type);
        expect(schema.required?.includes(field) ?? false, `${name}.${field} required`).toBe(required);
      }
    },
  );

  it.each(NESTED)('has every name inside %s %s', (name, path, names) => {
    const schema = path === '' ? component(name) : at(component(name), path);
    expect(Object.keys(schema.properties ?? {})).toEqual(expect.arrayContaining(names));
  });

  it.each(ENUMERATIONS)('has the values of section %s in %s %s', (_section, name, path, values) => {
    const schema = path === '' ? component(name) : at(component(name), path);
    expect(schema.enum).toHaveLength(values.length);
    expect(schema.enum).toEqual(expect.arrayContaining(values));
  });

  it('lists the states of section 3 among its own', () => {
    const response = component('TrackResponse');
    expect(at(response, 'trackingStatus').enum).toEqual(
      expect.arrayContaining(['completed', 'failed', 'refunded', 'not_started']),
    );
    expect(at(response, 'stage').enum).toContain('outbound');
    expect(at(component('TrackData'), 'swap.status').enum).toContain('success');
    expect(at(component('TrackData'), 'trackingStatus').enum).toEqual(at(response, 'trackingStatus').enum);
  });

  it('states the fixed values of the error bodies and the limits of slippage', () => {
    const invalid = component('ValidationError');
    expect(at(invalid, 'type').const).toBe('/errors/validation-error');
    expect(at(invalid, 'title').const).toBe('Validation Error');
    expect(at(invalid, 'status').const).toBe(400);
    expect(at(invalid, 'timestamp').format).toBe('date-time');
    const internal = component('InternalServerError');
    expect(at(internal, 'type').const).toBe('/errors/internal-server-error');
    expect(at(internal, 'title').const).toBe('Internal Server Error');
    expect(at(internal, 'status').const).toBe(500);
    expect(at(component('QuoteRequest'), 'slippage')).toMatchObject({ minimum: 0, maximum: 100 });
    // Required unless the other stands in its place.
    expect(component('QuoteRequest')).toMatchObject({
      oneOf: [{ required: ['sellAmount'] }, { required: ['buyAmount'] }],
    });
  });

  it('has the endpoints of section 4 with a schema and an example for every status', () => {
    expect(Object.keys(document.paths).sort()).toEqual([...new Set(ENDPOINTS.map(([path]) => path))].sort());
    for (const [path, method, statuses] of ENDPOINTS) {
      const operation = document.paths[path]?.[method];
      expect(Object.keys(operation?.responses ?? {}), path).toEqual(statuses);
      for (const status of statuses.filter((one) => one !== '304')) {
        const json = operation?.responses[status]?.content?.['application/json'];
        expect(json?.schema, `${path} ${status}`).toBeDefined();
        expect(json?.example, `${path} ${status}`).toBeDefined();
      }
    }
    expect(document.paths['/v1/tokens']?.get?.parameters?.map(({ name }) => name)).toContain('provider');
  });

  it('has the JSON body first and no other type beside it where an endpoint streams as well', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const { responses } of Object.values(operations)) {
        const [first, ...others] = Object.entries(responses['200']?.content ?? {});
        expect(first?.[0], path).toBe('application/json');
        for (const [type, { schema }] of others) expect([type, schema.$ref]).toEqual([type, first?.[1].schema.$ref]);
      }
    }
  });

  it('gives examples that its own schemas accept', () => {
    for (const row of CONTRACT_ROWS) {
      const examples = EXAMPLES[row.operationId];
      if (row.body) expect(() => row.body?.parse(examples?.request), row.path).not.toThrow();
      for (const [status, { schema }] of Object.entries(row.responses)) {
        if (schema instanceof z.ZodType)
          expect(() => schema.parse(examples?.responses[status]), `${row.path} ${status}`).not.toThrow();
      }
    }
  });

  it('shows orders, approvals, refunds, and a route of two legs with its swap, valid by their schemas', () => {
    const schemas: Record<string, z.ZodType> = {
      Meta: metaSchema,
      RefundTerms: metaSchema.shape.refund,
      TypedData: typedDataSchema,
      Route: routeSchema,
      Bridge: metaSchema.shape.bridge,
      TrackResponse: trackResponseSchema,
      TrackedRefund: trackDataSchema.shape.refund,
    };
    expect(Object.keys(SCHEMA_EXAMPLES).sort()).toEqual(Object.keys(schemas).sort());
    for (const [name, examples] of Object.entries(SCHEMA_EXAMPLES)) {
      expect(component(name).examples, name).toEqual(examples);
      for (const example of examples) expect(schemas[name]?.parse(example), name).toEqual(example);
    }
  });

  it('is OpenAPI 3.1, version v1, with both servers in either network', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe('v1');
    for (const network of ['sandbox', 'mainnet'] as const) {
      const { servers } = openApiDocument({ here: 'https://here.example', network }) as unknown as Document;
      expect(servers).toHaveLength(2);
      expect(servers.map(({ url }) => url)).toContain('https://here.example');
    }
  });

  it('has no reference to a missing part', () => {
    const references = JSON.stringify(document).match(/"#\/components\/schemas\/[^"]+"/g) ?? [];
    const names = new Set(references.map((text) => text.slice('"#/components/schemas/'.length, -1)));
    expect(names.size).toBeGreaterThan(20);
    for (const name of names) expect(document.components.schemas).toHaveProperty([name]);
  });
});
