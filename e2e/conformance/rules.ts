/** Checks a value against a table of the specification and reports each difference with what was expected and found. */
import { DECIMAL } from './decimals.ts';
import { splitAssetId } from './vocabulary.ts';

export type Difference = { at: string; expected: string; came: string };
export type Rule = (value: unknown, at: string) => Difference[];
export type Fields = Record<string, unknown>;

const LONGEST_SHOWN = 160;

/** A value as JSON, cut where it is long. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing: the field is absent';
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const differs = (at: string, expected: string, value: unknown): Difference[] => [
  { at, expected, came: show(value) },
];

const must =
  (expected: string, holds: (value: unknown) => boolean): Rule =>
  (value, at) =>
    holds(value) ? [] : differs(at, expected, value);

export const text = must('a string', (value) => typeof value === 'string');
export const filledText = must('a string that is not empty', (value) => typeof value === 'string' && value !== '');
export const number = must('a number', (value) => typeof value === 'number' && Number.isFinite(value));
export const integer = must('an integer', (value) => Number.isInteger(value));
export const flag = must('true or false', (value) => typeof value === 'boolean');
export const list = must('an array', Array.isArray);
export const object = must('an object', isFields);
export const integerText = must(
  'a string of digits',
  (value) => typeof value === 'string' && /^(\d+|0x[0-9a-fA-F]+)$/.test(value),
);
export const dateTime = must(
  'a date-time (RFC 3339)',
  (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(value) &&
    !Number.isNaN(Date.parse(value)),
);
/** Applies to strings only; the table checks that the value is one. */
export const decimal = must(
  'a decimal without sign and exponent, such as "0.5"',
  (value) => typeof value !== 'string' || DECIMAL.test(value),
);
export const assetId = must(
  'an asset identifier: CHAIN.SYMBOL, CHAIN.SYMBOL-ADDRESS or CHAIN.ASSET/ASSET',
  (value) => typeof value !== 'string' || splitAssetId(value) !== undefined,
);
export const exactly = (wanted: unknown): Rule => must(`always ${JSON.stringify(wanted)}`, (value) => value === wanted);
/** Applies to strings only; the table checks that the value is one. */
export const oneOf = (values: readonly string[]): Rule =>
  must(`one of ${values.join(', ')}`, (value) => typeof value !== 'string' || values.includes(value));

export const each =
  (rule: Rule): Rule =>
  (value, at) =>
    listOf(value).flatMap((item, index) => rule(item, `${at}[${index}]`));

/** A list, and each of its items. */
export const listWith =
  (rule: Rule): Rule =>
  (value, at) => [...list(value, at), ...each(rule)(value, at)];

/** A string, and that by a rule which applies to strings only. */
export const textBy =
  (rule: Rule): Rule =>
  (value, at) => [...text(value, at), ...rule(value, at)];

/** The rows of one table: required fields must be present, and optional ones valid where they are present. */
export const table =
  (required: Readonly<Record<string, Rule>>, optional: Readonly<Record<string, Rule>> = {}): Rule =>
  (value, at) => {
    if (!isFields(value)) return differs(at || 'the body', 'an object', value);
    const pathOf = (name: string) => (at ? `${at}.${name}` : name);
    return [
      ...Object.entries(required).flatMap(([name, rule]) => rule(value[name], pathOf(name))),
      ...Object.entries(optional).flatMap(([name, rule]) =>
        value[name] === undefined ? [] : rule(value[name], pathOf(name)),
      ),
    ];
  };
