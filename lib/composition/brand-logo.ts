/** Serves the logo of the setting BRAND_LOGO, as a picture and nothing else. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Problem } from '../api/problem.ts';
import { LOGO_TYPES } from '../config/brand-settings.ts';
import { settings } from '../config/env.ts';
import type { EndpointHandler } from '../http/endpoint.ts';

type Logo = { bytes: Uint8Array<ArrayBuffer>; type: string; etag: string };

let kept: { path: string; logo: Logo } | undefined;

/** Read once: a changed file needs a restart. */
function read(path: string): Logo {
  if (kept?.path === path) return kept.logo;
  const bytes = new Uint8Array(readFileSync(path));
  const type = LOGO_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
  const logo = { bytes, type, etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 16) };
  kept = { path, logo };
  return logo;
}

/**
 * The path includes a digest of the content, so that a new logo is seen at once; undefined when Portage's own is
 * shown.
 */
export function logoPath(path: string | undefined = settings().brand.logo): string | undefined {
  return path === undefined ? undefined : `/brand/logo?v=${read(path).etag}`;
}

export const answerLogo: EndpointHandler = async ({ request }) => {
  const path = settings().brand.logo;
  if (path === undefined)
    throw new Problem({ status: 404, title: 'Not Found', detail: 'This deployment has no logo of its own.' });
  const { bytes, type, etag } = read(path);
  const headers = {
    etag: `"${etag}"`,
    'cache-control': 'public, max-age=86400',
    // An SVG may contain scripts: opened by itself it is a document.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  };
  if (request.headers.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers });
  return new Response(bytes, { headers: { ...headers, 'content-type': type } });
};
