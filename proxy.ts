/** Gives every page a nonce and its security headers, and says who may frame it. Runs before each page; the API is not asked. */
import { type NextRequest, NextResponse } from 'next/server';
import { served } from './lib/composition/served.ts';
import { settings } from './lib/config/env.ts';
import { type PageKind, securityHeaders } from './lib/http/security-headers.ts';
import { isLocale, LOCALE_COOKIE, LOCALE_HEADER, type Locale, localeFor } from './lib/i18n/locales.ts';
import { witnessUrls } from './lib/payments/witness-urls.ts';

/** The query of an embed, for the layout; a page of the site has none. */
const EMBED_HEADER = 'x-portage-embed';

const isEmbed = (path: string): boolean => path === '/embed' || path.startsWith('/embed/track/');

type Framing = { kind: PageKind; frameAncestors?: readonly string[] };

/** @param embedId as the address says it; null: it says none. */
async function framing(path: string, embedId: string | null): Promise<Framing> {
  if (!isEmbed(path)) return { kind: 'site' };
  if (embedId === null) return { kind: 'embed', frameAncestors: settings().embedOrigins };
  const origins = await served().embedOrigins(embedId);
  return origins ? { kind: 'embed', frameAncestors: origins } : { kind: 'refusal' };
}

const newNonce = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');

/** As the pages do, whose headers this is before. */
function localeOf({ nextUrl, cookies, headers }: NextRequest): Locale {
  const language = nextUrl.searchParams.get('language') ?? undefined;
  const chosen = isLocale(language) ? language : cookies.get(LOCALE_COOKIE)?.value;
  return localeFor(chosen, headers.get('accept-language'));
}

function requestHeaders(request: NextRequest, kind: PageKind, nonce: string, policy: string): Headers {
  const headers = new Headers(request.headers);
  // Nobody but this function says what these say.
  for (const name of [EMBED_HEADER, LOCALE_HEADER]) headers.delete(name);
  headers.set('x-nonce', nonce);
  // Next takes the nonce of its own scripts from here.
  headers.set('content-security-policy', policy);
  if (kind === 'site') return headers;
  headers.set(EMBED_HEADER, request.nextUrl.search || '?');
  const language = request.nextUrl.searchParams.get('language') ?? undefined;
  if (isLocale(language)) headers.set(LOCALE_HEADER, language);
  return headers;
}

/** One quiet line: what asks so is no person, or one that has asked for very much. */
const refusal = (status: number, text: string, headers: Record<string, string>): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });

export async function proxy(request: NextRequest): Promise<Response> {
  // Next takes what is sent to a page for the call of an action, of which there are none.
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refusal(405, 'Pages answer GET and HEAD.', { allow: 'GET, HEAD' });
  const refused = await served().admitToPage(request);
  if (refused) return refusal(refused.status, refused.detail, refused.headers);
  const { pathname, searchParams } = request.nextUrl;
  const { publicUrl, evmWallets, witnesses } = settings();
  const framed = await framing(pathname, searchParams.get('embedId'));
  const nonce = newNonce();
  const security = securityHeaders({
    ...framed,
    nonce,
    walletConnect: evmWallets.projectId !== undefined,
    connect: witnessUrls(witnesses),
    https: publicUrl?.startsWith('https://') === true,
    dev: process.env.NODE_ENV === 'development',
  });
  if (framed.kind === 'refusal') {
    // All languages' texts, for an answer that hardly anybody gets.
    const { refusedEmbed } = await import('./lib/composition/refused-embed.ts');
    return refusedEmbed(localeOf(request), nonce, security);
  }
  const given = requestHeaders(request, framed.kind, nonce, security['content-security-policy'] ?? '');
  const response = NextResponse.next({ request: { headers: given } });
  for (const [name, value] of Object.entries(security)) response.headers.set(name, value);
  return response;
}

/**
 * Pages only: what programs ask, and files, need none of it and shall not wait for it. A name that merely looks like a
 * file's is a page, if only the one that says that there is none; below these folders next.config.ts has the last word.
 */
export const config = {
  matcher: [
    '/((?!_next/|\\.well-known/|v1/|v1$|chain/|page/|tokens/|texts/|page-scripts/|garden/|health$|health/|metrics$|brand/logo$|(?:chains|icons|providers)/|docs/swap\\.png$|docs(?:/[^/]+)?\\.md$|(?:theme|worker|sw|client|embed)\\.js$|embed\\.(?:mjs|d\\.ts)$|embed-\\d+\\.\\d+\\.\\d+\\.m?js$|embed-releases\\.json$|client\\.ts$|verify\\.(?:js|d\\.ts)$|favicon\\.svg$|openapi\\.json$|llms(?:-full)?\\.txt$|manifest\\.webmanifest$).*)',
  ],
};
