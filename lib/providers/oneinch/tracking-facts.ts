/** Defines what is stored with a route to follow its swap later: JSON, read back by a schema. */
import { z } from 'zod';
import type { RouteDraft } from '../../domain/route.ts';
import { oneinchRouter, routerTokenOf } from '../../payments/oneinch/router.ts';
import type { RouterCall } from '../../payments/oneinch/router-call.ts';
import type { ProviderQuoteRequest } from '../provider.ts';

const factsSchema = z.object({
  router: z.string(),
  /** Tokens in the form of the router's calls. */
  srcToken: z.string(),
  dstToken: z.string(),
  /** The rest is present when a transaction was made. */
  sender: z.string().optional(),
  receiver: z.string().optional(),
  function: z.string().optional(),
  /** Base units of the bought asset, decimal. */
  minReturn: z.string().optional(),
});
export type TrackingFacts = z.output<typeof factsSchema>;

export function trackingOf(request: ProviderQuoteRequest, call: RouterCall | undefined): TrackingFacts {
  const { sellAsset, buyAsset, sourceAddress, destinationAddress } = request;
  return {
    router: oneinchRouter(sellAsset.chain) ?? '',
    srcToken: routerTokenOf(sellAsset) ?? '',
    dstToken: routerTokenOf(buyAsset) ?? '',
    ...(sourceAddress ? { sender: sourceAddress } : {}),
    ...(destinationAddress ? { receiver: destinationAddress } : {}),
    ...(call ? { function: call.function, minReturn: call.minReturn.toString() } : {}),
  };
}

/** Undefined when the route is not 1inch's. */
export function factsOf({ tracking }: RouteDraft): TrackingFacts | undefined {
  const parsed = factsSchema.safeParse(tracking);
  return parsed.success ? parsed.data : undefined;
}
