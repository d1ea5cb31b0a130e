/** Answers `GET /v1/tokens`: the part of the list that was asked for, or every query value that is wrong. */
import { assetImageUrl } from '../api/asset-image.ts';
import { readablePrice } from '../api/encode.ts';
import { validationProblem } from '../api/problem.ts';
import type { FieldFault } from '../api/schemas/problem.ts';
import type { TokensResponse, WireToken } from '../api/schemas/tokens.ts';
import { CHAIN_IDS, type ChainId, isChainId } from '../domain/chain-id.ts';
import { PROVIDER_IDS, type ProviderId, parseProviderId } from '../domain/provider-id.ts';
import type { KnownToken } from './token-list.ts';

export type TokensQuery = {
  provider?: ProviderId;
  chain?: ChainId;
  /** Lower case. */
  search?: string;
  limit?: number;
  offset: number;
};

const MAX_SEARCH = 140;
const MAX_LIMIT = 10_000;

function wholeNumber(query: URLSearchParams, name: string, least: number, faults: FieldFault[]): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= least && (name !== 'limit' || value <= MAX_LIMIT)) return value;
  const most = name === 'limit' ? ` to ${MAX_LIMIT}` : ' or more';
  faults.push({ field: name, message: `${name} must be a whole number, ${least}${most}.`, code: 'out_of_range' });
  return undefined;
}

/** @throws {Problem} 400 naming every value that is wrong. Unknown names are ignored. */
export function decodeTokensQuery(query: URLSearchParams): TokensQuery {
  const faults: FieldFault[] = [];
  const oneOf = (field: string, list: readonly string[], code: string) =>
    faults.push({ field, message: `${field} must be one of ${list.join(', ')}.`, code });
  const providerText = query.get('provider');
  const provider = providerText === null ? undefined : parseProviderId(providerText);
  if (providerText !== null && !provider) oneOf('provider', PROVIDER_IDS, 'unknown_provider');
  const chainText = query.get('chain')?.toUpperCase();
  const chain = chainText !== undefined && isChainId(chainText) ? chainText : undefined;
  if (chainText !== undefined && !chain) oneOf('chain', CHAIN_IDS, 'unknown_chain');
  const search = query.get('search')?.trim().toLowerCase();
  if (search && search.length > MAX_SEARCH)
    faults.push({ field: 'search', message: `search may have at most ${MAX_SEARCH} characters.`, code: 'too_long' });
  const limit = wholeNumber(query, 'limit', 1, faults);
  const offset = wholeNumber(query, 'offset', 0, faults) ?? 0;
  if (faults.length > 0) throw validationProblem(faults);
  return {
    offset,
    ...(provider ? { provider } : {}),
    ...(chain ? { chain } : {}),
    ...(search ? { search } : {}),
    ...(limit === undefined ? {} : { limit }),
  };
}

const matches = (token: KnownToken, query: TokensQuery): boolean =>
  (query.provider === undefined || token.providers.includes(query.provider)) &&
  (query.chain === undefined || token.asset.chain === query.chain) &&
  (query.search === undefined ||
    token.id.toLowerCase().includes(query.search) ||
    token.name.toLowerCase().includes(query.search));

const encodeToken = (token: KnownToken, publicUrl: string): WireToken => ({
  asset: token.id,
  chain: token.asset.chain,
  symbol: token.asset.symbol,
  name: token.name,
  decimals: token.decimals,
  providers: token.providers,
  ...(token.asset.kind === 'token' ? { address: token.asset.address } : {}),
  logoURI: assetImageUrl(token.asset, publicUrl),
  ...(token.priceUsd === undefined ? {} : { priceUsd: readablePrice(token.priceUsd) }),
});

/** @param publicUrl address of this deployment, for pictures. */
export function selectTokens(tokens: readonly KnownToken[], query: TokensQuery, publicUrl: string): TokensResponse {
  const matching = tokens.filter((token) => matches(token, query));
  const end = query.limit === undefined ? undefined : query.offset + query.limit;
  return {
    tokens: matching.slice(query.offset, end).map((token) => encodeToken(token, publicUrl)),
    total: matching.length,
  };
}
