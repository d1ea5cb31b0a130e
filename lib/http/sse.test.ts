/** Event streams send everything in order, end with their work, and stop the work when the client leaves. */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readEvents } from '../api/event-reader.ts';
import { eventStream, openStreams, type SendEvent, wantsEvents } from './sse.ts';

const request = new Request('http://127.0.0.1/v1/quote', { method: 'POST' });
const unexpected = () => ({ event: 'error', data: { status: 500 } });

async function all(response: Response) {
  const events = [];
  for await (const event of readEvents(response)) events.push(event);
  return events;
}

describe('an event stream', () => {
  it('sends every event in order, including line breaks and every script', async () => {
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

  it('that may last ends when the server stops, so that its client resumes elsewhere; any other is finished', async () => {
    const server = new AbortController();
    const resumable = { stopping: server.signal };
    let finish: () => void = () => undefined;
    const work = (send: (event: string, data: unknown) => void) => {
      send('first', 1);
      return new Promise<void>((resolve) => {
        finish = () => {
          send('last', 2);
          resolve();
        };
      });
    };
    const lasting = eventStream(request, work, unexpected, resumable);
    const short = eventStream(request, work, unexpected);
    expect(openStreams()).toBe(2);
    server.abort();
    expect(openStreams()).toBe(1);
    finish();
    const text = await lasting.text();
    expect(text).toContain('retry: 1000\n\n');
    expect(await all(new Response(text))).toEqual([{ event: 'first', data: 1 }]);
    expect((await all(short)).map(({ event }) => event)).toEqual(['first', 'last']);
    const late = eventStream(request, work, unexpected, resumable);
    expect(await all(late)).toEqual([]);
    expect(openStreams()).toBe(0);
  });

  it('is compressed for a client that takes that, each event as soon as it is sent; one that may last is not', async () => {
    const headers = { 'accept-encoding': 'gzip', 'x-portage-keeps-encoding': '1' };
    const asked = new Request(request, { headers });
    let finish = (): void => undefined;
    const work = async (send: SendEvent) => {
      send('first', 1);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      send('second', 2);
    };
    const response = eventStream(asked, work, unexpected);
    expect(response.headers.get('x-portage-content-encoding')).toBe('gzip');
    const plain = Readable.from(response.body ?? []).pipe(createGunzip());
    let text = '';
    for await (const bytes of plain) {
      text += String(bytes);
      if (text.includes('data: 1')) finish();
    }
    expect(text).toContain('data: 2');
    const lasting = eventStream(asked, async () => undefined, unexpected, { stopping: new AbortController().signal });
    expect(lasting.headers.has('x-portage-content-encoding')).toBe(false);
    expect(await all(lasting)).toEqual([]);
  });

  it('stops the work when the client leaves', async () => {
    let stopped = () => undefined as undefined;
    const ended = new Promise<void>((resolve) => {
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
    await ended;
  });

  it('is read correctly however its bytes are split', async () => {
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

describe('a client that asks for events', () => {
  it.each([
    ['text/event-stream', true],
    ['application/json, text/event-stream;q=0.5', false],
    ['application/json;q=1, text/event-stream;q=0.1', false],
    ['application/json, text/event-stream', false],
    ['text/event-stream, application/json;q=0.9', true],
    ['application/json;q=0.5, text/event-stream;q=0.8', true],
    ['Text/Event-Stream;Q=1, */*', true],
    ['text/event-stream;q=0.5, */*;q=0.1', true],
    ['text/event-stream;q=0.1, application/*', false],
    ['text/event-stream, */*;q=0', true],
    ['text/html, */*;q=0.8', false],
    ['', false],
    ['application/json', false],
    ['*/*', false],
    ['application/json, text/event-stream;q=0', false],
    ['application/json, text/event-stream; q=0.0', false],
    ['text/event-streams', false],
  ])('%s: %s', (accept, wanted) => {
    expect(wantsEvents(new Request('http://127.0.0.1/', { headers: { accept } }))).toBe(wanted);
  });
});
