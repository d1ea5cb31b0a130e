/**
 * Accepts a signed route in place of its stored quote, so that a deployment that lost its database, or another one
 * that trusts the key, can follow the swap. Nothing unsigned is accepted.
 */
import type { DecodedTrackRequest, SignedRoute } from '../api/decode-track-request.ts';
import { validationProblem } from '../api/problem.ts';
import { draftOfRoute } from '../api/resume-notes.ts';
import type { DepositChannel } from '../api/schemas/deposit-channel.ts';
import { type SignedKind, signedContent, type Verified } from '../api/signatures.ts';
import type { Store } from '../db/store.ts';
import type { RoutedChannel } from '../domain/deposit-channel.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Signing } from '../signing/signing.ts';

export type ResumeDeps = {
  store: Pick<Store, 'loadQuote' | 'resumeRoute' | 'resumeChannel' | 'channelsOfRoute'>;
  verify: Signing['verify'];
  now: () => number;
};

const wrong = (field: string, message: string, code: string) =>
  validationProblem([{ field, message: `${field} ${message}`, code }]);

const REASONS: Readonly<Record<Exclude<Verified, { ok: true }>['reason'], (kid: string) => [string, string]>> = {
  unsigned: () => ['is missing.', 'required'],
  malformed: () => ['must be a detached JWS as the answer had it.', 'invalid_format'],
  otherKind: () => ['must be that of this record, on this deployment’s network.', 'wrong_signature'],
  unknownKey: (kid) => [`must be by a key of this deployment or one that it trusts; ${kid} is none.`, 'unknown_key'],
  revokedKey: (kid) => [`must be by a key that holds; ${kid} was revoked.`, 'revoked_key'],
  changed: () => [
    'does not fit: what was sent is not what was signed. Send it whole and unchanged.',
    'wrong_signature',
  ],
};

async function assertSigned(
  deps: ResumeDeps,
  field: string,
  kind: SignedKind,
  content: unknown,
  signature: string | undefined,
): Promise<void> {
  const verified: Verified =
    signature === undefined ? { ok: false, reason: 'unsigned' } : await deps.verify(kind, content, signature);
  if (verified.ok) return;
  throw wrong(field, ...REASONS[verified.reason](verified.kid ?? ''));
}

function draftOf({ wire }: SignedRoute): RouteDraft {
  const draft = draftOfRoute(wire);
  if (draft) return draft;
  throw wrong(
    'route.meta.resume',
    'must be there as the quote had it: without it, or of another version, nothing can be followed.',
    'required',
  );
}

function routedChannel(record: DepositChannel, draft: RouteDraft): RoutedChannel {
  const { depositAddress, channelId, issuedBlock, sourceChainExpiryBlock, expiration = '0' } = record;
  const { destinationAddress = draft.destinationAddress, refundAddress = '' } = record;
  const blocks = { issuedBlock, sourceChainExpiryBlock, expiresAt: Number(expiration) * 1000 };
  return { depositAddress, channelId, ...blocks, destinationAddress, refundAddress };
}

async function resumeChannel(
  deps: ResumeDeps,
  { channel }: SignedRoute,
  { quoteId, routeIndex }: { quoteId: string; routeIndex: number },
  draft: RouteDraft,
): Promise<void> {
  if (!channel) return;
  const { kind, content, signature } = signedContent(channel.raw);
  await assertSigned(deps, 'depositChannel.signature', kind, content, signature);
  const { record } = channel;
  if (record.quoteId !== quoteId || record.routeIndex !== routeIndex)
    throw wrong(
      'depositChannel',
      'must be one of the route’s own: its quoteId or routeIndex is another.',
      'other_route',
    );
  const known = await deps.store.channelsOfRoute({ quoteId, routeIndex });
  if (known.some((one) => one.channel?.channelId === record.channelId)) return;
  const routed = routedChannel(record, draft);
  await deps.store.resumeChannel({ quoteId, routeIndex, draft, channel: routed, now: deps.now() });
}

/**
 * Stores the quote as far as the request proves it. A quote that is known here needs no proof, and none is read.
 * @throws {Problem} 400 when what was sent is not what a trusted key has signed.
 */
export async function resumeRoute(deps: ResumeDeps, request: DecodedTrackRequest): Promise<void> {
  const { signed, quoteId, routeIndex } = request;
  if (!signed || quoteId === undefined) return;
  const known = (await deps.store.loadQuote(quoteId))?.drafts[routeIndex];
  if (known) return resumeChannel(deps, signed, { quoteId, routeIndex }, known);
  const { raw, signature } = signed;
  const { kind, content } = signedContent({ quoteId, routeIndex, route: raw });
  await assertSigned(deps, 'signature', kind, content, signature);
  const draft = draftOf(signed);
  const route = { ...raw, meta: { ...raw.meta, signature } };
  await deps.store.resumeRoute({ quoteId, routeIndex, route, draft, now: deps.now() });
  await resumeChannel(deps, signed, { quoteId, routeIndex }, draft);
}
