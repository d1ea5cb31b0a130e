/** The log says what failed and where, and contains no statement, parameter, address or key. */
import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { faultText } from './fault-text.ts';
import { createLogger } from './logger.ts';

const SECRETS = [
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'ptg_0123456789abcdefghijklmnopqrstuvwxyz',
  '7f83b1657ff1fc53b92dc18148a1d65dfc2d4b1fa3d677284addd200126d9069',
];
const SQL = 'insert into "quotes" ("id", "request") values ($1, $2)';

const failed = () =>
  new DrizzleQueryError(
    SQL,
    SECRETS,
    Object.assign(new Error('could not extend file: No space left'), { code: '53100' }),
  );

function logged(event: Record<string, unknown>): string {
  const lines: string[] = [];
  createLogger('info', { write: (line) => void lines.push(line) }).info(event);
  return lines.join('');
}

it.each([
  ['as the endpoints write it', { event: 'unexpected', error: faultText(failed()) }],
  ['as its own text', { event: 'usage', fault: String(failed()) }],
  ['with its stack', { event: 'unexpected', error: failed().stack }],
  ['as an error', { event: 'unexpected', err: failed() }],
  ['by its message', { event: 'clearing', fault: failed().message }],
  ['as an upstream’s words', { event: 'channel', fault: 'refused', message: `no such account: ${SECRETS.join(', ')}` }],
])('a failed query leaves nothing of its text in the log: %s', (_how, event) => {
  const line = logged(event);
  expect(JSON.parse(line)).toMatchObject({ event: event.event });
  for (const secret of [...SECRETS, 'insert into', 'params', '$1']) expect(line).not.toContain(secret);
});

it('names the failure by the database’s own code, and where it happened', () => {
  const text = faultText(failed());
  expect(text).toMatch(/^\[53100\] A query failed\n\s+at .*fault-text\.test\.ts/);
  expect(faultText(new Error('createChannelOpeningOfTheProvider failed'))).toContain(
    'createChannelOpeningOfTheProvider',
  );
});

it('keeps the ids that identify a request', () => {
  const requestId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const lines: string[] = [];
  createLogger('info', { write: (line) => void lines.push(line) })
    .child({ requestId })
    .info({ event: 'unexpected', error: 'x' });
  expect(lines.join('')).toContain(requestId);
});
