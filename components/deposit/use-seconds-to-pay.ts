'use client';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { useNow } from '../ui/use-now.ts';
import { waitsForDeposit } from './channel-text.ts';
import { payableUntil } from './deposit-rules.ts';
import { waitsForOrder } from './order-text.ts';

/** A browser's clock that deviates by more is not trusted: the service's time counts instead. */
const CLOCK_TOLERANCE_MS = 60_000;

function offsetOf(updatedAt: string | undefined, receivedAt: number | undefined): number {
  const offset = updatedAt && receivedAt !== undefined ? Date.parse(updatedAt) - receivedAt : 0;
  return Math.abs(offset) > CLOCK_TOLERANCE_MS ? offset : 0;
}

/**
 * Seconds until a payment to the address of a swap no longer counts: 0 or less once it is over, undefined without an
 * end.
 * @param receivedAt when the answer arrived, Unix milliseconds.
 * @param running whether the time is still of interest.
 */
export function useSecondsToPay(
  { trackingStatus, data: { depositChannel, route, updatedAt } }: TrackResponse,
  receivedAt: number | undefined,
  running = true,
): number | undefined {
  const now = useNow(running);
  if (trackingStatus === 'failed') return 0;
  const until = depositChannel ? Number(depositChannel.payableUntil) : route && payableUntil(route);
  return until === undefined ? undefined : until - Math.floor((now + offsetOf(updatedAt, receivedAt)) / 1000);
}

/** Whether the swap waits at an address to which nothing may be sent any more. */
export function useTooLate(response: TrackResponse, receivedAt: number | undefined): boolean {
  const waits = waitsForDeposit(response) || waitsForOrder(response);
  const left = useSecondsToPay(response, receivedAt, waits);
  return waits && left !== undefined && left <= 0;
}
