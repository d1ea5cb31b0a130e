/**
 * Defines Garden as a provider: atomic swaps by hash lock. A quote creates nothing; a payment is built from a fully
 * checked order.
 */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import type { NetworkName } from '../../chains/chain.ts';
import type { Provider, ProviderDeps, RegistryDeps } from '../provider.ts';
import { quotedBy } from '../quote-errors.ts';
import { createUnitPrices } from '../unit-price.ts';
import { createGardenClient } from './client.ts';
import { completeOrder } from './complete.ts';
import { createOrder, type OrderDeps } from './create.ts';
import { quoteSwap, refusePair } from './quote.ts';
import { saleFor } from './sale-for.ts';
import { createSharedReads } from './shared-reads.ts';
import { submitSignature } from './signature.ts';
import { createGardenState } from './state.ts';
import { listTokens } from './tokens.ts';
import { trackGarden } from './track.ts';

export type GardenOptions = ProviderDeps & {
  network: NetworkName;
  /** Best first; only the first is asked to create anything. */
  urls: readonly string[];
  appId: string | undefined;
  clients: ChainClients;
};

const TITLE = 'Garden';

export function createGarden(options: GardenOptions): Provider {
  const { clients, network, urls, appId, fetch, now, log } = options;
  const client = createGardenClient({ urls, appId }, { fetch, now, log });
  const state = createGardenState(client, network, now);
  const reads = createSharedReads(now);
  const unitPrices = createUnitPrices(clients, now);
  const deps: OrderDeps = { client, state, network, clients, unitPrices, now, log };
  return {
    name: 'garden',
    ids: ['GARDEN'],
    refuse: (pair) => refusePair(pair, state.peek()),
    quote: (request, callOptions) => quotedBy(TITLE, callOptions.signal, () => quoteSwap(deps, request, callOptions)),
    saleFor: (request, callOptions) => quotedBy(TITLE, callOptions.signal, () => saleFor(deps, request, callOptions)),
    track: (leg, callOptions) => trackGarden({ ...deps, reads }, leg, callOptions),
    tokens: (callOptions) => listTokens(state, callOptions),
    prepare: {
      needs: (_draft, { includeTx, sourceAddress, destinationAddress }) =>
        includeTx && Boolean(sourceAddress) && Boolean(destinationAddress),
      create: (draft, request, callOptions) =>
        quotedBy(TITLE, callOptions.signal, () => createOrder(deps, draft, request, callOptions)),
      complete: (draft, request, callOptions) =>
        quotedBy(TITLE, callOptions.signal, () => completeOrder(deps, draft, request, callOptions)),
    },
    submitSignature: (draft, signature, callOptions) =>
      quotedBy(TITLE, callOptions.signal, () => submitSignature(deps, draft, signature, callOptions)),
  };
}

/** The provider as a deployment's settings have it; none where they name no service for it. */
export const gardenFromSettings = ({ settings, ...deps }: RegistryDeps): Provider[] => {
  const { garden } = settings.upstreams;
  return garden ? [createGarden({ ...deps, ...garden, network: settings.network.name })] : [];
};
