/** Groups base URLs by the operator of their hosts, so that two hosts of one operator count once. */
import { isIP } from 'node:net';

export type Operator = {
  /**
   * The registrable domain as far as two labels show it; for an IP address or a bare host name, the host with its
   * port.
   */
  name: string;
  /** Best first. */
  urls: string[];
};

function operatorOf(url: string): string {
  const { hostname, host } = new URL(url);
  const bare = hostname.replace(/^\[|\]$/g, '');
  const labels = bare.split('.');
  return isIP(bare) !== 0 || labels.length < 2 ? host : labels.slice(-2).join('.');
}

/** In the order in which they are configured. Domains of a common suffix (`a.co.uk`, `b.co.uk`) count as one: never too many. */
export function operatorsOf(urls: readonly string[]): Operator[] {
  const operators = new Map<string, Operator>();
  for (const url of urls) {
    const name = operatorOf(url);
    const known = operators.get(name);
    if (known) known.urls.push(url);
    else operators.set(name, { name, urls: [url] });
  }
  return [...operators.values()];
}
