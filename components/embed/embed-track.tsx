'use client';
import { useEffect, useRef } from 'react';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { TrackScreen } from '../tracking/track-screen.tsx';
import type { Tracking } from '../tracking/use-tracking.ts';
import { type Told, useEmbedding } from './embedding.tsx';
import { sidesOfRoute } from './summaries.ts';

type Place = { quoteId: string; routeIndex: number; hash?: string | undefined };

/** The message about a swap's end; undefined while it has not ended. */
function ending({ data, error, trackingStatus }: TrackResponse, at: Place & { hash: string }): Told | undefined {
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
function TrackTeller({ tracking: { response }, place }: { tracking: Tracking; place: Place }) {
  const { tell } = useEmbedding();
  const last = useRef('');
  useEffect(() => {
    if (!response) return;
    const { data, stage, trackingStatus } = response;
    const hash = place.hash ?? data.inbound?.hash ?? '';
    const news = `${place.quoteId} ${place.routeIndex} ${hash} ${trackingStatus} ${stage ?? ''}`;
    if (news === last.current) return;
    last.current = news;
    const at = { quoteId: place.quoteId, routeIndex: place.routeIndex, hash };
    tell({ type: 'stage', ...at, trackingStatus, ...(stage ? { stage } : {}) });
    const end = ending(response, at);
    if (end) tell(end);
  }, [response, place, tell]);
  return null;
}

/** The tracking page within a frame. */
export const EmbedTrack = (place: Place) => <TrackScreen {...place} listener={TrackTeller} />;
