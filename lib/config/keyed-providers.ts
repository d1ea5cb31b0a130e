/** Settles which providers that take a key can be asked: one that wants a key and has none is off, with a sentence that says so. */
import { PROVIDER_IDS, PROVIDER_NAMES, type ProviderId } from '../domain/provider-id.ts';
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

/** The provider and every route of two legs that has it as a leg, each with its sentence. */
function offWithout(provider: ProviderId, setting: string): Keyed['off'] {
  const ids = PROVIDER_IDS.filter((id) => id.split('->').includes(provider));
  return Object.fromEntries(
    ids.map((id) => {
      const who = id === provider ? 'it' : PROVIDER_NAMES[provider];
      return [
        id,
        `${PROVIDER_NAMES[id]} is not asked by this deployment: ${who} wants a key, and ${setting} is not set.`,
      ];
    }),
  );
}

/**
 * Applies keys and URLs to the network's preset. An operator's own URL (a proxy that adds the key, a self-hosted
 * router) needs no key.
 */
export function keyedProviders({ oneinch, jupiter, garden }: Keyed, given: Given): Keyed {
  const oneinchKey = given.ONEINCH_API_KEY ?? oneinch?.apiKey;
  const jupiterKey = given.JUPITER_API_KEY ?? jupiter?.apiKey;
  const appId = given.GARDEN_APP_ID ?? garden?.appId;
  const off: Keyed['off'] = {
    ...(oneinchKey || given.ONEINCH_URL ? {} : offWithout('ONEINCH', 'ONEINCH_API_KEY')),
    ...(appId || given.GARDEN_URL ? {} : offWithout('GARDEN', 'GARDEN_APP_ID')),
  };
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
