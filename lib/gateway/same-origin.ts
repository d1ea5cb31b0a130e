/** Keeps the gateway for this deployment's own pages: other sites' scripts are refused. */
import { Problem } from '../api/problem.ts';

const refused = () =>
  new Problem({
    status: 403,
    title: 'Forbidden',
    detail: 'This address serves the pages of this deployment only; programs use the API below /v1.',
  });

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined);

/**
 * Browsers say where a request comes from in headers that scripts cannot set. Source: Fetch Metadata Request Headers.
 * @param publicUrl the deployment's own address, where one is set.
 * @throws {Problem} 403
 */
export function assertSameOrigin(request: Request, publicUrl: string | undefined): void {
  const site = request.headers.get('sec-fetch-site');
  // `none` is a person who typed the address: nothing may be sent on that word.
  const trusted = site === 'same-origin' || (site === 'none' && request.method === 'GET');
  if (site !== null && !trusted) throw refused();
  const origin = request.headers.get('origin');
  if (origin === null) return;
  const asking = hostOf(origin);
  const own = [request.headers.get('host'), publicUrl === undefined ? null : hostOf(publicUrl)];
  if (asking === undefined || !own.includes(asking)) throw refused();
}
