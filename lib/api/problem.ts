/** Turns every trouble that a caller is told about into one kind of body: sections 7.1 and 7.2 of the interface. */
import type { FieldFault, ProblemBody } from './schemas/problem.ts';

export type ProblemOptions = {
  status: number;
  title: string;
  detail: string;
  errors?: FieldFault[];
  /** Further keys of the body. */
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
};

/**
 * Thrown anywhere behind an endpoint, answered as a problem body.
 * Recognise it by `isProblem`.
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

/** The 400 of section 7.1. @param errors every fault, at least one. */
export function validationProblem(errors: FieldFault[], detail?: string): Problem {
  const fields = [...new Set(errors.map((fault) => fault.field ?? 'body'))].join(', ');
  return new Problem({
    status: 400,
    title: 'Validation Error',
    detail: detail ?? `The request cannot be taken as it is: ${fields}.`,
    errors,
  });
}

export const notFound = (detail: string): Problem => new Problem({ status: 404, title: 'Not Found', detail });

/** `Method Not Allowed` → `/errors/method-not-allowed`. */
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
    instance: about.instance,
    timestamp: new Date(about.at).toISOString(),
    traceId: about.traceId,
    ...(problem.errors ? { errors: problem.errors } : {}),
    ...problem.extra,
  };
}
