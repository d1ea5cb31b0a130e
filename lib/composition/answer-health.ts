/**
 * Answers `/health`, 200 when this deployment works, and `/health/ready`, 200 when it can answer quotes too;
 * otherwise 503 with a sentence.
 */
import { Problem } from '../api/problem.ts';
import { settings } from '../config/env.ts';
import type { EndpointHandler } from '../http/endpoint.ts';
import { checkHealth, checkReady } from './health.ts';
import { providerStatus } from './provider-status.ts';
import { services } from './services.ts';

const answered =
  (check: typeof checkHealth): EndpointHandler =>
  async () => {
    const current = settings();
    const { network } = current;
    const { ready, waitingFor } = await check(services(), network.healthUrls, fetch);
    if (ready) {
      const { offered, accessControl } = await services();
      const off = await accessControl.killSwitches.current();
      return { body: { status: 'ready', network: network.name, providers: providerStatus(offered, current, off) } };
    }
    throw new Problem({
      status: 503,
      title: 'Service Unavailable',
      detail: waitingFor.join(' '),
      headers: { 'retry-after': '2' },
    });
  };

export const answerHealth = answered(checkHealth);
export const answerReady = answered(checkReady);
