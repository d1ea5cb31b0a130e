/** Reads what every upstream declares of its settings, and which providers are off because a setting is missing. */
import type { NetworkName } from '../chains/chain.ts';
import { PROVIDER_IDS, PROVIDER_NAMES, type ProviderId } from '../domain/provider-id.ts';
import { UPSTREAM_SETTINGS } from '../providers/upstream-settings.ts';
import type { DeclaredValue } from './declare-settings.ts';

type Declarations = typeof UPSTREAM_SETTINGS;

/** The configuration of each upstream's adapter; undefined where this deployment cannot ask it. */
export type Upstreams = { readonly [Key in keyof Declarations]: DeclaredValue<Declarations[Key]> | undefined };

/** A sentence for each provider that is off. */
export type OffProviders = Partial<Record<ProviderId, string>>;

/** The provider and every two-leg route that uses it, each with its sentence. */
function offWithout({ provider, setting }: { provider: ProviderId; setting: string }): OffProviders {
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

/** Nodes that the browser itself asks during a review, by the network that they belong to. */
export type WitnessNodes = Readonly<Record<string, readonly string[]>>;

/** The nodes of every upstream that declares any. */
export const presetWitnesses = ({ network, sandboxUrl }: { network: NetworkName; sandboxUrl: string }): WitnessNodes =>
  Object.fromEntries(
    Object.values(UPSTREAM_SETTINGS).flatMap(({ witnesses }) =>
      witnesses ? [[witnesses.of, network === 'mainnet' ? witnesses.mainnet : witnesses.sandbox(sandboxUrl)]] : [],
    ),
  );

/**
 * @param given the values that are set, by name. @returns every invalid value with what is accepted; where there is
 * none, `at` has the values on a network.
 */
export function parseUpstreams(given: Readonly<Record<string, string>>) {
  const parsed = Object.entries(UPSTREAM_SETTINGS).map(
    ([key, declaration]) => [key, declaration.parse(given)] as const,
  );
  return {
    wrong: parsed.flatMap(([, one]) => ('wrong' in one ? one.wrong : [])),
    at(upstreamNetwork: { network: NetworkName; sandboxUrl: string }) {
      const read = parsed.flatMap(([key, one]) => ('at' in one ? [[key, one.at(upstreamNetwork)] as const] : []));
      return {
        values: Object.fromEntries(read.map(([key, { value }]) => [key, value])) as Upstreams,
        off: Object.assign({}, ...read.map(([, { missing }]) => (missing ? offWithout(missing) : {}))) as OffProviders,
        faults: read.flatMap(([, { faults }]) => faults),
      };
    },
  };
}
