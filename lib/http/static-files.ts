/** Knows which paths are static files, so that only methods that read are let through to them. */
import { readdirSync } from 'node:fs';

const BUILT = '/_next/static/';

/** @param folder of files, which are served under their path below it. */
export function staticFiles(folder: string): (path: string) => boolean {
  const names = new Set(
    readdirSync(folder, { recursive: true }).map((name) => `/${String(name).replaceAll('\\', '/')}`),
  );
  return (path) => {
    const decoded = decodeURIComponent(path);
    return decoded.startsWith(BUILT) || names.has(decoded);
  };
}
