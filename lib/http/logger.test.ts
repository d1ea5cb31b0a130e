/** No secret reaches the log, however it got into an event. */
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLogger, levelOf } from './logger.ts';

const SECRET = 'a-secret-that-nobody-may-read';

function lineOf(event: Record<string, unknown>): string {
  let written = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  createLogger('trace', sink).info(event);
  return written;
}

it.each(['apiKey', 'api-key', 'x-api-key', 'authorization', 'cookie', 'token', 'password', 'privateKey', 'secret'])(
  'hides %s, at the top level and one level down',
  (name) => {
    for (const line of [lineOf({ [name]: SECRET }), lineOf({ headers: { [name]: SECRET } })]) {
      expect(line).toContain('[hidden]');
      expect(line).not.toContain(SECRET);
    }
  },
);

it('writes one line of JSON with the level’s name and an ISO time', () => {
  const line = lineOf({ event: 'request', status: 200 });
  expect(line.endsWith('\n')).toBe(true);
  expect(JSON.parse(line)).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    event: 'request',
    status: 200,
  });
});

it('keeps upstream calls at level debug', () => {
  const events = ['provider', 'upstream', 'unexpected', 'request'];
  expect(events.map((event) => levelOf({ event }))).toEqual(['debug', 'debug', 'error', 'info']);
});
