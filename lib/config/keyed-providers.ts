/**
 * Decides which providers with API keys can be asked. A provider that needs a key and has none is off, with a sentence
 * that says so.
 */
import { PROVIDER_NAMES, type ProviderId } from '../domain/provider-id.ts';
import type { Network } from './networks.ts';

type Given = {
  ONEINCH_URL?: string | undefined;
  ONEINCH_API_KEY?: string | undefined;
  ONEINCH_API_VERSION?: 'v6.1' | 'v6.0' | undefined;
  /** 0: the limit of the network's preset. */
  ONEINCH_RPS: number;
  JUPITER_URL?: string | undefined;
  JUPITER_API_KEY?: string | undefined;
  JUPITER_FLAVOUR?: 'v2' | 'v1' | undefined;
  JUPITER_FEE_OWNER?: string | undefined;
  GARDEN_URL?: string | undefined;
  GARDEN_APP_ID?: string | undefined;
};

type Keyed = Pick<Network, 'oneinch' | 'jupiter' | 'garden' | 'off'>;

const keyMissing = (name: string, setting: string): string =>
  `${name} is not asked by this deployment: it wants a key, and ${setting} is not set.`;

/** Two-leg providers with a leg at 1inch, which needs a key. */
const WITH_ONEINCH: readonly ProviderId[] = ['ONEINCH->CHAINFLIP', 'CHAINFLIP->ONEINCH'];

const legMissing = (id: ProviderId): string =>
  `${PROVIDER_NAMES[id]} is not asked by this deployment: 1inch wants a key, and ONEINCH_API_KEY is not set.`;

/**
 * Applies keys and URLs to the network's preset. An operator's own URL (a proxy that adds the key, a self-hosted
 * router) needs no key.
 */
export function keyedProviders({ oneinch, jupiter, garden }: Keyed, given: Given): Keyed {
  const off: Keyed['off'] = {};
  const oneinchKey = given.ONEINCH_API_KEY ?? oneinch?.apiKey;
  const jupiterKey = given.JUPITER_API_KEY ?? jupiter?.apiKey;
  const appId = given.GARDEN_APP_ID ?? garden?.appId;
  if (!oneinchKey && !given.ONEINCH_URL) off.ONEINCH = keyMissing('1inch', 'ONEINCH_API_KEY');
  if (off.ONEINCH !== undefined) for (const id of WITH_ONEINCH) off[id] = legMissing(id);
  if (!appId && !given.GARDEN_URL) off.GARDEN = keyMissing('Garden', 'GARDEN_APP_ID');
  return {
    oneinch:
      oneinch && !off.ONEINCH
        ? {
            url: given.ONEINCH_URL ?? oneinch.url,
            apiKey: oneinchKey,
            version: given.ONEINCH_API_VERSION ?? oneinch.version,
            perSecond: given.ONEINCH_RPS || oneinch.perSecond,
          }
        : undefined,
    jupiter: jupiter && {
      url: given.JUPITER_URL ?? jupiter.url,
      apiKey: jupiterKey,
      flavour: given.JUPITER_FLAVOUR ?? jupiter.flavour,
      feeOwner: given.JUPITER_FEE_OWNER ?? jupiter.feeOwner,
      perMinute: jupiterKey || given.JUPITER_URL ? undefined : jupiter.perMinute,
    },
    garden: garden && !off.GARDEN ? { url: given.GARDEN_URL ?? garden.url, appId } : undefined,
    off,
  };
}
