/**
 * Signs what this deployment sends: each route with its index in its quote, deposit channels, and final answers of
 * swaps.
 */
import { type CompactReceipt, compactReceiptOf, MOST_COMPACT_BYTES, shorterReceipts } from '../api/compact-receipt.ts';
import { resumeOf } from '../api/resume-notes.ts';
import type { DepositChannel } from '../api/schemas/deposit-channel.ts';
import type { WireRoute } from '../api/schemas/route.ts';
import type { TrackResponse } from '../api/schemas/track.ts';
import { signedContent } from '../api/signatures.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Signing } from './signing.ts';

export type Signer = Pick<Signing, 'keyId' | 'detached' | 'compact' | 'refresh'>;

/** @param draft of the route, by which it is tracked where its quote is not known. */
export function signRoute(signer: Signer, quoteId: string, routeIndex: number, wire: WireRoute, draft: RouteDraft) {
  const resume = resumeOf(wire, draft);
  const route: WireRoute = { ...wire, meta: { ...wire.meta, ...(resume === undefined ? {} : { resume }) } };
  const { kind, content } = signedContent({ quoteId, routeIndex, route });
  const signature = signer.detached(kind, content);
  return signature === undefined ? route : { ...route, meta: { ...route.meta, signature } };
}

export async function signChannel(signer: Signer, channel: DepositChannel): Promise<DepositChannel> {
  await signer.refresh();
  const { kind, content } = signedContent(channel);
  const signature = signer.detached(kind, content);
  return signature === undefined ? channel : { ...channel, signature };
}

/** The first one that fits of a receipt and its shorter forms. */
function fittingReceipt(signer: Signer, whole: CompactReceipt): string | undefined {
  const signed = shorterReceipts(whole).map((receipt) => signer.compact('receipt', receipt));
  return signed.find((compact) => compact !== undefined && compact.length <= MOST_COMPACT_BYTES);
}

/** A final answer that is asked for again is the same object, and is signed once by each key. */
const signedEnds = new WeakMap<TrackResponse, { keyId: string | undefined; ended: TrackResponse }>();

/**
 * Signs a final tracking answer, its receipt included; any other answer is returned unchanged. Uses the key as of the
 * last `refresh`.
 */
export function signEnd(signer: Signer, answer: TrackResponse): TrackResponse {
  const keyId = signer.keyId();
  const known = signedEnds.get(answer);
  if (known && known.keyId === keyId) return known.ended;
  const ended = newlySigned(signer, answer);
  if (ended !== answer) signedEnds.set(answer, { keyId, ended });
  return ended;
}

function newlySigned(signer: Signer, answer: TrackResponse): TrackResponse {
  const whole = compactReceiptOf(answer);
  if (!whole) return answer;
  const receipt = fittingReceipt(signer, whole);
  const ended = { ...answer, ...(receipt === undefined ? {} : { receipt }) };
  const { kind, content } = signedContent(ended);
  const signature = signer.detached(kind, content);
  return signature === undefined ? ended : { ...ended, signature };
}
