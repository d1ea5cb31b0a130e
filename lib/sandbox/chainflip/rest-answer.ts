/** Defines the answer of a backend route before it is serialized. */

/** `body` is sent as JSON; a string is sent unchanged. */
export type RestAnswer = { status: number; body: unknown };

/** A refusal in the format of the backend's own errors. */
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

/** The answer of `route`, or that of the ServiceError it threw. */
export function answering(route: () => RestAnswer): RestAnswer {
  try {
    return route();
  } catch (error) {
    if (error instanceof ServiceError) return { status: error.status, body: { message: error.message } };
    throw error;
  }
}
