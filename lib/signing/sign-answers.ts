/** Puts signatures on what goes out: on each route with its number in its quote, on channels, on the ends of swaps. */
import { type CompactReceipt, compactReceiptOf, MOST_COMPACT_BYTES, shorterReceipts } from '../api/compact-receipt.ts';
import type { DepositChannel } from '../api/schemas/deposit-channel.ts';
import type { WireRoute } from '../api/schemas/route.ts';
import type { TrackResponse } from '../api/schemas/track.ts';
import { signedContent } from '../api/signatures.ts';
import type { RouteDraft } from '../domain/route.ts';
import { resumeOf } from './route-draft.ts';
import type { Signing } from './signing.ts';

export type Signer = Pick<Signing, 'detached' | 'compact' | 'refresh'>;

/** @param draft of the route, which is followed by it where the quote is not known. */
export function signRoute(signer: Signer, quoteId: string, routeIndex: number, wire: WireRoute, draft: RouteDraft) {
  const resume = resumeOf(draft);
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

/** The first that fits, of a receipt and its shorter forms. */
function fittingReceipt(signer: Signer, whole: CompactReceipt): string | undefined {
  const signed = shorterReceipts(whole).map((receipt) => signer.compact('receipt', receipt));
  return signed.find((compact) => compact !== undefined && compact.length <= MOST_COMPACT_BYTES);
}

/**
 * Signs the answer about a swap that has ended, its receipt included; any other goes out as it is. Uses the key as it was
 * known at the last `refresh`.
 */
export function signEnd(signer: Signer, answer: TrackResponse): TrackResponse {
  const whole = compactReceiptOf(answer);
  if (!whole) return answer;
  const receipt = fittingReceipt(signer, whole);
  const ended = { ...answer, ...(receipt === undefined ? {} : { receipt }) };
  const { kind, content } = signedContent(ended);
  const signature = signer.detached(kind, content);
  return signature === undefined ? ended : { ...ended, signature };
}
