/** Lists the tokens that 1inch swaps on the chains of this network, without those it warns of. */

import { CHAINS } from '../../chains/chains.ts';
import { assetKey } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { ONEINCH_CHAINS } from '../../payments/oneinch/router.ts';
import type { ListedToken } from '../provider.ts';
import { assetOfToken, coinOf, isUnrated, riskOf } from './assets.ts';
import type { PriceBook } from './prices.ts';
import type { ChainTokens, TokenBook } from './token-book.ts';

function listedOn(chain: ChainId, tokens: NonNullable<ChainTokens>, prices: PriceBook): ListedToken[] {
  const { native } = CHAINS[chain];
  const byAsset = new Map<string, ListedToken>();
  const add = (token: ListedToken) => {
    const priceUsd = prices.known(token.asset);
    const key = assetKey(token.asset);
    if (!byAsset.has(key)) byAsset.set(key, { ...token, ...(priceUsd === undefined ? {} : { priceUsd }) });
  };
  for (const token of tokens.values()) {
    const asset = assetOfToken(chain, token);
    if (!asset || riskOf(token) !== undefined || token.decimals === 0) continue;
    add({
      asset,
      name: asset.kind === 'native' ? native.name : (token.name ?? token.symbol),
      decimals: asset.kind === 'native' ? native.decimals : token.decimals,
      providers: ['ONEINCH'],
      ...(token.logoURI ? { logoURI: token.logoURI } : {}),
      ...(isUnrated(token) ? { unverified: true } : {}),
    });
  }
  // Served on every chain, whether or not the list has it.
  add({ asset: coinOf(chain), name: native.name, decimals: native.decimals, providers: ['ONEINCH'] });
  return [...byAsset.values()];
}

/**
 * Chains whose list is unavailable keep their last one. @throws the error of the first chain's list, when no list was
 * ever loaded.
 */
export async function listTokens(book: TokenBook, prices: PriceBook, signal: AbortSignal): Promise<ListedToken[]> {
  const lists = await Promise.allSettled(
    ONEINCH_CHAINS.map(async (chain) => {
      const tokens = await book.tokensOf(chain, signal);
      return tokens ? listedOn(chain, tokens, prices) : [];
    }),
  );
  const listed = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
  const failed = lists.find((list) => list.status === 'rejected');
  if (listed.length === 0 && failed) throw failed.reason;
  return listed;
}
