/** Jupiter as a provider: swaps on Solana, priced and built by its Swap API, every transaction read back before it goes out. */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import { CHAINS } from '../../chains/chains.ts';
import { type Asset, formatAsset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import { WRAPPED_SOL_MINT } from '../../payments/solana/token-account.ts';
import type { Pair, Provider, ProviderDeps, RegistryDeps } from '../provider.ts';
import { quotedBy } from '../quote-errors.ts';
import { createJupiterClient } from './client.ts';
import type { JupiterFlavour } from './config.ts';
import { guaranteeFor } from './guarantee.ts';
import { createPrices } from './prices.ts';
import { quoteSwap } from './quote.ts';
import type { RateLimitDeps } from './rate-limit.ts';
import { createTokenStore } from './token-store.ts';
import { listTokens } from './tokens.ts';
import { trackJupiter } from './track.ts';

export type JupiterOptions = ProviderDeps & {
  /** Best first. */
  baseUrls: readonly string[];
  apiKey?: string | undefined;
  flavour: JupiterFlavour;
  /** Without a key; undefined: as the upstream's headers say. */
  perMinute?: number | undefined;
  /** Receives the fees of affiliates that have no Solana account of their own. */
  feeOwner?: string | undefined;
  clients: ChainClients;
  limits?: Omit<RateLimitDeps, 'now' | 'perMinute'>;
};

const isWrappedSol = (asset: Asset): boolean =>
  asset.kind === 'native' || (asset.kind === 'token' && asset.address.toLowerCase() === WRAPPED_SOL_MINT.toLowerCase());

function refusal({ sellAsset, buyAsset }: Pair): ReturnType<Provider['refuse']> {
  const onSolana = [sellAsset, buyAsset].filter(({ chain }) => chain === 'SOL');
  if (onSolana.length === 1)
    return {
      code: 'crossChainNotSupported',
      message: 'Jupiter swaps on Solana alone: both assets must be on SOL.',
    };
  if (onSolana.length === 0)
    return {
      code: 'unsupportedChainId',
      message: `Jupiter swaps on Solana alone, not on ${CHAINS[sellAsset.chain].name}.`,
    };
  const unknown = onSolana.find(({ kind, symbol }) => kind === 'synth' || (kind === 'native' && symbol !== 'SOL'));
  if (unknown)
    return {
      code: 'tokenNotFound',
      message: `Jupiter does not know ${formatAsset(unknown)}; a token is written SOL.SYMBOL-MINT.`,
    };
  if (isWrappedSol(sellAsset) && isWrappedSol(buyAsset))
    return {
      code: 'quoteNotFound',
      message:
        'SOL and wrapped SOL are one token for Jupiter: there is nothing to swap. A wallet wraps and unwraps it.',
    };
  return undefined;
}

export function createJupiter(options: JupiterOptions): Provider {
  const { clients, now, log, feeOwner } = options;
  const client = createJupiterClient(options);
  const tokens = createTokenStore(client, clients, now);
  const prices = createPrices(client, now);
  return {
    name: 'jupiter',
    ids: ['JUPITER'],
    refuse: (pair) => refusal(pair),
    async quote(request, call) {
      const refused = refusal(request);
      if (refused) throw new ProviderError(refused.code, refused.message);
      return quotedBy('Jupiter', call.signal, () =>
        quoteSwap({ client, clients, tokens, prices, feeOwner, now }, request, call),
      );
    },
    guaranteeFor,
    track: (leg, call) => trackJupiter({ clients, now, log }, leg, call),
    tokens: (call) => listTokens(tokens, call),
  };
}

/** The provider as a deployment's settings have it; none where they name no service for it. */
export const jupiterFromSettings = ({ settings, ...deps }: RegistryDeps): Provider[] => {
  const { jupiter } = settings.upstreams;
  return jupiter ? [createJupiter({ ...deps, ...jupiter })] : [];
};
