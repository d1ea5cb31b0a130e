/** Decodes a tracking request, or names every wrong field. */
import { fieldsOf, readShape, withoutAbsent } from './field-faults.ts';
import { validationProblem } from './problem.ts';
import type { DepositChannel } from './schemas/deposit-channel.ts';
import type { FieldFault } from './schemas/problem.ts';
import type { WireRoute } from './schemas/route.ts';
import { type TrackRequest, trackRequestSchema } from './schemas/track.ts';

/**
 * A signed route instead of its stored quote. `raw` is as it came, which the signature covers, unknown fields
 * included. `wire` and `record` are the same in the shapes of the schemas.
 */
export type SignedRoute = {
  raw: WireRoute;
  wire: WireRoute;
  signature: string | undefined;
  channel?: { raw: DepositChannel; record: DepositChannel };
};

export type DecodedTrackRequest = {
  hash?: string;
  quoteId?: string;
  /** Default 0. */
  routeIndex: number;
  /** As the caller wrote it: a name or a number. Whether it is the payment's chain is checked against the swap. */
  chainId?: string;
  /** The paid deposit channel, by its number or its address. */
  channel?: { upstreamId: string } | { depositAddress: string };
  signed?: SignedRoute;
};

/** Turns a numeric chain id into text: many programs send a number, the interface has a string. */
function withChainText(body: unknown): unknown {
  const fields = fieldsOf(body);
  return Number.isSafeInteger(fields.chainId) ? { ...fields, chainId: String(fields.chainId) } : body;
}

/** The route of a body that has the schema's shape. */
function signedOf(body: Record<string, unknown>, { route, signature, depositChannel }: TrackRequest) {
  if (!route) return {};
  // The schema has checked both; `raw` only adds the fields that it does not know.
  const raw = body.route as WireRoute;
  const channel = depositChannel && { raw: body.depositChannel as DepositChannel, record: depositChannel };
  const signed = { raw, wire: route, signature: signature ?? route.meta.signature, ...(channel ? { channel } : {}) };
  return { signed };
}

/** The fields that a signed route requires. */
function faultsOfSigned({ route, quoteId, depositChannel }: TrackRequest): FieldFault[] {
  const missing = (field: string, why: string) => ({
    field,
    message: `${field} is missing: ${why}.`,
    code: 'required',
  });
  return [
    ...(route && quoteId === undefined
      ? [missing('quoteId', 'a signed route names its quote and its routeIndex')]
      : []),
    ...(depositChannel && !route ? [missing('route', 'a deposit channel is sent beside its signed route')] : []),
  ];
}

/** @throws {Problem} 400 naming every wrong field; both `hash` and `quoteId` when neither is given. */
export function decodeTrackRequest(given: unknown): DecodedTrackRequest {
  const body = withChainText(withoutAbsent(trackRequestSchema, given));
  const fields = fieldsOf(body);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const names = ['hash', 'quoteId', 'depositChannelId', 'channelId', 'depositAddress'];
  const neither = isObject && names.every((name) => fields[name] === undefined);
  const { value, faults: ofShape } = readShape(trackRequestSchema, body);
  const faults = [
    ...ofShape,
    ...(neither
      ? ['hash', 'quoteId'].map((field) => ({
          field,
          message: `${field} is missing: at least one of hash and quoteId is required.`,
          code: 'required',
        }))
      : []),
    ...(value ? faultsOfSigned(value) : []),
  ];
  if (faults.length > 0 || !value) throw validationProblem(faults);
  const { hash, quoteId, routeIndex, chainId, depositAddress, ...rest }: TrackRequest = value;
  const signed = signedOf(fields, value);
  const upstreamId = rest.depositChannelId ?? rest.channelId;
  return {
    routeIndex: routeIndex ?? 0,
    ...(hash === undefined ? {} : { hash }),
    ...(quoteId === undefined ? {} : { quoteId }),
    ...(chainId === undefined ? {} : { chainId }),
    ...signed,
    ...(upstreamId !== undefined
      ? { channel: { upstreamId } }
      : depositAddress !== undefined
        ? { channel: { depositAddress } }
        : {}),
  };
}
