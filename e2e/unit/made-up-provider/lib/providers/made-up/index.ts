/** The made-up provider: a desk that is paid by a plain transfer to an order's address. */
import type { Provider, RegistryDeps } from '../provider.ts';
import { quotedBy } from '../quote-errors.ts';
import { createMadeUpClient } from './client.ts';
import { toObservations } from './to-observation.ts';
import { toRoute } from './to-routes.ts';

export const madeUpFromSettings = ({ settings, fetch, now }: RegistryDeps): Provider[] => {
  const { madeUp } = settings.upstreams;
  if (!madeUp) return [];
  const client = createMadeUpClient(madeUp.urls, fetch);
  return [
    {
      name: 'made-up',
      ids: ['MADE_UP'],
      refuse: () => undefined,
      quote: (request, { signal }) =>
        quotedBy('Made-up', signal, async () => [
          toRoute(request, await client.quote({ amount: request.sellAmount }, signal)),
        ]),
      async track(leg, { signal }) {
        const order = leg.route.orderId ?? '';
        return { observations: toObservations(leg, await client.swap(order, signal), now()), stale: false };
      },
      tokens: async () => [],
    },
  ];
};
