import { readAddressFacts } from '../../../../../lib/page-facts/address-facts.ts';
import { pageFactsEndpoint } from '../../../../../lib/services/page-facts-endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageFactsEndpoint(
  '/page/address/{chain}/{address}',
  ({ deps }, { params, signal }) =>
    readAddressFacts(deps, { chain: params.chain ?? '', address: params.address ?? '', signal }),
);
