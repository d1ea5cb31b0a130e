/** Asks a payment's chain what it shows of it, and by which of the route's ways it was paid. */

import { type PayChannel, paidThrough, waysToPay } from './channel-payment.ts';
import { currentHash, type KnownSwap } from './known-swap.ts';
import { attempt, type Look, type ObserveDeps } from './look.ts';
import { observeSource, type SourceView, viewOfUnpaid } from './observe-source.ts';
import { channelOfPayment } from './other-channel.ts';
import type { Sighted } from './reconcile-observations.ts';
import { sourceOf } from './source/create-chain-observer.ts';

/** Whether the chain can add nothing more on the payment. */
const isSettled = ({ verdict, observations }: SourceView): boolean =>
  verdict === 'mismatch' ||
  observations.some((fact) => fact.kind === 'inboundFailed' || (fact.kind === 'inboundSeen' && fact.final));

/** What the chain shows; when it shows no end, also whether its node lags behind. */
export async function lookAtSource(deps: ObserveDeps, look: Look): Promise<Sighted> {
  const sighted = await sightOf(deps, look);
  const source = sourceOf(deps.clients, look.known.route.chain);
  const ask = source?.isBehind;
  if (typeof sighted !== 'object' || !ask || isSettled(sighted.view)) return sighted;
  const at = { now: deps.now, signal: look.signal };
  const isBehind = await attempt(deps, `head ${look.known.route.chain}`, () => ask(at));
  return { ...sighted, view: { ...sighted.view, isBehind: isBehind === true } };
}

/**
 * A route may be paid in several ways. When the payment fits none of them, the one with the fewest differences is
 * reported.
 */
async function sightOf(deps: ObserveDeps, { known, signal }: Look): Promise<Sighted> {
  const { route, swap, facts, channels } = known;
  const source = sourceOf(deps.clients, route.chain);
  const hash = currentHash(known);
  if (!source || hash === '') return 'noNode';
  const times = facts.filter((fact) => fact.kind === 'inboundSeen').map(({ at }) => at);
  const seenAt = times.length > 0 ? Math.min(...times) : undefined;
  const query = { source, swap, hash, now: deps.now, signal, seenAt };
  return attempt(deps, `source ${route.chain}`, async () => {
    const wrong: { view: SourceView; channel: PayChannel | undefined }[] = [];
    for (const { draft, channel } of waysToPay(route.draft, swap, channels)) {
      const view = await observeSource({ ...query, route: { ...route, draft }, channel });
      if (view.verdict !== 'mismatch') return { view, channel };
      wrong.push({ view, channel });
    }
    // A transaction that the network itself credited to the channel is its deposit, however it arrived.
    if (namedByProvider(known, hash)) return 'noNode';
    const [nearest = await viewOfUnpaid({ ...query, route })] = wrong.sort(
      (a, b) => a.view.mismatch.length - b.view.mismatch.length,
    );
    const channel = await channelOfPayment(deps, known, nearest.view.recipients ?? []);
    if (!channel) return nearest;
    return {
      view: await observeSource({ ...query, route: { ...route, draft: paidThrough(route.draft, channel) }, channel }),
      channel,
    };
  });
}

const namedByProvider = ({ facts }: KnownSwap, hash: string): boolean =>
  facts.some((fact) => fact.kind === 'providerSeen' && fact.tx?.hash === hash);
