/**
 * Limits what a connection may take before anything answers it: slow headers, slow bodies, idle sockets, malformed
 * requests.
 */
import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export type ServerLimits = { keepAliveMs: number; headersMs: number; requestMs: number; checkMs: number };

export const SERVER_LIMITS: ServerLimits = {
  /**
   * Longer than proxies keep idle connections (nginx, AWS ALB, HAProxy: 60 s by default), so that this server never
   * closes one that a proxy is about to use.
   */
  keepAliveMs: 75_000,
  /** From the first byte of a request to the end of its headers, and to the end of its body. */
  headersMs: 10_000,
  requestMs: 30_000,
  /** How often connections are checked; a limit may be exceeded by as much. */
  checkMs: 2000,
};

/**
 * Connections that wait to be accepted; the kernel's own limit is 4096. With Node's 511 a burst of 2,000 lost one in
 * nine to a reset, and the others waited up to a minute for the kernel to try again.
 */
export const BACKLOG = 4096;

/** Options of `createServer`. */
export const serverOptions = ({ keepAliveMs, headersMs, requestMs, checkMs } = SERVER_LIMITS) => ({
  keepAliveTimeout: keepAliveMs,
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkMs,
  // 16 kB is Node's own default, repeated here because the address and all headers share it.
  maxHeaderSize: 16_384,
});

type Fault = Error & { code?: string };
const STATUS: Readonly<Record<string, [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

const isUnused = (socket: Duplex): boolean => socket instanceof Socket && socket.bytesRead === 0;

/**
 * Answers a request that is malformed or too slow in one line, closes the connection and calls `refused`. A connection
 * without a request yet is kept as long as one between two: clients open some in advance, and the answer that Node would
 * give it for its slow headers is taken for that of the request under way.
 */
export function refuseBroken(server: Server, refused: (status: number) => void): void {
  server.on('clientError', (error: Fault, socket: Duplex) => {
    const [status, reason] = STATUS[error.code ?? ''] ?? [400, 'Bad Request'];
    if (status === 408 && isUnused(socket)) {
      setTimeout(() => isUnused(socket) && socket.destroy(), server.keepAliveTimeout - server.headersTimeout).unref();
      return;
    }
    if (!socket.writable) return void socket.destroy();
    // Nobody reads the answer on a connection that broke by itself.
    if (error.code === 'ECONNRESET') return void socket.destroy();
    refused(status);
    socket.end(`HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  });
}
