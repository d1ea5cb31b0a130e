/** Event streams tell everything in order, end with the work, and stop working when the client leaves. */
import { describe, expect, it } from 'vitest';
import { readEvents } from '../api/event-reader.ts';
import { eventStream, wantsEvents } from './sse.ts';

const request = new Request('http://127.0.0.1/v1/quote', { method: 'POST' });
const unexpected = () => ({ event: 'error', data: { status: 500 } });

async function all(response: Response) {
  const events = [];
  for await (const event of readEvents(response)) events.push(event);
  return events;
}

describe('an event stream', () => {
  it('tells every event in order, line breaks and all scripts included', async () => {
    const data = [{ text: 'a\nb\r\n\u2028' }, ['ü', '漢', '😀'], null, 1];
    const response = eventStream(
      request,
      async (send) => {
        for (const item of data) send('item', item);
      },
      unexpected,
    );
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('cache-control')).toContain('no-transform');
    expect(await all(response)).toEqual(data.map((item) => ({ event: 'item', data: item })));
  });

  it('ends with a problem when the work fails', async () => {
    const response = eventStream(
      request,
      async (send) => {
        send('route', 1);
        throw new Error('bug');
      },
      unexpected,
    );
    expect(await all(response)).toEqual([
      { event: 'route', data: 1 },
      { event: 'error', data: { status: 500 } },
    ]);
  });

  it('stops the work when the client leaves', async () => {
    let stopped = () => undefined as undefined;
    const told = new Promise<void>((resolve) => {
      stopped = () => void resolve();
    });
    const response = eventStream(
      request,
      (_send, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(stopped()))),
      unexpected,
    );
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await told;
  });

  it('reads events however their bytes are cut', async () => {
    const bytes = new TextEncoder().encode(
      ': hello\r\n\r\nevent: a\r\ndata: {"x":\r\ndata: "ü"}\r\n\r\ndata: 2\n\ndata: broken {\n\n',
    );
    for (let size = 1; size < bytes.length; size += 1) {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let from = 0; from < bytes.length; from += size) controller.enqueue(bytes.slice(from, from + size));
          controller.close();
        },
      });
      expect(await all(new Response(stream)), `pieces of ${size}`).toEqual([
        { event: 'a', data: { x: 'ü' } },
        { event: 'message', data: 2 },
      ]);
    }
  });
});

describe('asking for events', () => {
  it.each([
    ['text/event-stream', true],
    ['application/json, text/event-stream;q=0.5', true],
    ['application/json', false],
    ['*/*', false],
    ['application/json, text/event-stream;q=0', false],
    ['application/json, text/event-stream; q=0.0', false],
    ['text/event-streams', false],
  ])('%s: %s', (accept, wanted) => {
    expect(wantsEvents(new Request('http://127.0.0.1/', { headers: { accept } }))).toBe(wanted);
  });
});
