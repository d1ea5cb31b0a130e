'use client';
import dynamic from 'next/dynamic';
import { Suspense } from 'react';
import type { RouteListProps } from './route-list.tsx';
import { WaitingRoutes } from './waiting-routes.tsx';

/** Next names the code of the list in a page that is served with it: a link that asks for routes. */
const RouteList = dynamic(() => import('./route-list.tsx').then((module) => module.RouteList));

/** Preloads the code of the list before there are routes to show. */
export const warmRouteList = (): void => void import('./route-list.tsx').catch(() => undefined);

/**
 * The route list, whose code loads with the first request.
 * @param served it is in the page as the server sent it. There a boundary would be sent twice, its placeholder first and
 * its content after it, and be hydrated by itself.
 */
export function LateRouteList({ served, ...props }: RouteListProps & { served: boolean }) {
  if (served) return <RouteList {...props} />;
  return (
    <Suspense
      fallback={
        <div className="grid gap-2.5 pt-13.5">
          <WaitingRoutes waiting={props.asked} />
        </div>
      }
    >
      <RouteList {...props} />
    </Suspense>
  );
}
