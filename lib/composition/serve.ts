/** Opens the one composition of this process and gives Next's pages and routes what they need of it. */
import { isProblem, type Problem } from '../api/problem.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { rememberOrigins } from '../http/embed-origins.ts';
import { clientAddressOf } from '../http/endpoint.ts';
import { type Background, startBackground } from './background.ts';
import { swapPageFacts } from './initial-swap-props.ts';
import { readLicences } from './licences.ts';
import { readStatus } from './read-status.ts';
import { ROUTES } from './routes.ts';
import { openAuthenticator, services } from './services.ts';

type EmbedDefaults = { affiliate?: string; affiliateFee?: number; affiliateFeeRules?: boolean };

/** The defaults that the integrator of an embed id has registered; as with its key, the fees of AFFILIATES come first. */
async function embedDefaults(embedId: string): Promise<EmbedDefaults> {
  const { store, now } = await services();
  const integrator = await store.integratorByEmbedId(embedId, now());
  if (!integrator?.affiliate) return {};
  const { affiliate, affiliateFeeBps } = integrator;
  const fee = affiliateFeeBps === undefined ? {} : { affiliateFee: affiliateFeeBps };
  return { affiliate, ...fee, affiliateFeeRules: true };
}

async function askOrigins(embedId: string): Promise<readonly string[] | undefined> {
  const { store, now } = await services();
  return (await store.integratorByEmbedId(embedId, now()))?.embedOrigins;
}

/**
 * Charges a page view, as every other path does. @returns the refusal; undefined when the page may be rendered, also
 * while the limit is unknown.
 */
async function admitToPage(request: Pick<ApiRequest, 'method' | 'headers'>): Promise<Problem | undefined> {
  try {
    const authenticator = await openAuthenticator();
    await authenticator.admitVisitor({ request, route: 'page', address: clientAddressOf(request) });
    return undefined;
  } catch (error) {
    return isProblem(error) ? error : undefined;
  }
}

const SERVED = {
  admitToPage,
  routes: ROUTES,
  /** Who may frame the embed of that id; undefined for an unknown id. */
  embedOrigins: rememberOrigins(askOrigins, () => performance.now()),
  embedDefaults,
  readStatus,
  readLedger: async () => (await services()).ledger.report(),
  readLicences,
  /** The keys by which answers of this deployment are known. */
  signingKeys: async () => (await services()).signing.published(),
  swapPageFacts,
};
export type Served = typeof SERVED;

/** Call once, before Next answers anything. */
export function serve(onFatal: (sentence: string) => void): Background {
  globalThis.portage = SERVED;
  return startBackground(onFatal);
}
