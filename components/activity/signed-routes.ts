/**
 * Keeps the routes that were paid here as the service signed them, so that a deployment that lost its database, or another
 * that trusts its key, can follow the swap.
 */
import { z } from 'zod';
import { routeSchema, type WireRoute } from '../../lib/api/schemas/route.ts';
import { type RouteKey, sameRoute } from '../../lib/wallet/wallet-types.ts';
import { ownStorage } from '../ui/own-storage.ts';

const KEY = 'portage.swaps.signed';
/** A route has some kilobytes. */
const MOST = 20;

const schema = z.object({ quoteId: z.string(), routeIndex: z.number(), route: routeSchema });
type Kept = z.infer<typeof schema>;
type Memory = Pick<Storage, 'getItem' | 'setItem'>;

function readAll(storage: Pick<Storage, 'getItem'>): Kept[] {
  try {
    const list: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return (Array.isArray(list) ? list : []).flatMap((item: unknown) =>
      // Exactly as it was signed, since parsing by the schema would drop unknown fields.
      schema.safeParse(item).success ? [item as Kept] : [],
    );
  } catch {
    return [];
  }
}

/** Newest first. A stored route is never replaced, because later versions of it no longer match the signature. */
export function keepSigned(
  { quoteId, routeIndex, route }: RouteKey & { route: WireRoute },
  storage: Memory = ownStorage(),
) {
  const kept = readAll(storage);
  if (route.meta.signature === undefined || kept.some((one) => sameRoute(one, { quoteId, routeIndex }))) return;
  try {
    storage.setItem(KEY, JSON.stringify([{ quoteId, routeIndex, route }, ...kept].slice(0, MOST)));
  } catch {
    // Storage is full: then only the deployment knows the swap.
  }
}

export const signedRoute = (key: RouteKey, storage: Pick<Storage, 'getItem'> = ownStorage()): WireRoute | undefined =>
  readAll(storage).find((one) => sameRoute(one, key))?.route;
