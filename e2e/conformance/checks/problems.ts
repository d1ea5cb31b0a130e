/** Checks section 7: the body of an error, by its status. */
import type { Answer } from '../asker.ts';
import {
  type Difference,
  dateTime,
  differs,
  exactly,
  fieldsOf,
  filledText,
  isFields,
  list,
  listOf,
  type Rule,
  table,
  text,
} from '../rules.ts';

const common = { instance: text, timestamp: dateTime, traceId: text };

/** Section 7.1. */
export const validationRule = table(
  {
    type: exactly('/errors/validation-error'),
    title: exactly('Validation Error'),
    status: exactly(400),
    detail: text,
  },
  { ...common, errors: list },
);
const faultRule = table({ message: text }, { field: text, code: text });

/** Section 7.2. */
export const internalRule = table(
  { type: exactly('/errors/internal-server-error'), title: exactly('Internal Server Error'), status: exactly(500) },
  { ...common, detail: text },
);

/** The whole of section 7.1, with every item of `errors`. */
export const wholeValidationRule: Rule = (body, at) => [
  ...validationRule(body, at),
  ...(isFields(body) ? listOf(body.errors).flatMap((fault, index) => faultRule(fault, `errors[${index}]`)) : []),
];

const kebab = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * Portage's problem body for any status: the fields of section 7.1, `type` derived from the title, the path and the
 * request's id.
 */
export function problemBody(answer: Answer, at = ''): Difference[] {
  const { title } = fieldsOf(answer.json);
  const rule = table({
    type: exactly(`/errors/${kebab(typeof title === 'string' ? title : '')}`),
    title: filledText,
    status: exactly(answer.status),
    detail: filledText,
    instance: exactly(answer.path.split('?')[0]),
    timestamp: dateTime,
    traceId: exactly(answer.headers.get('x-request-id') ?? 'the header x-request-id'),
  });
  return rule(answer.json, at);
}

/** The fields that `errors` names, without what is inside them: `providers.0` and `providers[0]` are `providers`. */
export const namedFields = (answer: Answer): string[] => [
  ...new Set(
    listOf(fieldsOf(answer.json).errors).flatMap((fault) => {
      const { field } = fieldsOf(fault);
      return typeof field === 'string' ? [field.replace(/[.[].*$/, '')] : [];
    }),
  ),
];

/** The 400 of Portage: the body of section 7.1, with a sentence and a code for every wrong field. */
export function problemDifferences(answer: Answer, ...fields: string[]): Difference[] {
  const named = namedFields(answer);
  const missing = fields.filter((field) => !named.includes(field));
  const coded = table({ field: filledText, message: filledText, code: filledText });
  return [
    ...wholeValidationRule(answer.json, ''),
    ...listOf(fieldsOf(answer.json).errors).flatMap((fault, index) => coded(fault, `errors[${index}]`)),
    ...(missing.length > 0 ? differs('errors', `each wrong field named: ${missing.join(', ')}`, named) : []),
  ];
}
