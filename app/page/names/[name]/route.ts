import { resolveName } from '../../../../lib/page-facts/resolve-name.ts';
import { pageFactsEndpoint } from '../../../../lib/services/page-facts-endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageFactsEndpoint(
  '/page/names/{name}',
  ({ deps }, { params, query, signal }) => resolveName(deps, { name: params.name ?? '', query, signal }),
);
