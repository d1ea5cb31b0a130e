import { pageFactsEndpoint } from '../../../lib/services/page-facts-endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageFactsEndpoint('/page/chains', ({ chains }) =>
  chains.now(),
);
