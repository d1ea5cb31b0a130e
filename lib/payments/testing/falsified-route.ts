/** For tests: a route with a lie in it, as a dishonest service would answer. */
import type { AskedSwap } from '../asked-swap.ts';
import type { VerifiableRoute, VerifyAt } from '../verify-route.ts';

/** `route` with the lie; `asked` and `at` where the lie concerns those. */
export type FalsifiedRoute = { where: string; route: VerifiableRoute; asked?: AskedSwap; at?: Partial<VerifyAt> };

export type Route = VerifiableRoute;
export type Json = Record<string, unknown>;

export const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;
export const once = (where: string, route: Route | undefined): FalsifiedRoute[] =>
  route === undefined ? [] : [{ where, route }];
export const withMeta = (route: Route, change: Json): Route => ({ ...route, meta: { ...route.meta, ...change } });
