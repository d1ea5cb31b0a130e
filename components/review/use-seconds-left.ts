'use client';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { useNow } from '../ui/use-now.ts';

type Lapsing = Pick<WireRoute, 'expiration'>;

/** Seconds until the route expires, 0 once it has; undefined where it does not. */
export const secondsLeft = ({ expiration }: Lapsing, nowMs: number): number | undefined =>
  expiration === undefined ? undefined : Math.max(0, Number(expiration) - Math.floor(nowMs / 1000));

export const useSecondsLeft = (route: Lapsing): number | undefined =>
  secondsLeft(route, useNow(route.expiration !== undefined));
