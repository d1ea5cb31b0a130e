/** Finds free ports for processes that tests start. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems assign by themselves, from 32768 or 49152 on, so that nothing else takes one before the
 * test does.
 */
const [LEAST, MOST] = [20_000, 32_000];
const given = new Set<number>();

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** A port at which nothing listens; none is returned twice. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LEAST + Math.floor(Math.random() * (MOST - LEAST));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}
