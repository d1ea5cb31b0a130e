/**
 * Large answers are compressed in an encoding that the client accepts, and not sent at all when the client already has
 * them.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chosenEncoding, createCachedJson, etagMatches } from './cached-json.ts';

const URL_ = 'http://127.0.0.1:3000/v1/tokens';
/** A request that came through our server, which sends the encoding's header under another name. */
const through = (headers: Record<string, string> = {}) =>
  new Request(URL_, { headers: { 'x-portage-keeps-encoding': '1', ...headers } });
const encodingOf = (response: Response) => response.headers.get('x-portage-content-encoding');

const source = {};
const big = { text: 'token '.repeat(1000) };
const answer = (request: Request, key = 'all', body: unknown = big) =>
  createCachedJson('public, max-age=30').answer(request, source, key, () => body);

describe('an encoding', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['deflate', 'identity'],
    ['', 'identity'],
    [null, 'identity'],
    ['br;q=x', 'identity'],
  ])('%s → %s', (accept, encoding) => {
    expect(chosenEncoding(accept)).toBe(encoding);
  });
});

describe('cached JSON', () => {
  it('decodes to the same body in every encoding, each with a strong ETag of its own', async () => {
    const [plain, gzip, br] = await Promise.all([
      answer(through()),
      answer(through({ 'accept-encoding': 'gzip' })),
      answer(through({ 'accept-encoding': 'br' })),
    ]);
    expect([plain, gzip, br].map(encodingOf)).toEqual([null, 'gzip', 'br']);
    const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());
    expect(await plain.json()).toEqual(big);
    expect(JSON.parse(gunzipSync(await bytes(gzip)).toString())).toEqual(big);
    expect(JSON.parse(brotliDecompressSync(await bytes(br)).toString())).toEqual(big);
    const etags = [plain, gzip, br].map((response) => response.headers.get('etag') ?? '');
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/);
    expect(new Set(etags).size).toBe(3);
    for (const response of [plain, gzip, br]) expect(response.headers.get('vary')).toBe('Accept-Encoding');
  });

  it('answers 304 without a body to a client that has it', async () => {
    const etag = (await answer(through({ 'accept-encoding': 'br' }))).headers.get('etag') ?? '';
    const again = await answer(through({ 'accept-encoding': 'br', 'if-none-match': `"old", W/${etag}` }));
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await answer(through({ 'if-none-match': etag }))).status).toBe(200);
    expect(etagMatches('*', etag)).toBe(true);
    expect(etagMatches(null, etag)).toBe(false);
  });

  it('sends plain bytes where the encoding header would be lost', async () => {
    const response = await answer(new Request(URL_, { headers: { 'accept-encoding': 'br' } }));
    expect(encodingOf(response)).toBeNull();
    expect(await response.json()).toEqual(big);
  });

  it('serialises and compresses each content once, as long as its source is the same', async () => {
    const cached = createCachedJson('no-cache');
    let made = 0;
    const body = () => {
      made += 1;
      return big;
    };
    for (let index = 0; index < 5; index += 1) await cached.answer(through(), source, 'a', body);
    expect(made).toBe(1);
    await cached.answer(through(), {}, 'a', body);
    await cached.answer(through(), source, 'b', body);
    expect(made).toBe(3);
  });

  it('does not grow with the number of different keys', async () => {
    const cached = createCachedJson('no-cache', 2);
    let made = 0;
    for (let index = 0; index < 10; index += 1)
      await cached.answer(through(), source, `key ${index % 5}`, () => {
        made += 1;
        return big;
      });
    // Five keys in turn never hit one of the last two.
    expect(made).toBe(10);
  });
});

it('keeps the keys that are requested again and again, however many others are requested once', async () => {
  const cached = createCachedJson('no-cache', 4);
  const source = {};
  const made: string[] = [];
  const ask = (key: string) =>
    cached.answer(new Request('http://portage.test/'), source, key, () => {
      made.push(key);
      return 'x'.repeat(2000);
    });
  for (let n = 0; n < 20; n += 1) {
    await ask('everybody');
    await ask(`stranger ${n}`);
  }
  expect(made.filter((key) => key === 'everybody')).toHaveLength(1);
});
