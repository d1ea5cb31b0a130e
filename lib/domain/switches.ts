/** Describes what an operator has switched off while the deployment runs: providers, chains, or all new swaps. */
import { CHAIN_IDS, type ChainId } from './chain-id.ts';
import { PROVIDER_IDS, PROVIDER_NAMES, type ProviderId, parseProviderId } from './provider-id.ts';

/** The one id of the switch that stops all new swaps. */
export const MAINTENANCE = 'MAINTENANCE';

/** One provider or chain that is off, or maintenance. Open swaps are still tracked to their end. */
export type Switch = SwitchName & {
  /** The operator's explanation, shown to callers; '' where there is none. */
  why: string;
  /** Unix ms. */
  at: number;
};

/** Everything that is off at one moment; the same object as long as nothing changes. */
export type SwitchedOff = {
  providers: ReadonlyMap<ProviderId, Switch>;
  chains: ReadonlyMap<ChainId, Switch>;
  /** Present while no swap may begin. */
  maintenance?: Switch;
};

export const NOTHING_OFF: SwitchedOff = { providers: new Map(), chains: new Map() };

export function switchedOff(switches: readonly Switch[]): SwitchedOff {
  const providers = new Map<ProviderId, Switch>();
  const chains = new Map<ChainId, Switch>();
  for (const one of switches) {
    if (one.kind === 'provider') providers.set(one.id, one);
    else if (one.kind === 'chain') chains.set(one.id, one);
  }
  const maintenance = switches.find(({ kind }) => kind === 'maintenance');
  return { providers, chains, ...(maintenance ? { maintenance } : {}) };
}

const reason = (name: string, { why }: Switch): string =>
  `This deployment has switched ${name} off for now${why === '' ? '.' : `: ${why.replace(/\.$/, '')}.`}`;

/**
 * Why a route of this provider between these chains is not offered now, as a sentence; undefined where it is offered.
 */
export function offReason(off: SwitchedOff, provider: ProviderId, chains: readonly ChainId[]): string | undefined {
  const own = off.providers.get(provider);
  if (own) return reason(PROVIDER_NAMES[provider], own);
  const chain = chains.find((id) => off.chains.has(id));
  return chain && chainOffReason(off, chain);
}

/** Why no swap from or to this chain is offered now, as a sentence; undefined where it is not switched off. */
export function chainOffReason(off: SwitchedOff, chain: ChainId): string | undefined {
  const stopped = off.chains.get(chain);
  return stopped && reason(`swaps from and to ${stopped.id}`, stopped);
}

/** What callers are told under maintenance: the operator's sentence, or one of ours. */
export const maintenanceSentence = ({ why }: Pick<Switch, 'why'>): string =>
  why === '' ? 'This deployment is under maintenance: no swap can begin now. Swaps under way go on.' : why;

/** The ids that a switch of `id` affects: a plain id includes its streaming form and the two-leg routes through it. */
export function idsThrough(id: ProviderId): ProviderId[] {
  if (id.includes('->') || id.endsWith('_STREAMING')) return [id];
  return PROVIDER_IDS.filter((one) => one === id || one === `${id}_STREAMING` || one.split('->').includes(id));
}

export type SwitchName =
  | { kind: 'provider'; id: ProviderId }
  | { kind: 'chain'; id: ChainId }
  | { kind: 'maintenance'; id: typeof MAINTENANCE };

/** Parses a provider or chain id in any letter case; undefined for any other text. */
export function parseSwitchName(text: string): SwitchName | undefined {
  const provider = parseProviderId(text);
  if (provider) return { kind: 'provider', id: provider };
  const chain = CHAIN_IDS.find((id) => id === text.toUpperCase());
  return chain && { kind: 'chain', id: chain };
}
