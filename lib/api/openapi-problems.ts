/** Gives one realistic example of each problem, for the messages that show it. */

export type Example = { request?: unknown; responses: Record<string, unknown> };

const about = {
  timestamp: '2026-11-21T06:00:00.000Z',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};
export const problem = (status: number, title: string, detail: string, instance: string) => ({
  type: `/errors/${title.toLowerCase().replaceAll(' ', '-')}`,
  title,
  status,
  detail,
  instance,
  ...about,
});
type Fault = readonly [field: string, message: string, code: string];
export const invalid = (instance: string, ...faults: readonly Fault[]) => ({
  ...problem(
    400,
    'Validation Error',
    `The request cannot be taken as it is: ${faults.map(([field]) => field).join(', ')}.`,
    instance,
  ),
  errors: faults.map(([field, message, code]) => ({ field, message, code })),
});
const common = (instance: string) => ({
  401: problem(
    401,
    'Unauthorized',
    'This API key is not known here. Leave the header out, or send a key that is.',
    instance,
  ),
  429: problem(429, 'Too Many Requests', 'You have asked more than you may for now; go on in 12 seconds.', instance),
  500: problem(500, 'Internal Server Error', 'An unexpected error occurred', instance),
});
/** Problems of the calls that accept an `Idempotency-Key`. */
export const keyTroubles = (instance: string) => ({
  409: problem(
    409,
    'Idempotency Key In Use',
    'The first request with this Idempotency-Key is still being worked on; send it again in 5 seconds.',
    instance,
  ),
  422: problem(
    422,
    'Idempotency Key Reused',
    'This Idempotency-Key was used with another body; take a new key for a new request.',
    instance,
  ),
});
/** Problems of the calls that begin a swap, or answer what can be paid. */
export const notServed = (instance: string) => ({
  403: {
    ...problem(
      403,
      'Address Refused',
      'This deployment does not serve an address of this swap (destinationAddress). Nothing was opened or ordered.',
      instance,
    ),
    errors: [
      {
        field: 'destinationAddress',
        message: 'destinationAddress must be another one: this deployment does not serve it.',
        code: 'sanctions',
      },
    ],
  },
  503: problem(503, 'Maintenance', 'We move to a new machine until 14:00 UTC.', instance),
});
export const reading = (instance: string) => ({
  405: problem(405, 'Method Not Allowed', `${instance} answers GET, HEAD, OPTIONS.`, instance),
  ...common(instance),
});
export const failures = (instance: string) => ({
  ...common(instance),
  405: problem(405, 'Method Not Allowed', `${instance} answers POST, OPTIONS.`, instance),
  413: problem(413, 'Payload Too Large', 'A request body may have at most 65536 bytes.', instance),
});
