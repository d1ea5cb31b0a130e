import { Problem } from '../../../../../lib/api/problem.ts';
import { settings } from '../../../../../lib/config/env.ts';
import { assetOf } from '../../../../../lib/domain/asset.ts';
import { notOffered } from '../../../../../lib/domain/offer.ts';
import { readToken } from '../../../../../lib/page-facts/token-facts.ts';
import { pageFactsEndpoint } from '../../../../../lib/services/page-facts-endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageFactsEndpoint(
  '/page/token/{chain}/{address}',
  async ({ deps }, { params, signal }) => {
    const token = await readToken(deps, { chain: params.chain ?? '', address: params.address ?? '', signal });
    const refusal = notOffered(assetOf(token.asset), settings().offer);
    if (refusal !== undefined) throw new Problem({ status: 403, title: 'Forbidden', detail: refusal });
    return token;
  },
);
