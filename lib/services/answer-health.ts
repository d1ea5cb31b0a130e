/** Answers `/health`: 200 when this deployment can do its work, else 503 with a sentence. */
import { Problem } from '../api/problem.ts';
import { settings } from '../config/env.ts';
import type { EndpointHandler } from '../http/endpoint.ts';
import { checkHealth } from './health.ts';
import { services } from './services.ts';

export const answerHealth: EndpointHandler = async () => {
  const { network } = settings();
  const { ready, waitingFor } = await checkHealth(services(), network.healthUrls, fetch);
  if (ready) return { body: { status: 'ready', network: network.name } };
  throw new Problem({
    status: 503,
    title: 'Service Unavailable',
    detail: waitingFor.join(' '),
    headers: { 'retry-after': '2' },
  });
};
