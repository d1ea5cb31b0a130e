/** Whatever a connection sends, it gets one short answer that is counted and logged, and never a 500 or a long wait. */
import { once } from 'node:events';
import { createServer, IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { allowedHosts } from './allowed-hosts.ts';
import { earlyProblem, isForPage, isLiveQuestion, noteRefusal, sendLive, sendProblem } from './early-answers.ts';
import { metricsState } from './metrics.ts';
import { refuseBroken, SERVER_LIMITS, serverOptions } from './server-limits.ts';
import { staticFiles } from './static-files.ts';

const running: Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const OWN = allowedHosts({
  publicUrl: 'https://swap.example',
  allowedHosts: [],
  host: '127.0.0.1',
  network: { name: 'mainnet' },
});

/** A server like the product's, on any port; `passed` collects the addresses that would have reached a handler. */
async function start(limits = SERVER_LIMITS) {
  const passed: string[] = [];
  const lines: Record<string, unknown>[] = [];
  const log = (event: Record<string, unknown>) => void lines.push(event);
  const server = createServer(serverOptions(limits), (request, response) => {
    if (isLiveQuestion(request)) return sendLive(request, response);
    const problem = earlyProblem(request, true, OWN, staticFiles('public'));
    if (problem) {
      noteRefusal(log, problem.status, request.method);
      return sendProblem(request, response, problem);
    }
    passed.push(request.url ?? '');
    request.resume().on('end', () => response.end('ok'));
  });
  refuseBroken(server, (status) => noteRefusal(log, status));
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  /** The answer to raw bytes until the connection ends, and how long that took. */
  const send = (bytes: string, later?: Promise<string>): Promise<{ text: string; ms: number }> =>
    new Promise((resolve) => {
      const startedMs = performance.now();
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
      void later?.then((more) => socket.write(more, 'latin1'));
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve({ text, ms: performance.now() - startedMs }));
    });
  const get = (line: string, headers = 'Host: swap.example') =>
    send(`${line} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`);
  return { send, get, passed, lines, server };
}

const statusOf = ({ text }: { text: string }): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);

describe('a malformed request', () => {
  it.each([
    ['malformed UTF-8 in a path', 'GET /page/names/%ED%A0%80?chain=ETH'],
    ['malformed UTF-8 in a query', 'GET /?a=%FF'],
    ['a NUL in a path', 'POST /garden/%00/0'],
    ['a NUL in a query', 'GET /v1/tokens?search=a%00'],
    ['a percent sign that encodes nothing in a path', 'GET /track/%zz/0'],
    ['bytes that are not encoded', 'GET /track/\xed\xa0\x80/0'],
    ['the form that proxies are asked in', 'GET http://evil.example/v1/tokens'],
  ])('gets 400 for %s, counted and logged in one line', async (_what, line) => {
    const before = metricsState.counters.get('portage_requests_total')?.size ?? 0;
    const { get, passed, lines } = await start();
    expect(statusOf(await get(line))).toBe(400);
    expect(passed).toEqual([]);
    expect(lines).toEqual([expect.objectContaining({ event: 'request', route: 'none', status: 400 })]);
    expect(metricsState.counters.get('portage_requests_total')?.size).toBeGreaterThanOrEqual(Math.max(1, before));
  });

  it('gets 400 for a header that is not UTF-8', async () => {
    const { get } = await start();
    expect(statusOf(await get('GET /', 'Host: swap.example\r\nX-Name: \xff\xfe'))).toBe(400);
  });

  // Found by `npm run fuzz` (seed 352973): Next looks for a server action, also where it has no route, and logs its absence.
  it('gets 400 for what Next takes for a server action, and the API reads its body whatever it is said to be', async () => {
    const { get, passed, lines } = await start();
    const form = 'Host: swap.example\r\nContent-Type: multipart/form-data; boundary=x';
    expect(statusOf(await get('POST /', 'Host: swap.example\r\nNext-Action: 7f'))).toBe(400);
    for (const path of ['/', '/page/none', '/chain/eth/none', '/_next/none'])
      expect([path, statusOf(await get(`POST ${path}`, form))]).toEqual([path, 400]);
    expect(passed).toEqual([]);
    expect(lines).toHaveLength(5);
    expect(statusOf(await get('POST /v1/quote', form))).toBe(200);
  });

  // Found by `npm run fuzz`: Next answers 500 to these.
  it.each(['DELETE /embed.js', 'POST /embed%2Ejs', 'OPTIONS /_next/static/x.js'])(
    'gets 405 for a method that files do not support: %s',
    async (line) => {
      const { get, passed } = await start();
      const answer = await get(line);
      expect([statusOf(answer), /^allow: (.*)$/im.exec(answer.text)?.[1]]).toEqual([405, 'GET, HEAD']);
      expect(passed).toEqual([]);
      expect(statusOf(await get('GET /embed.js'))).toBe(200);
    },
  );

  it('gets 414 for an address that is too long, and 431 for headers that are', async () => {
    const { get, send, lines } = await start();
    expect(statusOf(await get(`GET /?a=${'x'.repeat(8200)}`))).toBe(414);
    expect(statusOf(await send(`GET / HTTP/1.1\r\nHost: swap.example\r\nX-Long: ${'x'.repeat(17_000)}`))).toBe(431);
    expect(statusOf(await send('no http at all\r\n\r\n'))).toBe(400);
    expect(lines.map(({ status }) => status)).toEqual([414, 431, 400]);
  });

  it('may use any language, and a bare percent sign in its query does no harm', async () => {
    const { get, passed } = await start();
    const headers = 'Host: swap.example\r\nX-Name: \xc3\xa9';
    expect(statusOf(await get('GET /tokens/%C3%A9?q=100%', headers))).toBe(200);
    expect(passed).toEqual(['/tokens/%C3%A9?q=100%']);
  });
});

describe('another Host', () => {
  it('gets 421, except for health and metrics, which check it themselves', async () => {
    const { get } = await start();
    const host = 'Host: evil.example';
    expect(statusOf(await get('GET /v1/tokens', host))).toBe(421);
    expect(statusOf(await get('GET /', host))).toBe(421);
    for (const path of ['/health', '/health/ready', '/health/live', '/metrics'])
      expect([path, statusOf(await get(`GET ${path}`, host))]).toEqual([path, 200]);
  });
});

describe('what a page needs', () => {
  const isPage = (url: string, headers = {}) =>
    isForPage(Object.assign(new IncomingMessage(new Socket()), { url, headers }), staticFiles('public'));

  it('is the page itself where a browser opens it, its scripts and its pictures; a question to the API is not', () => {
    expect(isPage('/?sell=BTC', { 'sec-fetch-mode': 'navigate' })).toBe(true);
    expect(isPage('/_next/static/chunks/1.js')).toBe(true);
    expect(isPage('/favicon.svg?1')).toBe(true);
    expect(isPage('/v1/tokens', { 'sec-fetch-mode': 'cors' })).toBe(false);
    expect(isPage('/')).toBe(false);
  });
});

describe('a connection', () => {
  const quick = { keepAliveMs: 600, headersMs: 150, requestMs: 300, checkMs: 50 };

  it('that sends its headers or body too slowly is closed with 408, one that sends nothing without a word', async () => {
    const { send, lines } = await start(quick);
    const [silent, headers, body] = await Promise.all([
      send(''),
      send('GET / HTTP/1.1\r\nHost: swap'),
      send('POST /v1/quote HTTP/1.1\r\nHost: swap.example\r\nContent-Length: 100\r\n\r\n{'),
    ]);
    for (const { ms } of [silent, headers, body]) expect(ms).toBeLessThan(5000);
    expect([statusOf(headers), statusOf(body)]).toEqual([408, 408]);
    expect(silent.text).toBe('');
    expect(lines).toHaveLength(2);
  });

  it('on which nothing was asked yet waits for its first request, as clients open some in advance', async () => {
    const { server, send } = await start({ ...quick, keepAliveMs: 60_000 });
    const late = once(server, 'clientError').then(
      () => 'GET / HTTP/1.1\r\nHost: swap.example\r\nConnection: close\r\n\r\n',
    );
    expect(statusOf(await send('', late))).toBe(200);
  });

  it('is kept open longer than proxies keep theirs', async () => {
    const { server, send } = await start();
    // By default nginx, HAProxy and AWS ALB close an idle connection after 60 s.
    expect(server.keepAliveTimeout).toBeGreaterThanOrEqual(65_000);
    expect(server.requestTimeout).toBeLessThanOrEqual(60_000);
    const { text } = await send(
      'GET / HTTP/1.1\r\nHost: swap.example\r\n\r\nGET /2 HTTP/1.1\r\nHost: swap.example\r\nConnection: close\r\n\r\n',
    );
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });
});
