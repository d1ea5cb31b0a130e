/** Answers a token's facts to a page that may show it: a token that this deployment does not offer is refused. */
import { Problem } from '../api/problem.ts';
import { settings } from '../config/env.ts';
import { assetOf } from '../domain/asset.ts';
import { notOffered } from '../domain/offer.ts';
import { readToken } from '../page-api/token-facts.ts';
import type { PageFacts } from './page-api.ts';
import type { FactsInput } from './page-api-endpoint.ts';

export async function offeredToken({ deps }: PageFacts, { params, signal }: FactsInput) {
  const token = await readToken(deps, { chain: params.chain ?? '', address: params.address ?? '', signal });
  const refusal = notOffered(assetOf(token.asset), settings().offer);
  if (refusal !== undefined) throw new Problem({ status: 403, title: 'Forbidden', detail: refusal });
  return token;
}
