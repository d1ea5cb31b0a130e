/** The error that every client of the interface throws, with what is known of the failure. */
import type { FieldFault } from './schemas/problem.ts';

/** `status` is 0 when no answer came at all or it could not be read. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  /**
   * The address of the page that explains the problem, such as `/errors/not-found`. Programs distinguish problems by
   * it.
   */
  readonly type: string | undefined;
  readonly title: string;
  readonly detail: string;
  readonly traceId: string | undefined;
  readonly errors: FieldFault[];
  /** The whole body; empty where the answer had none. */
  readonly body: Record<string, unknown>;
  /** Seconds after which to ask again, where the answer has `Retry-After` in seconds (RFC 9110, 10.2.3). */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    body: Record<string, unknown>,
    options?: { cause?: unknown; retryAfter?: string | null },
  ) {
    const text = (key: string) => (typeof body[key] === 'string' ? body[key] : undefined);
    super(text('detail') ?? text('title') ?? `The answer was ${status}.`, { cause: options?.cause });
    this.status = status;
    this.type = text('type');
    this.title = text('title') ?? 'Error';
    this.detail = this.message;
    this.traceId = text('traceId');
    this.errors = Array.isArray(body.errors) ? body.errors.filter(isFault) : [];
    this.body = body;
    this.retryAfterSeconds = /^\d+$/.test(options?.retryAfter ?? '') ? Number(options?.retryAfter) : undefined;
  }
}

const isFault = (value: unknown): value is FieldFault =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';
