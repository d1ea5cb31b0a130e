/** A small service that follows every rule, for the tests of the suite, in which a test can plant one fault. */
import { createHash } from 'node:crypto';
import type { Send } from '../asker.ts';
import { fieldsOf, isFields } from '../rules.ts';
import { PROVIDERS, splitAssetId } from '../vocabulary.ts';
import { RIGHT_CHAINS } from './right-chains.ts';
import { RIGHT_KEY, RIGHT_PROVIDERS, RIGHT_SWAPS, RIGHT_SWAPS_CSV, RIGHT_USAGE } from './right-integrator.ts';
import { quoteAnswer, type RightRequest, TOKENS } from './right-market.ts';
import {
  type Body,
  channelFaults,
  type Fault,
  oneFault,
  quoteFaults,
  trackFaults,
  withoutEmpty,
} from './right-requests.ts';
import { rightMessage, rightToken, type SignInWorld } from './right-sign-in.ts';
import { RIGHT_KEYS, withSignatures } from './right-signatures.ts';

export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  raw: string;
};
export type Reply = {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON, unless `text` is set. */
  body?: unknown;
  text?: string;
};
/** One fault: a change to the received request or to the reply. */
export type Plant = { before?: (asked: Asked) => Asked; after?: (reply: Reply, asked: Asked) => Reply };

type Quote = { request: RightRequest; answer: ReturnType<typeof quoteAnswer> };
type World = { quotes: Map<string, Quote>; channels: Map<string, Body>; count: number; signIn: SignInWorld };

const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'x-request-id, retry-after' };
const ALLOWED: Readonly<Record<string, string>> = {
  '/v1/quote': 'POST, OPTIONS',
  '/v1/track': 'POST, OPTIONS',
  '/v1/chainflip-deposit-channel': 'POST, OPTIONS',
  '/v1/tokens': 'GET, HEAD, OPTIONS',
  '/v1/chains': 'GET, HEAD, OPTIONS',
  '/v1/providers': 'GET, HEAD, OPTIONS',
  '/v1/swaps': 'GET, HEAD, OPTIONS',
  '/v1/usage': 'GET, HEAD, OPTIONS',
  '/v1/sign-in': 'POST, OPTIONS',
  '/v1/sign-in/token': 'POST, OPTIONS',
  '/v1/webhooks': 'GET, HEAD, PUT, OPTIONS',
  '/.well-known/portage.json': 'GET, HEAD, OPTIONS',
};
/** The address that tests name by --refused. */
export const REFUSED = '0x52908400098527886E0F7030069857D2E4169EE7';
/** The swap that tests name by --swap. */
export const FINISHED = { quoteId: 'finished', routeIndex: 0, hash: 'ab'.repeat(32) };

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body,
});

const problem = (status: number, title: string, extra: Body = {}, headers: Record<string, string> = {}): Reply =>
  json(
    status,
    {
      type: `/errors/${title.toLowerCase().replaceAll(' ', '-')}`,
      title,
      status,
      detail: `This is answered with ${status}.`,
      timestamp: new Date().toISOString(),
      ...extra,
    },
    headers,
  );
const invalid = (errors: Fault[]): Reply => problem(400, 'Validation Error', { errors });

const stream = (events: readonly (readonly unknown[])[]): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  text: events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
});

function tokens({ query, headers }: Asked): Reply {
  if (query.getAll('provider').length > 1) return invalid([oneFault('provider', 'may be given once')]);
  const provider = query.get('provider')?.toUpperCase();
  const chain = query.get('chain')?.toUpperCase();
  if (provider !== undefined && !PROVIDERS.some((id) => id === provider))
    return invalid([oneFault('provider', 'must be known')]);
  const matching = TOKENS.filter(
    (one) =>
      (provider === undefined || one.providers.includes(provider)) && (chain === undefined || one.chain === chain),
  );
  const offset = Number(query.get('offset') ?? 0);
  const shown = matching.slice(offset, offset + Number(query.get('limit') ?? 1000));
  const body = {
    tokens: shown.map((one) => ({ ...one, logoURI: 'https://example.org/a.svg', verified: true })),
    total: matching.length,
  };
  const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16)}"`;
  const cached = { etag, 'cache-control': 'public, max-age=60', ...CORS };
  return headers['if-none-match'] === etag ? { status: 304, headers: cached } : json(200, body, cached);
}

function quote(given: Body, { headers }: Asked, world: World): Reply {
  const body = withoutEmpty(given);
  const faults = quoteFaults(body);
  if (faults.length > 0) return invalid(faults);
  if (body.destinationAddress === REFUSED) {
    const errors = [oneFault('destinationAddress', 'must be another one')];
    return problem(403, 'Address Refused', { errors });
  }
  // Every field was just checked.
  const request = body as RightRequest;
  world.count += 1;
  const quoteId = `quote-${world.count}`;
  const answer = quoteAnswer(quoteId, request, request.providers?.length ? request.providers : PROVIDERS);
  world.quotes.set(quoteId, { request, answer });
  if (headers.accept !== 'text/event-stream') return json(200, answer);
  return stream([
    ...answer.routes.map((route) => ['route', route]),
    ...(answer.providerErrors ?? []).map((error) => ['providerError', error]),
    ['quote', answer],
  ]);
}

/** The tracking, in both layouts, of a swap that is not paid, or of the finished one. */
function trackingOf(quoteId: string, routeIndex: number, hash: string | undefined, { answer }: Quote): Body {
  const over = quoteId === FINISHED.quoteId;
  const route = answer.routes[routeIndex];
  const trackingStatus = over ? 'completed' : 'not_started';
  const chainId = splitAssetId(route?.sellAsset ?? '')?.chain;
  const tx = (asset: string | undefined, amount: string | undefined) => ({
    hash: FINISHED.hash,
    amount,
    asset,
    confirmations: 3,
    blockNumber: 100,
  });
  return {
    success: true,
    trackingStatus,
    stage: over ? 'outbound' : 'inbound',
    data: {
      quoteInfo: {
        quoteId,
        routeIndex,
        senderAddress: route?.sourceAddress || undefined,
        recipientAddress: route?.destinationAddress || undefined,
        provider: route?.providers[0],
        trackParams: { hash, chainId },
      },
      ...(over
        ? {
            inbound: tx(route?.sellAsset, route?.sellAmount),
            swap: { swapId: '1', status: 'success', swapTime: 6 },
            outbound: tx(route?.buyAsset, route?.expectedBuyAmount),
            trackMeta: { outputTxHash: FINISHED.hash },
            timeline: [0, 60, 60].map((seconds) => ({
              at: new Date(1_790_000_000_000 + seconds * 1000).toISOString(),
            })),
          }
        : {}),
      route: {
        ...route,
        ...(over ? { actualBuyAmount: route?.expectedBuyAmount } : {}),
        legs: route?.legs.map((leg) => (over ? { ...leg, actualBuyAmount: leg.buyAmount } : leg)),
      },
      trackingStatus,
      isStreaming: over,
      ...(over ? { streamingProgress: { percentage: 100 } } : {}),
    },
  };
}

function track(body: Body, { headers }: Asked, world: World): Reply {
  const faults = trackFaults(body);
  if (faults.length > 0) return invalid(faults);
  const { depositChannelId = body.channelId, depositAddress } = body;
  const byChannel = [...world.channels.values()].find(
    (one) => one.channelId === depositChannelId || one.depositAddress === depositAddress,
  );
  const quoteId = String(byChannel?.quoteId ?? body.quoteId);
  const index = Number(byChannel?.routeIndex ?? body.routeIndex ?? 0);
  const known = world.quotes.get(quoteId);
  const unknown = 'Nothing is known under that quoteId or channel.';
  if (!known) return problem(404, 'Not Found', { detail: unknown, success: false, error: unknown });
  const route = known.answer.routes[index];
  if (!route) return invalid([oneFault('routeIndex', 'must be one of the quote')]);
  const chain = splitAssetId(route.sellAsset)?.chain;
  const named = String(body.chainId) === '1' ? 'ETH' : String(body.chainId).toUpperCase();
  if (body.chainId !== undefined && named !== chain) return invalid([oneFault('chainId', `must be ${chain}`)]);
  const hash = body.hash === undefined ? undefined : String(body.hash);
  const over = quoteId === FINISHED.quoteId;
  const paid = hash === FINISHED.hash ? world.quotes.get(FINISHED.quoteId) : undefined;
  if (paid && !over) {
    const { data, ...state } = trackingOf(FINISHED.quoteId, FINISHED.routeIndex, hash, paid);
    return json(200, { ...state, data: { ...fieldsOf(data), askedFor: { quoteId, routeIndex: index } } });
  }
  const own = trackingOf(quoteId, index, hash, known);
  const state = byChannel ? { ...own, data: { ...fieldsOf(own.data), depositChannel: byChannel } } : own;
  if (over && headers.accept === 'text/event-stream') return stream([['track', state]]);
  return json(200, state, over ? {} : { 'retry-after': '5' });
}

function channel(body: Body, world: World): Reply {
  const faults = channelFaults(body);
  if (faults.length > 0) return invalid(faults);
  const key = JSON.stringify(body);
  const number = world.channels.size + 1;
  const known = world.channels.get(key) ?? {
    depositAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    channelId: `1000-Bitcoin-${number}`,
    issuedBlock: 1000,
    sourceChainExpiryBlock: 2000,
    quoteId: FINISHED.quoteId,
    routeIndex: 0,
    refundAddress: body.refundAddress,
  };
  world.channels.set(key, known);
  return json(200, known);
}

function bodyOf(raw: string): Body | undefined {
  try {
    const parsed: unknown = JSON.parse(raw);
    return isFields(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function ofIntegrator({ path, query, headers }: Asked, { signIn }: World): Reply {
  const token = headers.authorization?.replace('Bearer ', '');
  if (path === '/v1/swaps' && token !== undefined)
    return signIn.tokens.has(token) ? json(200, { swaps: [] }) : problem(401, 'Unauthorized');
  if (headers['x-api-key'] !== RIGHT_KEY || path === '/v1/webhooks') return problem(401, 'Unauthorized');
  if (path === '/v1/usage') return json(200, RIGHT_USAGE);
  return query.get('format') === 'csv'
    ? { status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' }, text: RIGHT_SWAPS_CSV }
    : json(200, RIGHT_SWAPS);
}

function answer(asked: Asked, world: World): Reply {
  const allow = ALLOWED[asked.path];
  if (allow === undefined) return problem(404, 'Not Found');
  if (asked.method === 'OPTIONS')
    return {
      status: 204,
      headers: {
        'access-control-allow-methods': allow,
        'access-control-allow-headers': asked.headers['access-control-request-headers'] ?? '',
      },
    };
  if (!allow.includes(asked.method)) return problem(405, 'Method Not Allowed', {}, { allow });
  if (asked.path === '/v1/tokens') return tokens(asked);
  if (['/v1/swaps', '/v1/usage', '/v1/webhooks'].includes(asked.path)) return ofIntegrator(asked, world);
  if (asked.path === '/v1/providers') return json(200, RIGHT_PROVIDERS);
  if (asked.path === '/v1/chains') return json(200, RIGHT_CHAINS);
  if (asked.path === '/.well-known/portage.json') return json(200, RIGHT_KEYS);
  if (asked.raw.length > 65_536) return problem(413, 'Payload Too Large');
  const body = bodyOf(asked.raw);
  if (!body) return invalid([oneFault('body', 'must be a JSON object')]);
  if (asked.path === '/v1/quote') return quote(body, asked, world);
  if (asked.path === '/v1/sign-in') return json(200, rightMessage(String(body.address), world.signIn));
  if (asked.path === '/v1/sign-in/token') {
    const token = rightToken(String(body.message), String(body.signature), world.signIn);
    return token ? json(200, token) : problem(401, 'Unauthorized');
  }
  return asked.path === '/v1/track' ? track(body, asked, world) : channel(body, world);
}

/** Adds the headers that every answer has. */
function complete(reply: Reply, asked: Asked): Reply {
  const given = asked.headers['x-request-id'] ?? '';
  const id = /^[\w.-]{1,64}$/.test(given) ? given : 'made-by-the-server';
  const { body } = reply;
  const about = isFields(body) && 'title' in body ? { body: { ...body, instance: asked.path, traceId: id } } : {};
  return {
    ...reply,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': id, ...CORS, ...reply.headers },
    ...about,
  };
}

/** Answers without a network in between, which finds planted faults just as well and much faster. */
export function rightService(plant: Plant = {}): (asked: Asked) => Reply {
  const world: World = {
    quotes: new Map(),
    channels: new Map(),
    count: 0,
    signIn: { nonces: new Set(), tokens: new Set() },
  };
  const request: RightRequest = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '1', slippage: 3 };
  world.quotes.set(FINISHED.quoteId, { request, answer: quoteAnswer(FINISHED.quoteId, request, ['THORCHAIN']) });
  return (asked) => {
    const right = complete(answer(plant.before?.(asked) ?? asked, world), asked);
    // A copy, so that a fault cannot change what the service remembers.
    const own = { ...right, body: structuredClone(right.body) };
    const planted = plant.after?.(own, asked) ?? own;
    const said = asked.path === '/v1/quote' ? { ...planted, body: withSignatures(planted.body) } : planted;
    const text = said.text ?? (said.body === undefined ? '' : JSON.stringify(said.body));
    const silent = asked.method === 'HEAD' || said.status === 204 || said.status === 304;
    const packed = asked.headers['accept-encoding'] === 'gzip' && text.length > 1000 && !silent;
    return {
      ...said,
      headers: { ...said.headers, ...(packed ? { 'content-encoding': 'gzip' } : {}) },
      text: silent ? '' : text,
    };
  };
}

/** A replacement for `fetch`. */
export function sendTo(service: (asked: Asked) => Reply): Send {
  return async (address, { method = 'GET', headers, body }) => {
    const url = new URL(address);
    const {
      status,
      headers: given,
      text,
    } = service({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: Object.fromEntries(new Headers(headers)),
      raw: typeof body === 'string' ? body : '',
    });
    return new Response(text || null, { status, headers: given });
  };
}
