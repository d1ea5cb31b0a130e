/** Gives every request one id under which caller and log know it, and continues a W3C trace. */
import { randomBytes } from 'node:crypto';

/** Sane characters only: an id lands in logs and headers. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;
/** W3C Trace Context, version 00; ids of zeros only are invalid. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

export type RequestTrace = {
  /** Also the `traceId` of problem bodies. */
  requestId: string;
  /** Present only when the caller sent a valid one: the same trace, a span of ours. */
  traceparent?: string;
};

export function traceOf(headers: Headers): RequestTrace {
  const parent = TRACEPARENT.exec(headers.get('traceparent')?.trim().toLowerCase() ?? '');
  const given = headers.get('x-request-id')?.trim() ?? '';
  const requestId = REQUEST_ID.test(given) ? given : (parent?.[1] ?? randomBytes(16).toString('hex'));
  return parent
    ? { requestId, traceparent: `00-${parent[1]}-${randomBytes(8).toString('hex')}-${parent[3]}` }
    : { requestId };
}
