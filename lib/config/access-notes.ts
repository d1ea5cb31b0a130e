/** Documents the settings of keys, limits, proxies and signatures, as `.env.example` prints them. */
export const ACCESS_NOTES: Record<string, string> = {
  API_KEYS:
    'optional (default) or required: whether programs need a key (npm run keys). The pages of this deployment never do: their calls carry a pass that their server gave them.',
  RATE_LIMIT:
    'Points that one client address (IPv6: one /64) may spend in a minute, in all instances together: a quote costs 10, opening a deposit channel or paying an order 20, tracking 3 (2 more as an event stream), a page 3, each call of a chain 1 or 2, anything else 1. Default 6000.',
  RATE_LIMIT_PER_KEY: 'The same for an integrator by its keys, where it has no figure of its own. Default 60000.',
  QUOTES_AT_ONCE:
    'Quotes and openings of deposit channels that one instance works on at once; one caller may have a quarter of them. Default 256.',
  STREAMS_AT_ONCE: 'Event streams that one instance keeps open at once. Default 2000.',
  STREAMS_PER_CALLER:
    'Event streams that one client address (IPv6: one /64) may have open in one instance; an integrator by its key a quarter of all. Default 100.',
  ALLOWED_HOSTS:
    'Names, without port, under which this deployment answers beside that of PUBLIC_URL and those of this machine (comma list). Default: on mainnet without PUBLIC_URL any name, with a warning; otherwise no further ones. /health is answered under any.',
  TRUSTED_PROXIES:
    'Addresses and networks of your own proxies (comma list, 10.0.0.0/8, ::1). Only their word about a client’s address is taken. Default: none, the socket’s address counts.',
  TRUSTED_PROXY_HEADER: 'The header in which they say it: x-forwarded-for (default) or forwarded.',
  SIGNING_KEY:
    'The Ed25519 key that signs routes, channels and ends of swaps: 64 hex digits (openssl rand -hex 32). Default: one is made once and kept beside the embedded database, or in Postgres, with which it is lost.',
  TRUSTED_SIGNING_KEYS:
    'Public keys of other deployments (comma list of the "x" at their /.well-known/portage.json): routes that they signed can be tracked here.',
  REDIS_URL: 'Redis that shares the limits between instances, redis://…. Default: the database does.',
};
