/** Reports all faults of a request's shape at once, in sentences that say what would be accepted. */
import { z } from 'zod';
import { PROVIDER_IDS } from '../domain/provider-id.ts';
import { validationProblem } from './problem.ts';
import type { FieldFault } from './schemas/problem.ts';

type Issue = z.core.$ZodIssue;

const TYPE_TEXTS: Record<string, string> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
};

const AMOUNT_TEXT = 'a decimal number above zero in quotes, such as "0.5", without sign or exponent';
/** Explains the pattern of a field, by the last part of the field's path. */
const PATTERN_TEXTS: Record<string, string> = {
  sellAmount: AMOUNT_TEXT,
  buyAmount: AMOUNT_TEXT,
  hash: 'a transaction hash of up to 130 letters and digits',
  quoteId: 'the quoteId of a quote',
  from: 'a day such as 2026-11-21',
  to: 'a day such as 2026-11-21',
  since: 'a time such as 2026-11-21T06:00:00Z',
  until: 'a time such as 2026-11-21T06:00:00Z',
  cursor: 'the `next` of an earlier page',
  channelId: 'the channelId of an opened channel, such as 8000512-Bitcoin-2',
  depositChannelId: 'the channelId of an opened channel, such as 8000512-Bitcoin-2',
  address: 'an EVM address: 0x and 40 hex digits',
  signature: 'a signature in hex that begins with 0x',
};

function expected(issue: Issue, name: string): { message: string; code: string } {
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = `must be ${PATTERN_TEXTS[name] ?? TYPE_TEXTS[issue.expected] ?? issue.expected}`;
      return issue.input === undefined
        ? { message: `is missing: it ${wanted}`, code: 'required' }
        : { message: wanted, code: 'invalid_type' };
    }
    case 'invalid_value':
      return name === 'providers'
        ? { message: `must be one of ${PROVIDER_IDS.join(', ')}`, code: 'unknown_provider' }
        : { message: `must be one of ${issue.values.map(String).join(', ')}`, code: 'invalid_value' };
    case 'invalid_format':
      return { message: `must be ${PATTERN_TEXTS[name] ?? 'written differently'}`, code: 'invalid_format' };
    case 'too_small':
      return { message: `must be at least ${issue.minimum}`, code: 'out_of_range' };
    case 'too_big':
      return { message: `must be at most ${issue.maximum}`, code: 'out_of_range' };
    default:
      return { message: issue.message, code: issue.code };
  }
}

function faultOf(issue: Issue): FieldFault {
  const field = issue.path.map(String).join('.');
  const name = issue.path.filter((key) => typeof key === 'string').at(-1);
  const { message, code } = expected(issue, typeof name === 'string' ? name : '');
  return { field: field || 'body', message: `${field || 'The body'} ${message}.`, code };
}

/** The body in the schema's shape, unknown fields left out; else its faults of shape, one per field. */
export function readShape<T>(schema: z.ZodType<T>, body: unknown): { value?: T; faults: FieldFault[] } {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return { value: parsed.data, faults: [] };
  const byField = new Map<string, FieldFault>();
  for (const issue of parsed.error.issues) {
    const fault = faultOf(issue);
    const key = fault.field ?? '';
    if (!byField.has(key)) byField.set(key, fault);
  }
  return { faults: [...byField.values()] };
}

/** The own fields of a body that is an object, unchecked; {} for any other body. */
export const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};

/** Whether a value counts as an absent field: undefined, null or ''. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

type Maximum = { most: number; of: 'characters' | 'entries' };

/** The longest text or list that a field may have; undefined for other fields. */
function maximumOf(field: unknown): Maximum | undefined {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return maximumOf(field.unwrap());
  if (field instanceof z.ZodString)
    return field.maxLength === null ? undefined : { most: field.maxLength, of: 'characters' };
  if (!(field instanceof z.ZodArray)) return undefined;
  const most = field.def.checks?.map((check) => check._zod.def).find((def) => def.check === 'max_length');
  return most !== undefined && 'maximum' in most ? { most: Number(most.maximum), of: 'entries' } : undefined;
}

/**
 * Refuses texts and lists longer than the schema allows before their contents are parsed: zod would read every entry
 * of a list before it counts them. @throws {Problem} 400
 */
export function assertNotTooLong(schema: z.ZodType, body: unknown): void {
  if (!(schema instanceof z.ZodObject)) return;
  const fields = fieldsOf(body);
  const faults = Object.entries(schema.shape).flatMap(([field, inner]): FieldFault[] => {
    const value = fields[field];
    const maximum = typeof value === 'string' || Array.isArray(value) ? maximumOf(inner) : undefined;
    const length = typeof value === 'string' || Array.isArray(value) ? value.length : 0;
    if (maximum === undefined || length <= maximum.most) return [];
    return [{ field, message: `${field} may have at most ${maximum.most} ${maximum.of}.`, code: 'too_long' }];
  });
  if (faults.length > 0) throw validationProblem(faults);
}

/**
 * Removes optional fields whose value counts as absent; everything else stays as it came. @throws {Problem} 400 at
 * once when a text or a list is too long to be parsed.
 */
export function withoutAbsent(schema: z.ZodObject, body: unknown): unknown {
  assertNotTooLong(schema, body);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const isLeftOut = (name: string, value: unknown) =>
    isAbsent(value) && Object.hasOwn(schema.shape, name) && schema.shape[name]?.safeParse(undefined).success === true;
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => !isLeftOut(name, value)));
}

/** Parses a body by a schema, dropping unknown fields. @throws {Problem} 400 with every fault. */
export function parseShape<T>(schema: z.ZodType<T>, body: unknown): T {
  assertNotTooLong(schema, body);
  const { value, faults } = readShape(schema, body);
  if (value === undefined) throw validationProblem(faults);
  return value;
}
