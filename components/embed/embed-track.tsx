'use client';
import { useEffect, useRef } from 'react';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { TrackScreen } from '../tracking/track-screen.tsx';
import type { Tracking } from '../tracking/use-tracking.ts';
import { type HostNotice, useEmbedding } from './embedding.tsx';
import { sidesOfRoute } from './summaries.ts';

type SwapKey = { quoteId: string; routeIndex: number; hash?: string | undefined };

/** The message about a swap's end; undefined while it has not ended. */
function ending(
  { data, error, trackingStatus }: TrackResponse,
  at: SwapKey & { hash: string },
): HostNotice | undefined {
  const { route, outbound, refund } = data;
  if (!route) return undefined;
  const swap = { ...at, ...sidesOfRoute(route) };
  const reason = error ? { reason: error } : {};
  if (trackingStatus === 'completed') {
    const buyAmount = route.actualBuyAmount ?? outbound?.amount;
    return {
      type: 'completed',
      ...swap,
      ...(buyAmount ? { buyAmount } : {}),
      ...(outbound?.hash ? { outboundHash: outbound.hash } : {}),
    };
  }
  if (trackingStatus === 'refunded')
    return { type: 'refunded', ...swap, ...(refund?.amount ? { refundAmount: refund.amount } : {}), ...reason };
  return trackingStatus === 'failed' ? { type: 'failed', ...swap, ...reason } : undefined;
}

/** Tells the host about each change, and once about the end. */
function TrackTeller({ tracking: { response }, swap }: { tracking: Tracking; swap: SwapKey }) {
  const { tell } = useEmbedding();
  const last = useRef('');
  useEffect(() => {
    if (!response) return;
    const { data, stage, trackingStatus } = response;
    const hash = swap.hash ?? data.inbound?.hash ?? '';
    const news = `${swap.quoteId} ${swap.routeIndex} ${hash} ${trackingStatus} ${stage ?? ''}`;
    if (news === last.current) return;
    last.current = news;
    const at = { quoteId: swap.quoteId, routeIndex: swap.routeIndex, hash };
    tell({ type: 'stage', ...at, trackingStatus, ...(stage ? { stage } : {}) });
    const end = ending(response, at);
    if (end) tell(end);
  }, [response, swap, tell]);
  return null;
}

/** The tracking page within a frame. */
export const EmbedTrack = (swap: SwapKey) => <TrackScreen {...swap} listener={TrackTeller} />;
