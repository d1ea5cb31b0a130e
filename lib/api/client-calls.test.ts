/** The client repeats only calls that are safe to repeat, and watches a swap to its end over bad connections. */
import { describe, expect, it, vi } from 'vitest';
import { ApiProblem } from './api-problem.ts';
import type { TrackResponse } from './schemas/track.ts';
import { createPortageClient } from './standalone-client.ts';

type Answer = Response | Error | ((init: RequestInit) => Response | Promise<Response>);

/** A server that gives these answers in turn, and a client whose waits take no time. */
function setUp(answers: Answer[], options: { retries?: number; apiKey?: string } = {}) {
  const sent: { path: string; headers: Headers; body: unknown }[] = [];
  const waits: number[] = [];
  const fetchLike = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    sent.push({
      path: String(input).replace('https://swap.example', ''),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    const next = answers.shift();
    if (next === undefined) throw new Error('nothing more was expected');
    if (next instanceof Error) throw next;
    return next instanceof Response ? next : next(init);
  };
  const client = createPortageClient({
    baseUrl: 'https://swap.example/',
    fetch: fetchLike,
    wait: async (ms, signal) => {
      signal?.throwIfAborted();
      waits.push(ms);
    },
    ...options,
  });
  return { client, sent, waits, left: answers };
}

const problem = (status: number, title: string, headers: Record<string, string> = {}) =>
  Response.json({ type: `/errors/${title}`, title, status, detail: `${title}.` }, { status, headers });
const down = () => new TypeError('fetch failed');
const ASK = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '1', slippage: 1 };
const QUOTE = { quoteId: 'q', routes: [] };
const failing = async (work: Promise<unknown>): Promise<ApiProblem> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiProblem) return error;
  throw new Error('an ApiProblem was expected', { cause: error });
};

describe('calls that are safe to repeat', () => {
  it('are sent again after the delay in the answer, or ever longer ones', async () => {
    const { client, waits } = setUp([
      problem(429, 'Too Many Requests', { 'retry-after': '7' }),
      down(),
      Response.json(QUOTE),
    ]);
    expect(await client.quote(ASK)).toEqual(QUOTE);
    expect(waits[0]).toBe(7000);
    expect(waits[1]).toBeGreaterThan(0);
    expect(waits).toHaveLength(2);
  });

  it('end with the last problem, typed', async () => {
    const { client, waits } = setUp([down(), problem(503, 'Service Unavailable'), problem(502, 'Bad Gateway')]);
    expect(await failing(client.tokens())).toMatchObject({ status: 502, type: '/errors/Bad Gateway' });
    expect(waits).toHaveLength(2);
  });

  it('are not sent again when that would not help, or not soon', async () => {
    for (const answer of [problem(400, 'Validation Error'), problem(500, 'Internal Server Error'), problem(404, 'x')])
      expect((await failing(setUp([answer]).client.track({ quoteId: 'q' }))).status).toBeGreaterThan(0);
    const byTheDay = setUp([problem(429, 'Too Many Requests', { 'retry-after': '86400' })]);
    expect(await failing(byTheDay.client.providers())).toMatchObject({ retryAfterSeconds: 86_400 });
    expect(await failing(setUp([down()], { retries: 0 }).client.tokens())).toMatchObject({ status: 0 });
  });
});

describe('calls that create', () => {
  it('are sent once, since a lost answer may have created something', async () => {
    expect((await failing(setUp([down()]).client.quote({ ...ASK, includeTx: true }))).status).toBe(0);
    expect((await failing(setUp([problem(502, 'x')]).client.depositChannel({ quoteId: 'q' }))).status).toBe(502);
    const order = { quoteId: 'q', routeIndex: 0, signature: '0x' };
    expect((await failing(setUp([down()]).client.submitSignature(order))).status).toBe(0);
  });

  it('with a key are sent again with the same, also while the first is still being made', async () => {
    const inUse = Response.json(
      { type: '/errors/idempotency-key-in-use', title: 'Idempotency Key In Use', status: 409, detail: 'x' },
      { status: 409, headers: { 'retry-after': '5' } },
    );
    const { client, sent, waits } = setUp([down(), inUse, Response.json({ depositAddress: 'a', channelId: 'c' })]);
    await client.depositChannel({ quoteId: 'q' }, { idempotencyKey: 'my "own" key' });
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(Array(3).fill('"my \\"own\\" key"'));
    expect(waits[1]).toBe(5000);
    const reused = setUp([problem(422, 'Idempotency Key Reused')]).client;
    expect((await failing(reused.quote({ ...ASK, includeTx: true }, { idempotencyKey: 'k' }))).status).toBe(422);
  });
});

describe('the key of an integrator', () => {
  it('goes with every call', async () => {
    const { client, sent } = setUp([Response.json(QUOTE), Response.json({ tokens: [], total: 0 })], { apiKey: 'ptg' });
    await client.storedQuote('a/b');
    await client.tokens();
    expect(sent.map(({ headers }) => headers.get('x-api-key'))).toEqual(['ptg', 'ptg']);
    expect(sent[0]?.path).toBe('/v1/quote/a%2Fb');
  });
});

describe('tokens', () => {
  it('are fetched whole once and then only if they changed', async () => {
    const list = (etag: string, total: number) => Response.json({ tokens: [], total }, { headers: { etag } });
    const { client, sent } = setUp([
      list('"a"', 1),
      new Response(null, { status: 304 }),
      list('"b"', 2),
      list('"c"', 3),
    ]);
    expect(await client.tokens({ chain: 'BTC' })).toMatchObject({ total: 1 });
    expect(await client.tokens({ chain: 'BTC' })).toMatchObject({ total: 1 });
    expect(await client.tokens({ chain: 'BTC' })).toMatchObject({ total: 2 });
    expect(await client.tokens()).toMatchObject({ total: 3 });
    expect(sent.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"a"', '"a"', null]);
  });
});

describe('a stream of quotes', () => {
  it('that ends before the quote is reported, so that the caller asks again', async () => {
    const cut = new Response('event: route\ndata: {"providers":["THORCHAIN"],"legs":[]}\n\n', {
      headers: { 'content-type': 'text/event-stream' },
    });
    const events = setUp([cut]).client.quoteStream(ASK);
    expect((await events.next()).value).toMatchObject({ type: 'route' });
    expect(await failing(events.next())).toMatchObject({ status: 0, detail: expect.stringContaining('ask again') });
  });
});

const state = (trackingStatus: string, more: object = {}) =>
  ({ success: true, trackingStatus, stage: 'inbound', data: { trackingStatus, ...more } }) as TrackResponse;
const stream = (...events: [id: string, state: TrackResponse][]) =>
  new Response(events.map(([id, data]) => `event: track\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  });
const polled = (data: TrackResponse, seconds = 4) =>
  Response.json(data, { headers: { 'retry-after': String(seconds) } });
const watched = async (client: ReturnType<typeof setUp>['client'], signal?: AbortSignal) => {
  const seen: string[] = [];
  for await (const one of client.watch({ quoteId: 'q' }, signal ? { signal } : {})) seen.push(one.trackingStatus);
  return seen;
};

describe('watching a swap', () => {
  it('resumes a broken stream where it was, yields each state once, and ends with the swap', async () => {
    const { client, sent } = setUp([
      stream(['1', state('not_started')], ['2', state('pending')]),
      down(),
      stream(['2', state('pending', { updatedAt: 'later' })], ['3', state('swapping')]),
      stream(['4', state('completed')], ['5', state('pending')]),
    ]);
    expect(await watched(client)).toEqual(['not_started', 'pending', 'swapping', 'completed']);
    expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '2', '2', '3']);
  });

  it('asks at the pace of Retry-After when events do not come through', async () => {
    const silent = () => stream();
    const { client, sent, waits } = setUp([
      silent(),
      silent(),
      polled(state('pending'), 9),
      polled(state('pending')),
      polled(state('refunded')),
    ]);
    expect(await watched(client)).toEqual(['pending', 'refunded']);
    expect(sent.map(({ headers }) => headers.get('accept'))).toEqual([
      ...Array(2).fill('text/event-stream'),
      ...Array(3).fill('application/json'),
    ]);
    expect(waits.slice(2)).toEqual([9000, 4000]);
  });

  it('stays with streams that only say that they are there, since a state that lasts is not sent again', async () => {
    const unchanged = () => new Response(': portage\n\n', { headers: { 'content-type': 'text/event-stream' } });
    const { client, sent } = setUp([
      stream(['1', state('pending')]),
      unchanged(),
      unchanged(),
      unchanged(),
      stream(['2', state('completed')]),
    ]);
    expect(await watched(client)).toEqual(['pending', 'completed']);
    expect(sent.map(({ headers }) => headers.get('accept'))).toEqual(Array(5).fill('text/event-stream'));
  });

  it('returns to streams after an outage, which says nothing about whether events come through', async () => {
    const ended = ({ headers }: RequestInit) =>
      new Headers(headers).get('accept') === 'application/json'
        ? polled(state('completed'))
        : stream(['2', state('completed')]);
    const { client, sent } = setUp([
      stream(['1', state('pending')]),
      down(),
      problem(503, 'Service Unavailable'),
      down(),
      ended,
    ]);
    expect(await watched(client)).toEqual(['pending', 'completed']);
    expect(sent.map(({ headers }) => headers.get('accept'))).toEqual(Array(5).fill('text/event-stream'));
  });

  it('asks where a gateway waits for a whole answer and gives up', async () => {
    const { client, sent } = setUp([problem(504, 'x'), problem(504, 'x'), polled(state('completed'))]);
    expect(await watched(client)).toEqual(['completed']);
    expect(sent.at(-1)?.headers.get('accept')).toBe('application/json');
  });

  it('asks where a proxy holds back even the headers of streams', async () => {
    vi.useFakeTimers();
    try {
      const heldBack = ({ signal }: RequestInit) =>
        new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      const { client, sent } = setUp([heldBack, heldBack, polled(state('completed'))]);
      const seen = watched(client);
      await vi.advanceTimersByTimeAsync(100_000);
      expect(sent.map(({ headers }) => headers.get('accept'))).toEqual([
        'text/event-stream',
        'text/event-stream',
        'application/json',
      ]);
      expect(await seen).toEqual(['completed']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('takes one JSON body for a state when a server has no events', async () => {
    const { client, waits } = setUp([polled(state('pending'), 3), polled(state('failed'))]);
    expect(await watched(client)).toEqual(['pending', 'failed']);
    expect(waits).toEqual([3000]);
  });

  it('waits outages out, of any kind', async () => {
    const { client, waits } = setUp([
      down(),
      problem(503, 'x', { 'retry-after': '30' }),
      new Response('<html>', { status: 502 }),
      problem(429, 'x', { 'retry-after': '120' }),
      polled(state('completed')),
    ]);
    expect(await watched(client)).toEqual(['completed']);
    expect(waits).toContain(30_000);
    expect(waits).toContain(120_000);
  });

  it('ends with an error that repetition does not solve, and with a payment that is not the quote’s', async () => {
    expect((await failing(watched(setUp([problem(404, 'Not Found')]).client))).status).toBe(404);
    const error = new Response('event: error\ndata: {"status":400,"title":"x","detail":"y"}\n\n', {
      headers: { 'content-type': 'text/event-stream' },
    });
    expect((await failing(watched(setUp([error]).client))).status).toBe(400);
    const mismatch = state('pending', { mismatch: [{ field: 'memo', expected: 'a', actual: 'b' }] });
    const { client } = setUp([stream(['1', { ...mismatch, error: 'Not the quote’s.' }])]);
    await expect(watched(client)).rejects.toMatchObject({
      name: 'PaymentMismatch',
      message: 'Not the quote’s.',
      state: { data: mismatch.data },
    });
  });

  it('ends when its signal aborts', async () => {
    const stop = new AbortController();
    const answer = () => {
      stop.abort(new Error('enough'));
      return polled(state('pending'));
    };
    await expect(watched(setUp([answer]).client, stop.signal)).rejects.toThrow('enough');
  });
});
