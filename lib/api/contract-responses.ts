/** Defines a row of the contract, and the responses and headers that several endpoints share. */
import type { z } from 'zod';
import { internalErrorSchema, problemSchema, validationErrorSchema } from './schemas/problem.ts';

export type ContractResponse = { description: string; schema?: z.ZodType };

export type ContractRow = {
  method: 'get' | 'post' | 'put';
  path: string;
  operationId: string;
  summary: string;
  description: string;
  body?: z.ZodType;
  query?: z.ZodObject;
  /** The path segments in braces. */
  params?: z.ZodObject;
  /** Request headers that the endpoint reads, each with its meaning. */
  headers?: Record<string, string>;
  responses: Record<number, ContractResponse>;
  /** The event stream that `Accept: text/event-stream` returns, where there is one. */
  events?: string;
};

export const methodNotAllowed = {
  description: 'Another method; `Allow` names those that are answered.',
  schema: problemSchema,
};
export const internalError = { description: 'Our fault.', schema: internalErrorSchema };
export const invalid = {
  description: 'The request is wrong; `errors` names every field that is.',
  schema: validationErrorSchema,
};
export const noKey = {
  description: 'The API key is wrong, expired or revoked, or this deployment requires one.',
  schema: problemSchema,
};
export const ownKey = {
  description: 'There is no valid API key: this belongs to an integrator.',
  schema: problemSchema,
};
export const noSignIn = {
  description: 'This deployment does not know its own name, or the chain of an account by code cannot be asked.',
  schema: problemSchema,
};
export const noWebhook = { description: 'The integrator has no webhook with that id.', schema: problemSchema };
export const tooMany = {
  description: 'More than the caller may ask; `Retry-After` says when to go on, `RateLimit` what is left.',
  schema: problemSchema,
};
export const stillRunning = {
  description: 'The first request with this `Idempotency-Key` has not ended; `Retry-After` says when to send it again.',
  schema: problemSchema,
};
export const keyReused = {
  description: 'This `Idempotency-Key` was used with another body.',
  schema: problemSchema,
};
export const IDEMPOTENCY = {
  'Idempotency-Key':
    'Any text of yours in quotes, up to 255 characters, such as `"8e03978e-40d5-43dd-bc93-6894a57f9324"`. The same key with the same body gets the same answer for 24 hours, also where the first is still being made; with another body it is 422. Source: draft-ietf-httpapi-idempotency-key-header.',
};
export const refusedSwap = {
  description:
    'The deployment does not serve an address of the swap, which `errors` names (`/errors/address-refused`), or the country of the caller (`/errors/country-refused`).',
  schema: problemSchema,
};
export const noSwapNow = {
  description:
    'No swap can begin now: maintenance (`/errors/maintenance`), or the addresses cannot be checked. `Retry-After` says when to ask again.',
  schema: problemSchema,
};
export const tooLarge = { description: 'The body has more than 64 KiB.', schema: problemSchema };
