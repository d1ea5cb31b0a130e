import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { cases } from '../../lib/domain/test-effort.ts';
import { fc, property } from '../../lib/domain/test-property.ts';
import { curlOf, type ExampleCall, pathOf, requestOf } from './example-request.ts';

const call: ExampleCall = {
  method: 'POST',
  path: '/v1/quote',
  body: '{"note":"it\'s"}',
  query: {},
  segments: {},
  headers: { accept: 'text/event-stream', 'idempotency-key': '"a"', 'x-api-key': ' ' },
};

describe('an example of the docs', () => {
  it('sends what was filled in and nothing else', () => {
    expect(requestOf(call)).toEqual({
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'idempotency-key': '"a"' },
      body: '{"note":"it\'s"}',
    });
    const get = { path: '/v1/quote/{quoteId}', query: {}, segments: { quoteId: ' a/b ' } };
    expect(pathOf(get)).toBe('/v1/quote/a%2Fb');
    const search = { search: 'us dc', chain: '', provider: 'ONEINCH->CHAINFLIP' };
    expect(pathOf({ path: '/v1/tokens', segments: {}, query: search })).toBe(
      '/v1/tokens?search=us+dc&provider=ONEINCH-%3ECHAINFLIP',
    );
  });

  it('becomes a curl command that streams where events were requested', () => {
    expect(curlOf('https://swap.example', call)).toBe(
      `curl -sN 'https://swap.example/v1/quote' \\
  -H 'content-type: application/json' \\
  -H 'accept: text/event-stream' \\
  -H 'idempotency-key: "a"' \\
  -d '{"note":"it'\\''s"}'`,
    );
  });

  property([fc.string({ minLength: 1 }).filter((text) => !text.includes('\0'))], { numRuns: cases(20) })(
    'reaches curl as it was typed',
    (body) => {
      const command = curlOf('https://swap.example', { ...call, body }).replace(/^curl /, 'printf "%s\\0" ');
      const sent = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).split('\0');
      expect(sent.at(-2)).toBe(Buffer.from(body, 'utf8').toString('utf8'));
    },
  );
});
