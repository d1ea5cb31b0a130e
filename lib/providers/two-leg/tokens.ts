/**
 * Lists what a pair can sell or buy: the first leg's tokens where its payments start, the second's where its payouts
 * end.
 */
import { assetKey } from '../../domain/asset.ts';
import type { ProviderId } from '../../domain/provider-id.ts';
import type { CallOptions, ListedToken } from '../provider.ts';
import { meetingChains } from './bridges.ts';
import type { TwoLegSetup } from './two-leg.ts';

type ListSetup = Pick<TwoLegSetup, 'pair' | 'first' | 'second' | 'receivers'>;

/** @throws {ProviderError} when one of the lists is unavailable: half a list would hide swappable assets. */
export async function listTokens(setup: ListSetup, options: CallOptions): Promise<ListedToken[]> {
  const { pair, first, second, receivers } = setup;
  const [ofFirst, ofSecond] = await Promise.all([first.tokens(options), second.tokens(options)]);
  const own = (tokens: readonly ListedToken[], leg: ProviderId) => tokens.filter((one) => one.providers.includes(leg));
  const chains = new Set(meetingChains(pair).filter((chain) => pair.meeting === 'channel' || receivers[chain]));
  const here = (tokens: readonly ListedToken[]) => tokens.filter(({ asset }) => chains.has(asset.chain));
  const [sold, bought] = [own(ofFirst, pair.legs[0]), own(ofSecond, pair.legs[1])];
  const all = pair.meeting === 'channel' ? [...here(sold), ...bought] : [...sold, ...here(bought)];
  const byKey = new Map<string, ListedToken>();
  if (chains.size === 0) return [];
  for (const token of all) {
    const key = assetKey(token.asset);
    const known = byKey.get(key);
    const { unavailable, priceUsd, logoURI, ...rest } = known ?? token;
    const price = priceUsd ?? token.priceUsd;
    const logo = logoURI ?? token.logoURI;
    // It is enough that it can be sold or bought.
    const hindrance = unavailable === undefined || token.unavailable === undefined ? undefined : unavailable;
    byKey.set(key, {
      ...rest,
      providers: [pair.id],
      ...(price === undefined ? {} : { priceUsd: price }),
      ...(logo === undefined ? {} : { logoURI: logo }),
      ...(hindrance === undefined ? {} : { unavailable: hindrance }),
    });
  }
  return [...byKey.values()];
}
