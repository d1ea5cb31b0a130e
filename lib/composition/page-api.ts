/** Holds the process's sources for the page's questions about chains, names, tokens and addresses. */
import { type ChainStateSource, createChainStates } from '../page-api/chain-states.ts';
import type { FactsDeps } from '../page-api/page-api-deps.ts';
import { createGentleLimit, type GentleLimit } from '../page-api/page-rate-limit.ts';
import type { Container } from './container.ts';

export type PageFacts = { chains: ChainStateSource; deps: FactsDeps; limit: GentleLimit };

export function createPageFacts(
  container: Pick<Container, 'settings' | 'providers' | 'offered' | 'chainClients' | 'tokens' | 'now' | 'log'>,
): PageFacts {
  const { settings, providers, offered, chainClients, tokens, now, log } = container;
  const states = createChainStates({ providers: offered, tokens: () => tokens.tokens(), now, log });
  const { chains: shown } = settings.offer;
  return {
    chains: {
      ...states,
      async now() {
        const { chains, ...rest } = await states.now();
        // A chain that this deployment leaves out has no state on its pages.
        return { ...rest, chains: chains.filter(({ chain }) => shown?.includes(chain) ?? true) };
      },
    },
    deps: {
      clients: chainClients,
      network: settings.network.name,
      registries: providers.flatMap(({ names }) => (names === undefined ? [] : [names])),
      now,
    },
    limit: createGentleLimit(now),
  };
}
