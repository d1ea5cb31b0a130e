/** Sends bytes through a socket of their own and reads the server's answer. */
import { connect } from 'node:net';

/** `status` 0: the connection ended without an answer; `late`: nothing came in time. */
export type Reply = { status: number; late: boolean; ms: number; head: string };

/** By then an answer must have begun, and one that is no stream must have ended. */
const LATEST_MS = 5000;

export function send(port: number, bytes: Buffer): Promise<Reply> {
  return new Promise((resolve) => {
    const started = performance.now();
    let text = '';
    let done = false;
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (late: boolean): void => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (?!100)(\d{3})/m.exec(text)?.[1] ?? 0);
      resolve({ status, late, ms: performance.now() - started, head: text.slice(0, 1500) });
    };
    const timer = setTimeout(() => end(true), LATEST_MS);
    socket.on('data', (chunk: Buffer) => {
      if (text.length < 4000) text += chunk.toString('latin1');
      // An event stream does not end by itself; its beginning is the answer.
      if (/^content-type: text\/event-stream/im.test(text)) end(false);
    });
    for (const event of ['close', 'error', 'end'] as const) socket.on(event, () => end(false));
    socket.write(bytes);
  });
}
