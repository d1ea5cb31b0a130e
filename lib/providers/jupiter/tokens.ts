/** Lists Jupiter's verified tokens, each under its mint in the mint's own case. */

import { type Asset, parseAsset } from '../../domain/asset.ts';
import { WRAPPED_SOL_MINT } from '../../payments/solana/token-account.ts';
import type { CallOptions, ListedToken } from '../provider.ts';
import type { TokenStore } from './token-store.ts';
import type { JupiterToken } from './upstream-schemas.ts';

/** Symbols are free text there; characters that an asset identifier cannot carry are left out. */
const symbolOf = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9._$+]/g, '')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 32);

function assetFor({ id, symbol }: JupiterToken): Asset | undefined {
  const parsed = parseAsset(`SOL.${symbolOf(symbol ?? '')}-${id}`);
  return parsed.ok && parsed.asset.kind === 'token' ? { ...parsed.asset, address: id } : undefined;
}

function listed(asset: Asset, token: JupiterToken, name: string): ListedToken {
  const { decimals, usdPrice, icon } = token;
  return {
    asset,
    name,
    decimals,
    providers: ['JUPITER'],
    ...(usdPrice !== undefined && usdPrice > 0 ? { priceUsd: usdPrice } : {}),
    ...(icon && /^https:\/\//.test(icon) ? { logoURI: icon } : {}),
  };
}

/** @throws {ProviderError} when the list cannot be had. */
export async function listTokens(store: TokenStore, call: Pick<CallOptions, 'signal'>): Promise<ListedToken[]> {
  const tokens = await store.verified(call);
  const byKey = new Map<string, ListedToken>();
  const add = (one: ListedToken) => {
    const { asset } = one;
    const key = asset.kind === 'token' ? asset.address.toLowerCase() : asset.symbol;
    if (!byKey.has(key)) byKey.set(key, one);
  };
  for (const token of tokens) {
    const isWrapped = token.id === WRAPPED_SOL_MINT;
    if (isWrapped) add(listed({ kind: 'native', chain: 'SOL', symbol: 'SOL' }, token, 'Solana'));
    const asset: Asset | undefined = isWrapped
      ? { kind: 'token', chain: 'SOL', symbol: 'WSOL', address: token.id }
      : assetFor(token);
    if (asset) add(listed(asset, token, isWrapped ? 'Wrapped SOL' : (token.name ?? asset.symbol)));
  }
  return [...byKey.values()];
}
