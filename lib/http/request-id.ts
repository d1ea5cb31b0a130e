/** Gives every request one id for the caller and the log, and continues a W3C trace. */
import { randomBytes } from 'node:crypto';
import type { RequestHeaders } from './api-request.ts';

/** Safe characters only, because ids are written to logs and headers. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;
/** W3C Trace Context, version 00; ids that consist of zeros are invalid. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/;
/** The only flag that version 00 defines. */
const SAMPLED = 0x01;

export type RequestTrace = {
  /** Also the `traceId` of problem bodies. */
  requestId: string;
  /** Present only when the caller sent a valid one; names the same trace and a span of ours. */
  traceparent?: string;
  /** 32 hex digits: the caller's trace, or a new one. */
  traceId: string;
  /** 16 hex digits: this request's own span. */
  spanId: string;
  /** The caller's span, and whether the caller samples the trace; absent where the trace begins here. */
  parent?: { spanId: string; sampled: boolean };
};

export const newSpanId = (): string => randomBytes(8).toString('hex');
export const newTraceId = (): string => randomBytes(16).toString('hex');

export function traceOf(headers: RequestHeaders): RequestTrace {
  const [, traceId, parentSpanId, flags] =
    TRACEPARENT.exec(headers.get('traceparent')?.trim().toLowerCase() ?? '') ?? [];
  const given = headers.get('x-request-id')?.trim() ?? '';
  const spanId = newSpanId();
  if (traceId === undefined || parentSpanId === undefined || flags === undefined) {
    const requestId = REQUEST_ID.test(given) ? given : newTraceId();
    return { requestId, traceId: TRACE_ID.test(requestId) ? requestId : newTraceId(), spanId };
  }
  return {
    requestId: REQUEST_ID.test(given) ? given : traceId,
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    traceId,
    spanId,
    parent: { spanId: parentSpanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED },
  };
}
