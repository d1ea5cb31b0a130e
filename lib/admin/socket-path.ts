/** Says where a deployment's administration is spoken with: inside its data folder, where only its own account gets. */
import { join, relative, resolve } from 'node:path';

/** Longest path of a Unix socket that every system takes (macOS: 104 bytes with the end mark). */
const MAX_SOCKET_PATH = 100;

/** @throws where the data folder's path is too long for a socket; the sentence says so. */
export function socketPath(dataDir: string): string {
  const whole = join(resolve(dataDir), 'admin.sock');
  const short = [whole, relative(process.cwd(), whole)].find((path) => Buffer.byteLength(path) <= MAX_SOCKET_PATH);
  if (short !== undefined) return short;
  throw new Error(`The path of DATA_DIR is too long for a socket: ${whole} has more than ${MAX_SOCKET_PATH} bytes.`);
}
