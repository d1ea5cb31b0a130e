/** Reports all faults of a request's shape at once, in sentences that say what would be accepted. */
import type { z } from 'zod';
import { PROVIDER_IDS } from '../domain/provider-id.ts';
import { validationProblem } from './problem.ts';
import type { FieldFault } from './schemas/problem.ts';

type Issue = z.core.$ZodIssue;

const TYPE_WORDS: Record<string, string> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
};

/** Explains the pattern of a field, by the last part of the field's path. */
const PATTERN_WORDS: Record<string, string> = {
  sellAmount: 'a decimal number above zero in quotes, such as "0.5", without sign or exponent',
  hash: 'a transaction hash of up to 130 letters and digits',
  quoteId: 'the quoteId of a quote',
};

function expected(issue: Issue, name: string): { message: string; code: string } {
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = `must be ${PATTERN_WORDS[name] ?? TYPE_WORDS[issue.expected] ?? issue.expected}`;
      return issue.input === undefined
        ? { message: `is missing: it ${wanted}`, code: 'required' }
        : { message: wanted, code: 'invalid_type' };
    }
    case 'invalid_value':
      return name === 'providers'
        ? { message: `must be one of ${PROVIDER_IDS.join(', ')}`, code: 'unknown_provider' }
        : { message: `must be one of ${issue.values.map(String).join(', ')}`, code: 'invalid_value' };
    case 'invalid_format':
      return { message: `must be ${PATTERN_WORDS[name] ?? 'written differently'}`, code: 'invalid_format' };
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
  const name = issue.path.filter((part) => typeof part === 'string').at(-1);
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

/** Removes optional fields whose value counts as absent; everything else stays as it came. */
export function withoutAbsent(schema: z.ZodObject, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const isLeftOut = (name: string, value: unknown) =>
    isAbsent(value) && Object.hasOwn(schema.shape, name) && schema.shape[name]?.safeParse(undefined).success === true;
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => !isLeftOut(name, value)));
}

/** Parses a body by a schema, dropping unknown fields. @throws {Problem} 400 with every fault. */
export function parseShape<T>(schema: z.ZodType<T>, body: unknown): T {
  const { value, faults } = readShape(schema, body);
  if (value === undefined) throw validationProblem(faults);
  return value;
}
