/** Restricts the gateway to this deployment's own pages: scripts of other sites are refused. */
import { Problem } from '../api/problem.ts';

const refused = () =>
  new Problem({
    status: 403,
    title: 'Forbidden',
    detail: 'This address serves the pages of this deployment only; programs use the API below /v1.',
  });

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined);

/**
 * Browsers name the origin of a request in headers that scripts cannot set. Source: Fetch Metadata Request Headers.
 * @param publicUrl the deployment's own address, if one is set. @throws {Problem} 403
 */
export function assertSameOrigin(
  request: { method: string; headers: Pick<Headers, 'get'> },
  publicUrl: string | undefined,
): void {
  const site = request.headers.get('sec-fetch-site');
  // `none` means that a person typed the address: that does not allow sending.
  const trusted = site === 'same-origin' || (site === 'none' && request.method === 'GET');
  if (site !== null && !trusted) throw refused();
  const origin = request.headers.get('origin');
  if (origin === null) return;
  const asking = hostOf(origin);
  const own = [request.headers.get('host'), publicUrl === undefined ? null : hostOf(publicUrl)];
  if (asking === undefined || !own.includes(asking)) throw refused();
}
