/** Defines the emulated 1inch's answers before serialization, and the format of its refusals. */
import { randomUUID } from 'node:crypto';
import type { ServiceAnswer } from '../ledger.ts';

export type Meta = { type: string; value: string }[];

const NAMES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

/** A refusal with the text that clients know. */
export class OneinchError extends Error {
  override readonly name = 'OneinchError';
  readonly status: number;
  readonly meta: Meta;

  constructor(status: number, description: string, meta: Meta = []) {
    super(description);
    this.status = status;
    this.meta = meta;
  }
}

export const badRequest = (description: string, meta: Meta = []): OneinchError =>
  new OneinchError(400, description, meta);

/** Error codes of v6.1 that clients have met; most refusals have none. */
const CODES: readonly [RegExp, string][] = [
  [/^insufficient liquidity/, 'INSUFFICIENT_LIQUIDITY'],
  [/^Not enough allowance/, 'NOT_ENOUGH_ALLOWANCE'],
];

/** Source of the body's shape: 1inch-sdk-go aggregation-openapi.json, `QuoteRequestError`. */
export function refusal({ status, message, meta }: OneinchError): ServiceAnswer {
  const code = CODES.find(([text]) => text.test(message))?.[1];
  const body = {
    ...(code === undefined ? {} : { code }),
    error: NAMES[status] ?? 'Error',
    description: message,
    statusCode: status,
    requestId: randomUUID(),
    meta,
  };
  return json(status, body);
}

export const json = (status: number, body: unknown): ServiceAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});
