/** Gathers the data of `/status`; asks upstreams no more often than the page's own questions about chains do. */
import type { ServiceStatus } from '../api/status.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import { providerStatus } from './provider-status.ts';
import { serviceStatus } from './service-status.ts';
import { services } from './services.ts';

export async function readStatus(): Promise<ServiceStatus> {
  const { pageFacts, accessControl, offered, settings, now, health, ledger } = await services();
  const [{ chains }, upstreamReports, switchedOff, records] = await Promise.all([
    pageFacts.chains.now(),
    pageFacts.chains.upstreamReports(),
    accessControl.killSwitches.current(),
    ledger.records(),
  ]);
  const providers = providerStatus(offered, settings, switchedOff);
  const witnessesOf = (id: ProviderId) => offered.find(({ ids }) => ids.includes(id))?.witnesses?.();
  return serviceStatus({ providers, upstreamReports, chains, switchedOff, health, witnessesOf, records, now: now() });
}
