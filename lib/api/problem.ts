/** Turns every error that a caller sees into one kind of body: sections 7.1 and 7.2 of the interface. */
import type { FieldFault, ProblemBody } from './schemas/problem.ts';

export type ProblemOptions = {
  status: number;
  title: string;
  detail: string;
  errors?: FieldFault[];
  /** Additional keys of the body. */
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
};

/**
 * An error that any code behind an endpoint may throw, and that is answered as a problem body.
 * Recognise it by `isProblem`: Next may load a module more than once, and `instanceof` would then fail.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: FieldFault[] | undefined;
  readonly extra: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;

  constructor(options: ProblemOptions) {
    super(options.detail);
    this.status = options.status;
    this.title = options.title;
    this.detail = options.detail;
    this.errors = options.errors;
    this.extra = options.extra;
    this.headers = options.headers ?? {};
  }
}

export const isProblem = (error: unknown): error is Problem => error instanceof Error && error.name === 'Problem';

/**
 * Most faults in one body, and the bytes of JSON that they may take together: a garbage request gets a short answer.
 */
const MOST_FAULTS = 20;
const MOST_FAULT_BYTES = 3000;
const MOST_MESSAGE = 500;
const MOST_FIELD = 100;
const MOST_FIELDS_NAMED = 10;
/** An answer repeats at most this much of the path. */
const MOST_INSTANCE = 200;

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function firstOf(errors: readonly FieldFault[]): FieldFault[] {
  const first: FieldFault[] = [];
  let bytes = 0;
  for (const { field, message, ...rest } of errors.slice(0, MOST_FAULTS)) {
    const fault = {
      ...rest,
      ...(field === undefined ? {} : { field: cut(field, MOST_FIELD) }),
      message: cut(message, MOST_MESSAGE),
    };
    bytes += new TextEncoder().encode(JSON.stringify(fault)).length;
    if (bytes > MOST_FAULT_BYTES && first.length > 0) break;
    first.push(fault);
  }
  return first;
}

/** The 400 problem of section 7.1. @param errors all faults, at least one; the first are sent, at most 20 and 3 kB. */
export function validationProblem(errors: readonly FieldFault[], detail?: string): Problem {
  const named = firstOf(errors);
  const fields = [...new Set(named.map((fault) => fault.field ?? 'body'))];
  const more = errors.length > named.length || fields.length > MOST_FIELDS_NAMED ? ' and more' : '';
  return new Problem({
    status: 400,
    title: 'Validation Error',
    detail: cut(
      detail ?? `The request cannot be taken as it is: ${fields.slice(0, MOST_FIELDS_NAMED).join(', ')}${more}.`,
      MOST_MESSAGE,
    ),
    errors: named,
  });
}

export const notFound = (detail: string): Problem => new Problem({ status: 404, title: 'Not Found', detail });

/** The type of a problem by its title: `Method Not Allowed` gives `/errors/method-not-allowed`. */
export const problemType = (title: string): string =>
  `/errors/${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}`;

/** @param at unix ms. */
export function problemBody(
  problem: Pick<Problem, 'status' | 'title' | 'detail' | 'errors' | 'extra'>,
  about: { instance: string; traceId: string; at: number },
): ProblemBody & Record<string, unknown> {
  return {
    type: problemType(problem.title),
    title: problem.title,
    status: problem.status,
    detail: problem.detail,
    instance: cut(about.instance, MOST_INSTANCE),
    timestamp: new Date(about.at).toISOString(),
    traceId: about.traceId,
    ...(problem.errors ? { errors: problem.errors } : {}),
    ...problem.extra,
  };
}
