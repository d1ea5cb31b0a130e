'use client';
import { lazy, Suspense } from 'react';
import type { RouteListProps } from './route-list.tsx';
import { WaitingRoutes } from './waiting-routes.tsx';

const load = () => import('./route-list.tsx');
const RouteList = lazy(() => load().then((module) => ({ default: module.RouteList })));

/** Preloads the code of the list before there are routes to show. */
export const warmRouteList = (): void => void load().catch(() => undefined);

/** The route list, whose code loads with the first request. */
export const LateRouteList = (props: RouteListProps) => (
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
