/** Lists what Garden can swap now: its own live list, without assets that no open pair has. */
import type { CallOptions, ListedToken } from '../provider.ts';
import type { Catalogue } from './assets.ts';
import { isPairOpen } from './policy.ts';
import type { GardenState } from './state.ts';
import type { Policy } from './upstream-schemas.ts';

const hasOpenPair = (policy: Policy | undefined, { list }: Catalogue, id: string): boolean =>
  policy === undefined || list.some((other) => isPairOpen(policy, id, other.id) || isPairOpen(policy, other.id, id));

/** @throws {ProviderError} when the live list cannot be had. */
export async function listTokens(state: GardenState, { signal }: CallOptions): Promise<ListedToken[]> {
  const [catalogue, policy] = await Promise.all([state.catalogue(signal), state.policy(signal)]);
  return catalogue.list.map(({ id, asset, name, decimals, priceUsd, logoURI }) => ({
    asset,
    name,
    decimals,
    providers: ['GARDEN'],
    ...(priceUsd === undefined ? {} : { priceUsd }),
    ...(logoURI === undefined ? {} : { logoURI }),
    ...(hasOpenPair(policy, catalogue, id)
      ? {}
      : { unavailable: `Garden has closed all pairs with ${asset.symbol} on ${asset.chain} at the moment.` }),
  }));
}
