import { readToken } from '../../../../../lib/page-facts/token-facts.ts';
import { pageFactsEndpoint } from '../../../../../lib/services/page-facts-endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageFactsEndpoint(
  '/page/token/{chain}/{address}',
  ({ deps }, { params, signal }) =>
    readToken(deps, { chain: params.chain ?? '', address: params.address ?? '', signal }),
);
