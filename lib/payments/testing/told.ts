/** For tests: a route as a liar tells it. */
import type { AskedSwap } from '../asked-swap.ts';
import type { VerifiableRoute, VerifyAt } from '../verify-route.ts';

/** `route` as it is told; `asked` and `at` where the lie is about those. */
export type FalsifiedRoute = { where: string; route: VerifiableRoute; asked?: AskedSwap; at?: Partial<VerifyAt> };

export type Route = VerifiableRoute;
export type Json = Record<string, unknown>;

export const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;
export const once = (where: string, route: Route | undefined): FalsifiedRoute[] =>
  route === undefined ? [] : [{ where, route }];
export const withMeta = (route: Route, change: Json): Route => ({ ...route, meta: { ...route.meta, ...change } });
