/**
 * Determines the path of the administration socket: inside the data folder, which only the deployment's own account can
 * enter.
 */
import { join, relative, resolve } from 'node:path';

/** The longest path of a Unix socket that every system accepts (macOS: 104 bytes with the terminator). */
const MAX_SOCKET_PATH = 100;

/** @throws where the data folder's path is too long for a socket; the message says so. */
export function socketPath(dataDir: string): string {
  const whole = join(resolve(dataDir), 'admin.sock');
  const short = [whole, relative(process.cwd(), whole)].find((path) => Buffer.byteLength(path) <= MAX_SOCKET_PATH);
  if (short !== undefined) return short;
  throw new Error(`The path of DATA_DIR is too long for a socket: ${whole} has more than ${MAX_SOCKET_PATH} bytes.`);
}
