/** Answers an integrator, or the holder of an address, the list of its swaps, as JSON or as CSV. */

import { parseShape, withoutAbsent } from '../api/field-faults.ts';
import { swapsQuerySchema } from '../api/schemas/swaps.ts';
import type { SwapOwner } from '../db/usage-store.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { EndpointHandler, EndpointInput } from '../http/endpoint.ts';
import { listSwaps, swapsCsv } from '../usage/swap-list.ts';
import type { Container } from './container.ts';
import { integratorOf } from './integrator-of.ts';
import { signInOf } from './sign-in-handlers.ts';

const PAGE = 50;

const timeOf = (text: string | undefined, otherwise: number): number =>
  text === undefined ? otherwise : Date.parse(text);

function positionOf(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const [createdAt = '', id = ''] = cursor.split('.');
  return { createdAt: Number(createdAt), id };
}

const takesCsv = ({ headers }: ApiRequest): boolean =>
  (headers.get('accept') ?? '').toLowerCase().startsWith('text/csv');

/** The same request for the next page, relative to this deployment. */
function linkTo(request: ApiRequest, next: string): Record<string, string> {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set('cursor', next);
  return { link: `<${pathname}?${searchParams}>; rel="next"` };
}

function csvResponse(body: string, headers: Record<string, string>): Response {
  const about = { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(body, { headers: { ...about, ...headers } });
}

const BEARER = /^Bearer +(\S+) *$/i;

type Deps = Pick<Container, 'store' | 'now' | 'settings' | 'chainClients'>;

export function swapsAnswers(deps: Deps): EndpointHandler {
  const { store, now } = deps;
  const signIn = signInOf(deps);
  /** A token comes before a key: an integrator's program asks for a person with that person's token. @throws {Problem} 401 */
  async function ownerOf({ request, caller }: EndpointInput): Promise<{ of: SwapOwner; on?: ChainId | undefined }> {
    const [, token] = BEARER.exec(request.headers.get('authorization') ?? '') ?? [];
    if (token === undefined) return { of: { keyIds: await store.keyIdsOf(integratorOf(caller).id) } };
    const { address, chain } = await signIn.holderOf(token);
    return { of: { payer: address }, on: chain };
  }
  return async (input) => {
    const { request, query } = input;
    const { of, on } = await ownerOf(input);
    const given = parseShape(swapsQuerySchema, withoutAbsent(swapsQuerySchema, Object.fromEntries(query)));
    const { status, provider, chain, limit = PAGE, cursor, format } = given;
    const found = await listSwaps(
      {
        ...{ status, provider, chain, on, limit, after: positionOf(cursor), of },
        ...{ since: timeOf(given.since, 0), until: timeOf(given.until, Number.MAX_SAFE_INTEGER) },
      },
      { store, now },
    );
    const next = found.next && `${found.next.createdAt}.${found.next.id}`;
    const headers: Record<string, string> = next === undefined ? {} : linkTo(request, next);
    if (format === 'csv' || (format === undefined && takesCsv(request)))
      return csvResponse(swapsCsv(found.swaps), { ...headers, vary: 'Accept' });
    const body = { swaps: found.swaps, ...(next === undefined ? {} : { next }) };
    return { body, headers: { ...headers, vary: 'Accept' } };
  };
}
