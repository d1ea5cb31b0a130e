/** Lets providers quote and list only what a deployment offers; what is under way is tracked by the providers themselves. */
import { notOffered, type Offer } from '../domain/offer.ts';
import type { Provider } from '../providers/provider.ts';

/** The same providers where a deployment offers everything. */
export function limitToOffer(providers: readonly Provider[], offer: Offer): readonly Provider[] {
  if (offer.chains === undefined && offer.only === undefined && offer.denied.size === 0) return providers;
  return providers.map((provider) => ({
    ...provider,
    refuse(pair, id) {
      const message = notOffered(pair.sellAsset, offer) ?? notOffered(pair.buyAsset, offer);
      return message === undefined ? provider.refuse(pair, id) : { code: 'tokenNotFound', message };
    },
    async tokens(options) {
      const listed = await provider.tokens(options);
      return listed.filter(({ asset }) => notOffered(asset, offer) === undefined);
    },
  }));
}
