/** Answers an integrator the list of its swaps, as JSON or as CSV. */
import { parseShape, withoutAbsent } from '../api/field-faults.ts';
import { swapsQuerySchema } from '../api/schemas/swaps.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { EndpointHandler } from '../http/endpoint.ts';
import { listSwaps, swapsCsv } from '../usage/swap-list.ts';
import type { Container } from './container.ts';
import { integratorOf } from './integrator-of.ts';

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

export const swapsAnswers =
  ({ store, now }: Pick<Container, 'store' | 'now'>): EndpointHandler =>
  async ({ request, caller, query }) => {
    const { id } = integratorOf(caller);
    const given = parseShape(swapsQuerySchema, withoutAbsent(swapsQuerySchema, Object.fromEntries(query)));
    const { status, provider, chain, limit = PAGE, cursor, format } = given;
    const found = await listSwaps(
      {
        ...{ status, provider, chain, limit, after: positionOf(cursor), keyIds: await store.keyIdsOf(id) },
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
