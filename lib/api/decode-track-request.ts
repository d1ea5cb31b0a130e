/** Takes a tracking request, or names every field that is wrong. */
import { fieldsOf, readShape, withoutAbsent } from './field-faults.ts';
import { validationProblem } from './problem.ts';
import { type TrackRequest, trackRequestSchema } from './schemas/track.ts';

export type DecodedTrackRequest = {
  hash?: string;
  quoteId?: string;
  /** Default 0. */
  routeIndex: number;
  /** As the caller wrote it: a name or a number. Whether it is the payment's chain is checked against the swap. */
  chainId?: string;
  /** The paid deposit channel, by its number or its address. */
  channel?: { upstreamId: string } | { depositAddress: string };
};

/** Turns a numeric chain id into text: many programs send a number, the interface has a string. */
function withChainText(body: unknown): unknown {
  const fields = fieldsOf(body);
  return Number.isSafeInteger(fields.chainId) ? { ...fields, chainId: String(fields.chainId) } : body;
}

/** @throws {Problem} 400 naming every field that is wrong; both `hash` and `quoteId` where neither is given. */
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
  ];
  if (faults.length > 0 || !value) throw validationProblem(faults);
  const { hash, quoteId, routeIndex, chainId, depositAddress, ...rest }: TrackRequest = value;
  const upstreamId = rest.depositChannelId ?? rest.channelId;
  return {
    routeIndex: routeIndex ?? 0,
    ...(hash === undefined ? {} : { hash }),
    ...(quoteId === undefined ? {} : { quoteId }),
    ...(chainId === undefined ? {} : { chainId }),
    ...(upstreamId !== undefined
      ? { channel: { upstreamId } }
      : depositAddress !== undefined
        ? { channel: { depositAddress } }
        : {}),
  };
}
