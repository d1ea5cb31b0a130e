/** Names what an operator has switched off while the deployment runs: providers and whole chains. */
import { CHAIN_IDS, type ChainId } from './chain-id.ts';
import { PROVIDER_IDS, PROVIDER_NAMES, type ProviderId, parseProviderId } from './provider-id.ts';

/** One thing that is off; open swaps through it are tracked to their end all the same. */
export type Switch = ({ kind: 'provider'; id: ProviderId } | { kind: 'chain'; id: ChainId }) & {
  /** The operator's words, shown to callers; '' where there are none. */
  why: string;
  /** Unix ms. */
  at: number;
};

/** All that is off at one moment; the same object as long as nothing changed. */
export type SwitchedOff = { providers: ReadonlyMap<ProviderId, Switch>; chains: ReadonlyMap<ChainId, Switch> };

export const NOTHING_OFF: SwitchedOff = { providers: new Map(), chains: new Map() };

export function switchedOff(switches: readonly Switch[]): SwitchedOff {
  const providers = new Map<ProviderId, Switch>();
  const chains = new Map<ChainId, Switch>();
  for (const one of switches) {
    if (one.kind === 'provider') providers.set(one.id, one);
    else chains.set(one.id, one);
  }
  return { providers, chains };
}

const reason = (name: string, { why }: Switch): string =>
  `This deployment has switched ${name} off for now${why === '' ? '.' : `: ${why.replace(/\.$/, '')}.`}`;

/** Why a route by this provider between these chains is not offered now, as a sentence; undefined where it is. */
export function offReason(off: SwitchedOff, provider: ProviderId, chains: readonly ChainId[]): string | undefined {
  const own = off.providers.get(provider);
  if (own) return reason(PROVIDER_NAMES[provider], own);
  const chain = chains.find((id) => off.chains.has(id));
  const stopped = chain && off.chains.get(chain);
  return stopped && reason(`swaps from and to ${stopped.id}`, stopped);
}

/** A plain id stands for its streaming form and for the routes of two legs that go through it too. */
export function idsThrough(id: ProviderId): ProviderId[] {
  if (id.includes('->') || id.endsWith('_STREAMING')) return [id];
  return PROVIDER_IDS.filter((one) => one === id || one === `${id}_STREAMING` || one.split('->').includes(id));
}

export type SwitchName = { kind: 'provider'; id: ProviderId } | { kind: 'chain'; id: ChainId };

/** A provider or a chain, in any letter case; undefined where it is neither. */
export function parseSwitchName(text: string): SwitchName | undefined {
  const provider = parseProviderId(text);
  if (provider) return { kind: 'provider', id: provider };
  const chain = CHAIN_IDS.find((id) => id === text.toUpperCase());
  return chain && { kind: 'chain', id: chain };
}
