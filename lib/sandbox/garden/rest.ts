/** Serves Garden's REST under one prefix, with its envelope and its check of the app id. */
import type { Service, ServiceAnswer } from '../ledger.ts';
import { act, instantRefundHash } from './actions.ts';
import { newOrder, quoteKey } from './create-order.ts';
import { instructionsFor } from './instructions.ts';
import { assetsJson, chainsJson, fiatJson, isHealthy, liquidityJson, SCHEMAS, volumeOf } from './metadata.ts';
import { ORDER_STATUSES, orderJson, statusOf } from './order-json.ts';
import { answerQuote, Refused } from './quote.ts';
import type { HtlcChains } from './solver.ts';
import { fault, type Garden, type Order, orderById } from './state.ts';
import { tamperedOrder } from './tamper.ts';

/** The app id of the sandbox's preset; any other is answered with 401. */
export const APP_ID = '7a3e19c0f4b2d6581e0c9a7735d1f8426b90ce13a85f2d47c6e80b19f3d5a274';
/** How long an order may repeat a quote after the price has moved. */
const QUOTE_LIFE_MS = 5 * 60_000;
const PER_PAGE = 10;
const MOST_PER_PAGE = 100;

type Request = Parameters<Service['handle']>[0];
export type RestHost = { garden: Garden; chains: HtlcChains; quotes: Map<string, number> };

const answer = (status: number, body: unknown): ServiceAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const ok = (result: unknown): ServiceAnswer => answer(200, { status: 'Ok', result });

const bodyOf = ({ body }: Request): unknown => {
  if (body.trim() === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    throw new Refused('Invalid request body');
  }
};

/** Adds an unknown field to every object. */
function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).map(([key, one]) => [key, withUnknownFields(one)]);
  return { ...Object.fromEntries(known), added_in_the_next_release: { version: 9, flags: [null, 'x'] } };
}

function quote({ garden, quotes }: RestHost, query: URLSearchParams): unknown {
  const { entries, priced } = answerQuote(garden, query);
  const now = garden.world.clock.now();
  for (const [key, ends] of quotes) if (ends < now) quotes.delete(key);
  if (priced !== undefined) quotes.set(quoteKey(priced, priced.source, priced.destination), now + QUOTE_LIFE_MS);
  return entries;
}

async function create({ garden, chains, quotes }: RestHost, request: Request): Promise<unknown> {
  const now = garden.world.clock.now();
  const order = newOrder(garden, chains, bodyOf(request), (key) => (quotes.get(key) ?? 0) >= now);
  garden.state.nextOrder += 1;
  garden.state.orders.push(order);
  garden.save();
  return instructionsFor(garden, chains, order);
}

const shown = ({ garden, chains }: RestHost, order: Order) => {
  const json = tamperedOrder(garden, orderJson(chains, order));
  // A server whose indexer is stuck shows the order in its first state.
  if (fault(garden, 'stale') === undefined) return json;
  const blank = { ...order, source: unfilled(order.source), destination: unfilled(order.destination) };
  return orderJson(chains, blank);
};
const unfilled = ({ redeem: _redeem, refund: _refund, ...side }: Order['source']) => ({ ...side, locks: [] });

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function list(host: RestHost, query: URLSearchParams): unknown {
  const { garden } = host;
  const now = garden.world.clock.now();
  const wanted = (name: string, test: (order: Order, value: string) => boolean) => (order: Order) => {
    const value = query.get(name);
    return value === null || value === '' || test(order, value);
  };
  const hashesOf = ({ source, destination }: Order): string[] =>
    [source, destination].flatMap(({ locks, redeem, refund }) =>
      [...locks, redeem, refund].map((tx) => tx?.hash ?? ''),
    );
  const statuses = (query.get('status') ?? '').split(',').filter(Boolean);
  if (statuses.some((status) => !ORDER_STATUSES.some((one) => one === status))) throw new Refused('Invalid status');
  const tests = [
    wanted('address', ({ source, destination }, value) =>
      [source.initiator, destination.redeemer].some((one) => same(one, value)),
    ),
    wanted('tx_hash', (order, value) => hashesOf(order).some((hash) => same(hash, value.split(':')[0] ?? ''))),
    wanted('from_chain', ({ source }, value) => source.assetId.startsWith(`${value.toLowerCase()}:`)),
    wanted('to_chain', ({ destination }, value) => destination.assetId.startsWith(`${value.toLowerCase()}:`)),
    wanted('from_owner', ({ source }, value) => same(source.initiator, value)),
    wanted('to_owner', ({ destination }, value) => same(destination.redeemer, value)),
    wanted('solver_id', ({ solverId }, value) => same(solverId, value)),
    (order: Order) => statuses.length === 0 || statuses.includes(statusOf(order, now)),
  ];
  const found = garden.state.orders.filter((order) => tests.every((test) => test(order))).reverse();
  const number = (name: string, otherwise: number): number => {
    const text = query.get(name);
    return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : otherwise;
  };
  const [page, perPage] = [number('page', 1), Math.min(number('per_page', PER_PAGE), MOST_PER_PAGE)];
  return {
    data: found.slice((page - 1) * perPage, page * perPage).map((order) => shown(host, order)),
    page,
    total_pages: Math.ceil(found.length / perPage),
    total_items: found.length,
    per_page: perPage,
  };
}

async function ofOrder(host: RestHost, request: Request, id: string, rest: readonly string[]): Promise<unknown> {
  const { garden, chains } = host;
  const order = orderById(garden.state, id);
  if (order === undefined) throw new Refused('Order not found', 404);
  if (request.method === 'GET' && rest.length === 0) return shown(host, order);
  if (request.method === 'GET' && rest.join('/') === 'instant-refund-hash') return instantRefundHash(chains, order);
  if (request.method === 'PATCH' && rest.length === 0)
    return act(garden, chains, order, request.query.get('action'), bodyOf(request));
  throw new Refused('Not found', 404);
}

async function resultOf(host: RestHost, request: Request, segments: readonly string[]): Promise<unknown> {
  const { garden } = host;
  const [first = '', second, ...rest] = segments;
  if (first === 'orders' && second !== undefined) return ofOrder(host, request, second, rest);
  switch (`${request.method} ${segments.join('/')}`) {
    case 'GET chains':
      return chainsJson();
    case 'GET assets':
      return assetsJson(garden);
    case 'GET policy':
      return garden.state.policy;
    case 'GET liquidity':
      return liquidityJson(garden);
    case 'GET fiat':
      return fiatJson(garden);
    case 'GET volume':
      return volumeOf(garden);
    case 'GET schemas':
      return SCHEMAS;
    case 'GET apps/earnings':
      return [];
    case 'GET quote':
      return quote(host, request.query);
    case 'POST orders':
      return create(host, request);
    case 'GET orders':
      return list(host, request.query);
    default:
      throw new Refused('Not found', 404);
  }
}

/** @throws only the emulator's own errors. */
export async function handleRest(host: RestHost, request: Request): Promise<ServiceAnswer> {
  const { garden } = host;
  const segments = request.path.split('/').filter(Boolean);
  if (request.method === 'GET' && segments.join('/') === 'health') {
    return isHealthy(garden) ? ok('Online') : answer(503, { status: 'Error', error: 'Offline' });
  }
  const unauthorised = request.headers?.['garden-app-id'] !== APP_ID || fault(garden, 'unauthorised') !== undefined;
  if (unauthorised) return answer(401, { status: 'Error', error: 'Unauthorized' });
  // This answer has a different envelope from all others.
  if (request.method === 'GET' && segments.join('/') === 'fees') return answer(200, { success: true, result: '0' });
  try {
    const result = await resultOf(host, request, segments);
    return ok(fault(garden, 'unknownFields') === undefined ? result : withUnknownFields(result));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return answer(error.status, { status: 'Error', error: error.message });
  }
}
