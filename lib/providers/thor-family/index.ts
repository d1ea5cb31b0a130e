/** THORChain and Maya as providers: one adapter, two variants, two ids each. */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { CHAINS } from '../../chains/chains.ts';
import { type Asset, formatAsset, sameAsset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { Pair, Provider, ProviderDeps, RegistryDeps } from '../provider.ts';
import { quotedBy } from '../quote-errors.ts';
import { createAffiliateBook } from './affiliates.ts';
import { createTxBuilder } from './build-tx.ts';
import { createFamilyClient } from './client.ts';
import { FAMILY, type FamilyConfig, type FamilyVariant } from './config.ts';
import { createDecimalsBook } from './decimals.ts';
import { createNameRegistry } from './names.ts';
import { createNetworkState } from './network-state.ts';
import { pausesOf } from './pauses.ts';
import { quoteSwap } from './quote.ts';
import { saleFor } from './sale-for.ts';
import { listTokens } from './tokens.ts';
import { trackSwap } from './track.ts';
import { createTrackMemory } from './track-memory.ts';
import { NEEDED } from './vaults.ts';

export type ThorFamilyOptions = ProviderDeps & {
  variant: FamilyVariant;
  /** Best first; at least one. */
  nodeUrls: readonly string[];
  /** Quotes that each node takes a second; undefined: no limit. */
  nodePerSecond?: number | undefined;
  /** May be empty: refund reasons are then not shown. */
  midgardUrls: readonly string[];
  network: NetworkName;
  clients: ChainClients;
  /** A clock in ms that never jumps; the process's by default. */
  monotonic?: () => number;
};

/**
 * Chains of the enumeration on which a family has, or may get, vaults. The node decides which of them work. THORNode
 * knows Polygon as POL and has no vault there. Source: decaswap-labs/decanode common/chain.go.
 */
const REACHED: Readonly<Record<FamilyVariant, ReadonlySet<string>>> = {
  thor: new Set(['THOR', 'BTC', 'LTC', 'BCH', 'DOGE', 'ZEC', 'ETH', 'AVAX', 'BSC', 'BASE', 'GAIA', 'SOL']),
  maya: new Set(['MAYA', 'THOR', 'BTC', 'DASH', 'ZEC', 'ETH', 'ARB', 'KUJI', 'XRD']),
};

function refuseAsset(config: FamilyConfig, asset: Asset): ReturnType<Provider['refuse']> {
  if (asset.kind === 'synth')
    return {
      code: 'crossChainNotSupported',
      message: `${config.title} no longer swaps synthetic assets such as ${formatAsset(asset)}.`,
    };
  if (!REACHED[config.variant].has(asset.chain))
    return { code: 'unsupportedChainId', message: `${config.title} does not reach ${CHAINS[asset.chain].name}.` };
  return undefined;
}

const refusal = (config: FamilyConfig, { sellAsset, buyAsset }: Pair): ReturnType<Provider['refuse']> =>
  refuseAsset(config, sellAsset) ??
  refuseAsset(config, buyAsset) ??
  (sameAsset(sellAsset, buyAsset)
    ? { code: 'quoteNotFound', message: 'The asset cannot be swapped into itself.' }
    : undefined);

export function createThorFamily(options: ThorFamilyOptions): Provider {
  const { clients, network, fetch, now, log } = options;
  const config = FAMILY[options.variant];
  const client = createFamilyClient(
    config,
    { node: options.nodeUrls, midgard: options.midgardUrls, perSecond: options.nodePerSecond },
    { fetch, now, log },
  );
  const state = createNetworkState(config, client, now);
  const decimals = createDecimalsBook(config, clients, now);
  const affiliates = createAffiliateBook(config, client, now);
  const memory = createTrackMemory(now, options.monotonic);
  const txBuilder = createTxBuilder({ config, clients, network, now });
  const quoteDeps = { config, client, state, decimals, affiliates, txBuilder, now };

  return {
    name: 'thor-family',
    ids: [config.plainId, config.streamingId],
    refuse: (pair) => refusal(config, pair),
    async quote(request, callOptions) {
      const refused = refusal(config, request);
      if (refused) throw new ProviderError(refused.code, refused.message);
      return quotedBy(config.title, callOptions.signal, () => quoteSwap(quoteDeps, request, callOptions));
    },
    saleFor: (request, callOptions) =>
      quotedBy(config.title, callOptions.signal, () => saleFor({ config, state, decimals }, request, callOptions)),
    track: (leg, callOptions) => trackSwap({ config, client, state, memory, now }, leg, callOptions),
    async tokens({ signal }) {
      return listTokens(config, await state.now(signal), decimals, signal);
    },
    pauses: async ({ signal }) => pausesOf(config, await state.withFreshVaults(signal)),
    witnesses: () => ({
      setting: `${client.service.toUpperCase()}_URL`,
      needed: NEEDED,
      ...state.witnesses(),
    }),
    names: createNameRegistry(config, client, state),
  };
}

/** The provider as a deployment's settings have it; none where they name no service for it. */
export const thorFromSettings = ({ settings, ...deps }: RegistryDeps): Provider[] => {
  const { thorchain } = settings.upstreams;
  return thorchain
    ? [createThorFamily({ ...deps, ...thorchain, variant: 'thor', network: settings.network.name })]
    : [];
};

/** The provider as a deployment's settings have it; none where they name no service for it. */
export const mayaFromSettings = ({ settings, ...deps }: RegistryDeps): Provider[] => {
  const { mayachain } = settings.upstreams;
  return mayachain
    ? [createThorFamily({ ...deps, ...mayachain, variant: 'maya', network: settings.network.name })]
    : [];
};
