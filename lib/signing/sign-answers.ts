/** Puts signatures on what goes out: on each route with its number in its quote, on channels, on the ends of swaps. */
import type { DepositChannel } from '../api/schemas/deposit-channel.ts';
import type { WireRoute } from '../api/schemas/route.ts';
import { signedContent } from '../api/signatures.ts';
import type { RouteDraft } from '../domain/route.ts';
import { draftText } from './route-draft.ts';
import type { Signing } from './signing.ts';

export type Signer = Pick<Signing, 'detached' | 'compact' | 'refresh'>;

/** @param draft of the route, which is followed by it where the quote is not known. */
export function signRoute(signer: Signer, quoteId: string, routeIndex: number, wire: WireRoute, draft: RouteDraft) {
  const resume = draftText(draft);
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
