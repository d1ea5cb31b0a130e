/** Serves the right service over real HTTP on loopback. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Asked, type Plant, rightService } from './right-service.ts';

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://right');
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: Object.fromEntries(headers),
    raw: Buffer.concat(chunks).toString(),
  };
}

export type RightServer = { url: string; close(): Promise<void> };

/** Starts it on a free port. */
export async function startRightServer(plant: Plant = {}): Promise<RightServer> {
  const service = rightService(plant);
  const server = createServer(async (incoming, response) => {
    const { status, headers, text = '' } = service(await read(incoming));
    response.writeHead(status, headers);
    response.end('content-encoding' in headers ? gzipSync(text) : text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
