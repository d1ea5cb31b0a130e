/** Knows which paths are files that are handed out as they are, so that only what reads is let through to them. */
import { readdirSync } from 'node:fs';

const BUILT = '/_next/static/';

/** @param folder of files by their path on the web. */
export function staticFiles(folder: string): (path: string) => boolean {
  const names = new Set(
    readdirSync(folder, { recursive: true }).map((name) => `/${String(name).replaceAll('\\', '/')}`),
  );
  return (path) => {
    const decoded = decodeURIComponent(path);
    return decoded.startsWith(BUILT) || names.has(decoded);
  };
}
