/** A compressed answer arrives unchanged, and only at clients that can decompress it. */
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packable, packedText, recurringJson } from './packed-text.ts';

const TEXT = JSON.stringify({ routes: 'a route '.repeat(500) });
const asked = (accept: string, keeps = '1') =>
  new Request('http://portage.test/', { headers: { 'accept-encoding': accept, 'x-portage-keeps-encoding': keeps } });

it('is the same text once it is decompressed', async () => {
  const { body, headers } = await packedText(asked('br, gzip'), packable(TEXT));
  const bytes = Buffer.from(await new Response(body).arrayBuffer());
  expect(bytes.length).toBeLessThan(TEXT.length / 4);
  expect(gunzipSync(bytes).toString()).toBe(TEXT);
  expect(headers).toEqual({
    'x-portage-content-encoding': 'gzip',
    'x-portage-content-length': String(bytes.length),
    vary: 'Accept-Encoding',
  });
});

it.each([
  ['a client that takes no gzip', asked('br, gzip;q=0'), TEXT],
  ['a client that says nothing', asked(''), TEXT],
  ['a request that came past our server', asked('gzip', ''), TEXT],
  ['a short text', asked('gzip'), '{}'],
])('is plain for %s', async (_who, request, text) => {
  expect(await packedText(request, packable(text))).toEqual({ body: text, headers: {} });
});

it('of a body that recurs is written and compressed once, and anew for another body', async () => {
  const body = { routes: 'a route '.repeat(500) };
  const [first, again] = await Promise.all([0, 1].map(() => packedText(asked('gzip'), recurringJson(body))));
  expect(again?.body).toBe(first?.body);
  const other = await packedText(asked('gzip'), recurringJson({ ...body }));
  expect(other.body).toEqual(first?.body);
  expect(other.body).not.toBe(first?.body);
});
