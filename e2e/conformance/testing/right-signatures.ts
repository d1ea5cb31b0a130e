/** Signs routes as a right service does, after any fault was planted in them. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { canonicalJson } from '../../../lib/api/canonical-json.ts';
import { base64UrlText, toBase64Url } from '../../../lib/api/signatures.ts';
import { isFields, listOf } from '../rules.ts';

const SECRET = new Uint8Array(32).fill(5);
const KID = 'right';

export const RIGHT_KEYS = {
  network: 'sandbox',
  keys: [
    { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(ed25519.getPublicKey(SECRET)), kid: KID, alg: 'EdDSA', use: 'sig' },
  ],
  trusted: [],
  signed: { 'portage.route.sandbox': '`{quoteId, routeIndex, route}` without `route.meta.signature`.' },
};

/** Puts a signature on each route of a quote's answer; any other body stays as it is. */
export function withSignatures(body: unknown): unknown {
  if (!isFields(body) || !Array.isArray(body.routes)) return body;
  const { quoteId } = body;
  const header = base64UrlText(canonicalJson({ alg: 'EdDSA', kid: KID, typ: 'portage.route.sandbox' }));
  const routes = listOf(body.routes).map((route, routeIndex) => {
    if (!isFields(route) || !isFields(route.meta)) return route;
    const message = `${header}.${base64UrlText(canonicalJson({ quoteId: String(quoteId), routeIndex, route }))}`;
    const signature = `${header}..${toBase64Url(ed25519.sign(new TextEncoder().encode(message), SECRET))}`;
    return { ...route, meta: { ...route.meta, signature } };
  });
  return { ...body, routes };
}
