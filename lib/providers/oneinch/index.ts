/** 1inch as a provider: swaps within one EVM chain, by its Classic Swap API. */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { CHAINS } from '../../chains/chains.ts';
import { formatAsset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import { oneinchRouter, routerTokenOf, sameRouterToken } from '../../payments/oneinch/router.ts';
import { createHeldTime } from '../held-time.ts';
import type { Pair, Provider, ProviderDeps, RegistryDeps } from '../provider.ts';
import { quotedBy } from '../quote-errors.ts';
import { createUnitPrices } from '../unit-price.ts';
import { createOneinchClient } from './client.ts';
import { guaranteeFor } from './guarantee.ts';
import { createAdjustableSources } from './liquidity-sources.ts';
import { createPriceBook } from './prices.ts';
import { quoteSwap } from './quote.ts';
import { sharedRateLimit } from './rate-limit.ts';
import { swapCallOf } from './swap-call.ts';
import { createTokenBook } from './token-book.ts';
import { listTokens } from './tokens.ts';
import { trackSwap } from './track.ts';

export type OneinchOptions = ProviderDeps & {
  network: NetworkName;
  /** Best first; at least one. */
  baseUrls: readonly string[];
  /** Undefined when the base URL itself adds the key. */
  apiKey: string | undefined;
  version: string;
  /** Requests that the key may make. */
  perSecond: number;
  clients: ChainClients;
};

function refusal({ sellAsset, buyAsset }: Pair): ReturnType<Provider['refuse']> {
  for (const asset of [sellAsset, buyAsset]) {
    if (asset.kind === 'synth')
      return {
        code: 'crossChainNotSupported',
        message: `1inch swaps no synthetic assets such as ${formatAsset(asset)}.`,
      };
    if (oneinchRouter(asset.chain) === undefined)
      return { code: 'unsupportedChainId', message: `1inch does not swap on ${CHAINS[asset.chain].name}.` };
  }
  if (sellAsset.chain !== buyAsset.chain)
    return {
      code: 'crossChainNotSupported',
      message: `1inch swaps within one chain; ${CHAINS[sellAsset.chain].name} and ${CHAINS[buyAsset.chain].name} are two.`,
    };
  const [sell, buy] = [routerTokenOf(sellAsset), routerTokenOf(buyAsset)];
  if (sell === undefined || buy === undefined) {
    const unknown = formatAsset(sell === undefined ? sellAsset : buyAsset);
    return {
      code: 'tokenNotFound',
      message: `${unknown} is not the coin of ${CHAINS[sellAsset.chain].name}, and a token ends in its contract address.`,
    };
  }
  return sameRouterToken(sell, buy)
    ? { code: 'quoteNotFound', message: 'The asset cannot be swapped into itself.' }
    : undefined;
}

export function createOneinch(options: OneinchOptions): Provider {
  const { clients, network, fetch, now, log, baseUrls, apiKey, version, perSecond } = options;
  const limit = sharedRateLimit(`${baseUrls.join(' ')} ${apiKey ?? ''}`, perSecond, now);
  const client = createOneinchClient({ baseUrls, apiKey, version, limit }, { fetch, now, log });
  const book = createTokenBook({ client, clients, network, now });
  const prices = createPriceBook({ client, network, now });
  const gasPrices = createUnitPrices(clients, now);
  const adjustableSources = createAdjustableSources({ client, network, now });
  // By a clock that never jumps.
  const unansweredMs = createHeldTime();
  const deps = { client, book, prices, gasPrices, adjustableSources, clients, network, now };

  return {
    name: 'oneinch',
    ids: ['ONEINCH'],
    refuse: (pair) => refusal(pair),
    async quote(request, callOptions) {
      const refused = refusal(request);
      if (refused) throw new ProviderError(refused.code, refused.message);
      return quotedBy('1inch', callOptions.signal, () => quoteSwap(deps, request, callOptions));
    },
    guaranteeFor,
    async swapCall(request, callOptions) {
      const refused = refusal(request);
      if (refused) throw new ProviderError(refused.code, refused.message);
      return quotedBy('1inch', callOptions.signal, () => swapCallOf(deps, request, callOptions));
    },
    track: (leg, callOptions) => trackSwap({ clients, now, log, unansweredMs }, leg, callOptions),
    tokens: ({ signal }) => listTokens(book, prices, signal),
  };
}

/** The provider as a deployment's settings have it; none where they name no service for it. */
export const oneinchFromSettings = ({ settings, ...deps }: RegistryDeps): Provider[] => {
  const { oneinch } = settings.upstreams;
  return oneinch ? [createOneinch({ ...deps, ...oneinch, network: settings.network.name })] : [];
};
