/** Creates the clients of every chain that has a base URL, and names the setting that the others lack. */
import { chainOf } from '../chains/chains.ts';
import { nodeSettingOf } from '../chains/nodes.ts';
import type { Network } from '../config/networks.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { ChainClients } from './chain-clients.ts';
import { type ChainHttpDeps, createChainHttp } from './chain-http.ts';
import { createCosmosClient } from './cosmos-client.ts';
import { createEvmClient } from './evm-client.ts';
import type { Pace } from './pace.ts';
import { createSolanaClient } from './solana-client.ts';
import { createSubstrateClient } from './substrate-client.ts';
import { createUtxoClient } from './utxo-client.ts';

/** The SS58 prefix that belongs to no particular network. */
const GENERIC_SS58 = 42;

/** Building or following one payment takes several requests at once. */
const ESPLORA_BURST = 10;

type Urls = Partial<Record<ChainId, readonly string[]>>;

/**
 * Creates one client for each chain on first use and keeps it, so that all callers share which base URLs are resting.
 */
function memoized<Client>(
  urls: Urls,
  deps: ChainHttpDeps,
  make: (chain: ChainId, http: ReturnType<typeof createChainHttp>) => Client,
  paceOf: (chain: ChainId) => Pace | undefined = () => undefined,
) {
  const made = new Map<ChainId, Client>();
  return (chain: ChainId): Client | undefined => {
    const baseUrls = urls[chain];
    if (!baseUrls || baseUrls.length === 0) return undefined;
    const known = made.get(chain);
    if (known) return known;
    const client = make(chain, createChainHttp(chain, baseUrls, { ...deps, pace: paceOf(chain) }));
    made.set(chain, client);
    return client;
  };
}

/**
 * `log` gets one structured line for each base URL that failed, with chain, host and status, but no path and no
 * address.
 */
export function createChainClients(deps: ChainHttpDeps & { network: Network }): ChainClients {
  const { network } = deps;
  const esploraPace = (chain: ChainId): Pace | undefined => {
    const perSecond = network.esploraPerSecond[chain];
    return perSecond === undefined ? undefined : { perSecond, burst: ESPLORA_BURST };
  };
  const solanaRpc: Urls = { SOL: network.solanaRpc };
  return {
    evm: memoized(network.evmRpc, deps, createEvmClient),
    utxo: memoized(network.esplora, deps, createUtxoClient, esploraPace),
    cosmos: memoized(network.cosmosLcd, deps, createCosmosClient),
    solana: memoized(solanaRpc, deps, createSolanaClient),
    substrate: memoized(network.substrateRpc, deps, (chain, http) =>
      createSubstrateClient(chain, http, chainOf(chain)[network.name].ss58Prefix ?? GENERIC_SS58),
    ),
    missing(chain) {
      const all = [network.evmRpc, network.esplora, network.cosmosLcd, solanaRpc, network.substrateRpc];
      const known = all.some((urls) => (urls[chain]?.length ?? 0) > 0);
      if (known) return undefined;
      const setting = nodeSettingOf(chain);
      return setting
        ? `${chain} has no node here: set ${setting} to one to look at the chain and pay on it.`
        : `Portage does not talk to ${chain} itself.`;
    },
  };
}
