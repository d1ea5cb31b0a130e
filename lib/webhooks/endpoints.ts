/** Creates and changes an integrator's endpoints, for its own calls and for the operator's commands. */
import { randomBytes } from 'node:crypto';
import type { NetworkName } from '../chains/chain.ts';
import type { Store } from '../db/store.ts';
import { type WebhookEndpoint, type WebhookEvent, WORKING } from '../domain/webhook.ts';
import { newSecret } from './sign.ts';
import { urlFault } from './target.ts';

export type EndpointWish = {
  url: string;
  events?: readonly WebhookEvent[] | undefined;
  enabled?: boolean | undefined;
  /** Unix ms until which the old secret signs as well. */
  rotateUntil?: number | undefined;
};
export type EndpointDeps = {
  store: Pick<Store, 'webhooksOf' | 'saveWebhook'>;
  network: NetworkName;
  now: () => number;
};
/** `secret` is set where it is new. */
export type SavedEndpoint = { endpoint: WebhookEndpoint; secret?: string };

const ID_BYTES = 9;
/** An integrator may have this many. */
const MOST_ENDPOINTS = 5;
export const SECRET_GRACE_MS = 86_400_000;

/** A wish that cannot be fulfilled; the message is a sentence. */
export class EndpointFault extends Error {
  override readonly name = 'EndpointFault';
}

const OFF_BY_OWNER = 'Its owner switched it off.';

function switched(endpoint: WebhookEndpoint, enabled: boolean | undefined, now: number): WebhookEndpoint {
  if (enabled === undefined) return endpoint;
  if (enabled) return { ...endpoint, ...WORKING };
  return {
    ...endpoint,
    disabledAt: endpoint.disabledAt ?? now,
    disabledReason: endpoint.disabledReason ?? OFF_BY_OWNER,
  };
}

/** Saves the endpoint with that URL. @throws {EndpointFault} where the URL is refused, or there are too many. */
export async function putEndpoint(
  deps: EndpointDeps,
  integratorId: string,
  wish: EndpointWish,
): Promise<SavedEndpoint> {
  const { store, network } = deps;
  const fault = urlFault(wish.url, network);
  if (fault !== undefined) throw new EndpointFault(fault);
  const { href: url } = new URL(wish.url);
  const all = await store.webhooksOf(integratorId);
  const known = all.find((one) => one.url === url);
  if (!known && all.length >= MOST_ENDPOINTS)
    throw new EndpointFault(`url must be one of the ${MOST_ENDPOINTS} endpoints that there are: there can be no more.`);
  const now = deps.now();
  const isNew = !known || wish.rotateUntil !== undefined;
  const secret = isNew ? newSecret() : known.secret;
  const until = wish.rotateUntil ?? now;
  const previousSecret = known && isNew ? { secret: known.secret, until } : (known?.previousSecret ?? null);
  const base: WebhookEndpoint = known ?? {
    ...WORKING,
    id: `whe_${randomBytes(ID_BYTES).toString('base64url')}`,
    integratorId,
    url,
    events: [],
    secret,
    previousSecret,
    createdAt: now,
  };
  const events = wish.events === undefined ? base.events : [...new Set(wish.events)];
  const endpoint = switched({ ...base, events, secret, previousSecret }, wish.enabled, now);
  await store.saveWebhook(endpoint);
  return { endpoint, ...(isNew ? { secret } : {}) };
}
