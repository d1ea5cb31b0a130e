/** What a route of the swap backend answers, before it is written to the wire. */

/** `body` goes out as JSON; text is sent as it is. */
export type RestAnswer = { status: number; body: unknown };

/** A refusal as the backend's own errors are written. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const badRequest = (message: string): ServiceError => new ServiceError(400, message);
export const unavailable = (message: string): ServiceError => new ServiceError(503, message);

/** The answer of `route`, or of the ServiceError that it threw. */
export function answering(route: () => RestAnswer): RestAnswer {
  try {
    return route();
  } catch (error) {
    if (error instanceof ServiceError) return { status: error.status, body: { message: error.message } };
    throw error;
  }
}
