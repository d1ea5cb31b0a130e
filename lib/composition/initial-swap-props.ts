/** Gathers the initial props of a swap page: the enabled providers, the others with the reason, and the first pair. */
import type { RecentWay } from '../api/recent-way.ts';
import type { Pair } from '../domain/pair.ts';
import { type OffProvider, PROVIDER_IDS, type ProviderId } from '../domain/provider-id.ts';
import { firstPair } from './first-pair.ts';
import { offProviders } from './provider-status.ts';
import { services } from './services.ts';

type SwapPageFacts = {
  asked: ProviderId[];
  offProviders: OffProvider[];
  first: Pair;
  recentWays: readonly RecentWay[];
  /** Present under maintenance; `sentence` is the operator's own, or ''. */
  refusal?: { kind: 'maintenance'; sentence: string };
};

export async function swapPageFacts(): Promise<SwapPageFacts> {
  const { accessControl, settings, recentWays } = await services();
  const switchedOff = await accessControl.killSwitches.current();
  const { maintenance } = switchedOff;
  const off = offProviders(settings, switchedOff);
  const asked = (settings.providers ?? PROVIDER_IDS).filter((id) => !off.some(({ provider }) => provider === id));
  return {
    asked,
    offProviders: off,
    first: firstPair(settings.offer),
    recentWays: recentWays.list(),
    ...(maintenance ? { refusal: { kind: 'maintenance', sentence: maintenance.why } } : {}),
  };
}
