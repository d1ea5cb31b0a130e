/** Names providers and routes in the reader's language; brand names stay untranslated. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { PROVIDER_NAMES, type ProviderId } from '../../lib/domain/provider-id.ts';
import type { Text } from '../../lib/i18n/text.ts';

const STREAMING = '_STREAMING';
const ARROW = '->';

export type RouteName = Pick<WireRoute, 'providers'> & { meta: Pick<WireRoute['meta'], 'boost'> };

/** The id without its streaming suffix: to users a streaming id and its plain one are one provider. */
export const plainId = (id: string): string => (id.endsWith(STREAMING) ? id.slice(0, -STREAMING.length) : id);

export const streams = (id: string): boolean => id.endsWith(STREAMING);

const isProvider = (id: string): id is ProviderId => id in PROVIDER_NAMES;

/** The brand name of each leg, such as "Chainflip"; never translated. */
export const brandNames = (id: ProviderId): string[] =>
  id.split(ARROW).map((leg) => {
    const plain = plainId(leg);
    return isProvider(plain) ? PROVIDER_NAMES[plain] : leg;
  });

/** "Chainflip" or "Chainflip, then 1inch", in whichever way it swaps. */
export function brandName(t: Text, id: ProviderId): string {
  const [first = id, second] = brandNames(id);
  return second === undefined ? first : t('{first}, then {second}', { first, second });
}

/** The same within a list, where a comma and "then" would read as two more of its entries: "Chainflip + 1inch". */
export const listedName = (id: ProviderId): string => brandNames(id).join(' + ');

/** "Chainflip, streaming" or "Chainflip, then 1inch". */
export function providerName(t: Text, id: ProviderId): string {
  const name = brandName(t, id);
  return streams(id) ? t('{name}, streaming', { name }) : name;
}

/** The name of a route's provider alone, where there is no room for how it swaps. */
export const brandOf = (t: Text, { providers }: Pick<WireRoute, 'providers'>): string =>
  t.list(providers.map((id) => brandName(t, id)));

/** The name of a route within its quote: "Chainflip, streaming, boosted". */
export function routeName(t: Text, { providers, meta }: RouteName): string {
  const name = t.list(providers.map((id) => providerName(t, id)));
  return meta.boost ? t('{name}, boosted', { name }) : name;
}
