/** Generates requests for every path in the build's own list, as raw bytes for a socket. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { NEWCOMER } from '../support/accounts.ts';
import { bodyLike, hostileText } from './hostile.ts';

export type FuzzRequest = { path: string; bytes: Buffer };
/** Ids that exist in the tested world, so that requests get past the first check. */
export type Known = { quoteId: string; hash: string };

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'get'];
const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

/** Path patterns of the app, such as `/chain/[chain]/rpc`. */
function patterns(): string[] {
  const routes: Record<string, string> = JSON.parse(readFileSync('.next/app-path-routes-manifest.json', 'utf8'));
  const own = Object.values(routes).filter((path) => !path.startsWith('/_'));
  if (own.length < 40) throw new Error(`only ${own.length} paths are listed; Next lists them elsewhere now`);
  return [...new Set([...own, '/embed.js', '/client.ts', '/docs/tracking.md', '/no-such-path'])];
}

const isApi = (path: string): boolean => path.startsWith('/v1/') && !path.includes('[[');
/** Paths that take bodies get half of all requests. */
const weightOf = (path: string): number => (isApi(path) ? 12 : /^\/(chain|garden|page)\//.test(path) ? 3 : 1);

const segment = ({ quoteId, hash }: Known): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      ...['eth', 'btc', 'sol', 'gaia', 'thor', 'dot', '0', '1', 'en', quoteId, hash, NEWCOMER.ETH, NEWCOMER.BTC],
    ),
    hostileText.map((text) => (!text.isWellFormed() ? '%ED%A0%80' : encodeURIComponent(text))),
    hostileText,
  );

const query = (known: Known): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    {
      weight: 2,
      arbitrary: fc
        .array(
          fc.tuple(
            fc.oneof(
              fc.constantFrom(
                'search',
                'chain',
                'limit',
                'page',
                'provider',
                'address',
                'hash',
                'token',
                'sell',
                'embedId',
              ),
              segment(known),
            ),
            segment(known),
          ),
          { minLength: 1, maxLength: 4 },
        )
        .map((pairs) => `?${pairs.map((pair) => pair.join('=')).join('&')}`),
    },
  );

const headers: fc.Arbitrary<[string, string][]> = fc
  .array(
    fc.oneof(
      fc.constantFrom<[string, string]>(
        ...([
          ['accept', 'text/event-stream'],
          ['accept-encoding', 'gzip, br'],
          ['content-encoding', 'gzip'],
          ['content-type', 'application/json; charset=utf-16'],
          ['content-type', 'multipart/form-data; boundary=x'],
          ['idempotency-key', '"a-key"'],
          ['next-action', '00'],
          ['rsc', '1'],
          ['next-router-state-tree', '%5B%22%22%5D'],
          ['x-middleware-subrequest', 'proxy'],
          ['if-none-match', '*'],
          ['last-event-id', '-1'],
          ['range', 'bytes=0-,5-1,-1'],
          ['expect', '100-continue'],
          ['origin', 'null'],
          ['x-forwarded-for', '::1, 1.2.3.4, x'],
          ['traceparent', '00-0-0-0'],
        ] as [string, string][]),
      ),
      fc.tuple(
        fc.constantFrom(
          'x-api-key',
          'x-request-id',
          'idempotency-key',
          'accept',
          'cookie',
          'accept-language',
          'forwarded',
          'x-a',
        ),
        hostileText,
      ),
    ),
    { maxLength: 3 },
  )
  .map((list) => list.map(([name, value]) => [name, value.replace(/[\r\n]/g, '')]));

const rights = ({ quoteId, hash }: Known): Record<string, Record<string, unknown>[]> => {
  const quote = { sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount: '1', slippage: 3 };
  const full = { ...quote, sourceAddress: NEWCOMER.ETH, destinationAddress: NEWCOMER.BTC, includeTx: true };
  return {
    '/v1/quote': [quote, full, { ...full, buyAsset: USDC, destinationAddress: NEWCOMER.ETH, providers: ['ONEINCH'] }],
    '/v1/track': [
      { quoteId, hash, routeIndex: 0 },
      { quoteId },
      { hash, chainId: '1' },
      { depositChannelId: '1-Bitcoin-1' },
    ],
    '/v1/chainflip-deposit-channel': [
      { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', destinationAddress: NEWCOMER.ETH, refundAddress: NEWCOMER.BTC },
    ],
    '/chain/[chain]/rpc': [
      { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [NEWCOMER.ETH, 'latest'] },
      { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: NEWCOMER.ETH, data: '0x' }, 'latest'] },
    ],
    '/chain/[chain]/broadcast': [{ tx: '0x00' }, { transaction: 'AA==' }],
    '/chain/[chain]/simulate': [{ transaction: 'AA==' }],
    '/garden/[quoteId]/[routeIndex]': [{ signature: '0x11' }],
  };
};

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');
/** Spaces and line ends would end the request line, so that nothing after it would be tested. */
const inLine = (target: string): string =>
  target
    .replaceAll('\u0000', '%00')
    .replace(/\s/g, (one) => encodeURIComponent(one))
    .slice(0, 15_000);

/** One request, with a correct `content-length` unless it says otherwise. */
export function fuzzRequest(host: string, known: Known): fc.Arbitrary<FuzzRequest> {
  const bodies = rights(known);
  const path = fc.oneof(...patterns().map((one) => ({ weight: weightOf(one), arbitrary: fc.constant(one) })));
  return path.chain((pattern) => {
    const takesBody = pattern in bodies;
    const method = takesBody
      ? fc.oneof({ weight: 9, arbitrary: fc.constant('POST') }, fc.constantFrom(...METHODS))
      : fc.oneof({ weight: 4, arbitrary: fc.constant('GET') }, fc.constantFrom(...METHODS));
    const segments = pattern.split('/').map((one) => (one.startsWith('[') ? segment(known) : fc.constant(one)));
    const body = takesBody
      ? bodyLike(bodies[pattern] ?? [])
      : fc.oneof({ weight: 4, arbitrary: fc.constant(Buffer.alloc(0)) }, bodyLike([{}]));
    return fc
      .tuple(method, fc.tuple(...segments), query(known), headers, body)
      .map(([verb, segments, search, more, sent]): FuzzRequest => {
        const lines = [
          `${verb} ${inLine(segments.join('/') + search) || '/'} HTTP/1.1`,
          `host: ${host}`,
          'connection: close',
          ...more.map(([name, value]) => `${name}: ${value}`),
          ...(sent.length > 0 ? [`content-length: ${sent.length}`] : []),
        ];
        return { path: pattern, bytes: Buffer.concat([bytesOf(`${lines.join('\r\n')}\r\n\r\n`), sent]) };
      });
  });
}
