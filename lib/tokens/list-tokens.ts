/** Answers `GET /v1/tokens` with the requested part of the list, or names every query value that is wrong. */
import { assetImageUrl } from '../api/asset-image.ts';
import { readablePrice } from '../api/encode.ts';
import { validationProblem } from '../api/problem.ts';
import type { FieldFault } from '../api/schemas/problem.ts';
import { type TokensResponse, tokensQuerySchema, type WireToken } from '../api/schemas/tokens.ts';
import { parseAsset } from '../domain/asset.ts';
import { CHAIN_IDS, type ChainId, isChainId } from '../domain/chain-id.ts';
import { byPopularity } from '../domain/popular-assets.ts';
import { PROVIDER_IDS, type ProviderId, parseProviderId } from '../domain/provider-id.ts';
import { assetIdKey } from '../domain/split-asset.ts';
import type { KnownToken } from './token-list.ts';

export type TokensQuery = {
  provider?: ProviderId;
  chain?: ChainId;
  /** In lower case. */
  search?: string;
  limit?: number;
  offset: number;
  /** Asset keys; only these assets are returned. */
  assets?: readonly string[];
  sort?: 'popular';
};

const MAX_SEARCH = 140;
const MAX_LIMIT = 10_000;
const MAX_ASSETS = 50;

function wholeNumber(query: URLSearchParams, name: string, least: number, faults: FieldFault[]): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= least && (name !== 'limit' || value <= MAX_LIMIT)) return value;
  const most = name === 'limit' ? ` to ${MAX_LIMIT}` : ' or more';
  faults.push({ field: name, message: `${name} must be a whole number, ${least}${most}.`, code: 'out_of_range' });
  return undefined;
}

/** Parses `assets=BTC.BTC,ETH.ETH` to asset keys, or adds a fault. */
function assetKeys(query: URLSearchParams, faults: FieldFault[]): string[] | undefined {
  const text = query.get('assets');
  if (text === null) return undefined;
  const ids = text.split(',').map((id) => id.trim());
  if (ids.length > MAX_ASSETS)
    faults.push({ field: 'assets', message: `assets may name at most ${MAX_ASSETS}.`, code: 'too_long' });
  const wrong = ids.find((id) => !parseAsset(id).ok);
  if (wrong !== undefined)
    faults.push({
      field: 'assets',
      message: `assets must be identifiers such as BTC.BTC, separated by commas; "${wrong.slice(0, 40)}" is none.`,
      code: 'invalid_asset',
    });
  return ids.map(assetIdKey);
}

/** A fault for every repeated parameter, whose second value would otherwise be dropped silently. */
const repeatedNames = (query: URLSearchParams): FieldFault[] =>
  Object.entries(tokensQuerySchema.shape)
    .filter(([field]) => query.getAll(field).length > 1)
    .map(([field, { description }]) => ({
      field,
      message: `${field} may be given once. ${description}`,
      code: 'repeated',
    }));

/** @throws {Problem} 400 naming every value that is wrong. Unknown parameters are ignored. */
export function decodeTokensQuery(query: URLSearchParams): TokensQuery {
  const faults = repeatedNames(query);
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
  const assets = assetKeys(query, faults);
  const sort = query.get('sort')?.toLowerCase();
  if (sort !== undefined && sort !== 'popular') oneOf('sort', ['popular'], 'unknown_sort');
  if (faults.length > 0) throw validationProblem(faults);
  return {
    offset,
    ...(provider ? { provider } : {}),
    ...(chain ? { chain } : {}),
    ...(search ? { search } : {}),
    ...(limit === undefined ? {} : { limit }),
    ...(assets ? { assets } : {}),
    ...(sort === 'popular' ? { sort } : {}),
  };
}

const matches = (token: KnownToken, query: TokensQuery): boolean =>
  (query.provider === undefined || token.providers.includes(query.provider)) &&
  (query.chain === undefined || token.asset.chain === query.chain) &&
  (query.search === undefined ||
    token.id.toLowerCase().includes(query.search) ||
    token.name.toLowerCase().includes(query.search)) &&
  (query.assets === undefined || query.assets.includes(assetIdKey(token.id)));

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
  verified: token.verified,
});

/** @param publicUrl URL of this deployment, for pictures. */
export function selectTokens(tokens: readonly KnownToken[], query: TokensQuery, publicUrl: string): TokensResponse {
  const matching = tokens.filter((token) => matches(token, query));
  const ordered = query.sort === 'popular' ? byPopularity(matching, ({ id }) => id) : matching;
  const end = query.limit === undefined ? undefined : query.offset + query.limit;
  return {
    tokens: ordered.slice(query.offset, end).map((token) => encodeToken(token, publicUrl)),
    total: matching.length,
  };
}
