/** Describes webhooks: what an integrator is told of its swaps, where, and what became of each message. */

export const WEBHOOK_EVENTS = [
  'swap.seen',
  'swap.completed',
  'swap.refunded',
  'swap.failed',
  'swap.reason',
  'channel.opened',
  'channel.expired',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
export const isWebhookEvent = (text: string): text is WebhookEvent => WEBHOOK_EVENTS.some((one) => one === text);

/** An event of a swap. It is stored once for each route and `key`. */
export type SwapEvent = {
  type: WebhookEvent;
  /** Distinguishes the event from others of the same route, which may be paid more than once. */
  key: string;
  /** The JSON that is sent. */
  body: string;
};

/** An address that gets an integrator's events. */
export type WebhookEndpoint = {
  /** `whe_…` */
  id: string;
  integratorId: string;
  url: string;
  /** The events that it gets; all of them where the list is empty. */
  events: WebhookEvent[];
  /** `whsec_` and the base64 of the key that signs. */
  secret: string;
  /** The secret before the last rotation, which signs as well until then. */
  previousSecret: { secret: string; until: number } | null;
  /** Unix ms, like the times below. */
  createdAt: number;
  /** When the first of the failures came that no success has followed. */
  failingSince: number | null;
  /** How many failures came since the last success. */
  failures: number;
  /** While it fails: when it is tried again. */
  retryAt: number | null;
  disabledAt: number | null;
  /** Why it is switched off, as a sentence; null where it is on. */
  disabledReason: string | null;
};

/** What is stored of an endpoint that is on and takes what it gets. */
export const WORKING = { failingSince: null, failures: 0, retryAt: null, disabledAt: null, disabledReason: null };

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One message to one endpoint. */
export type WebhookDelivery = {
  /** Rises in the order of the events. */
  number: number;
  /** `msg_…`, the same each time it is sent. */
  messageId: string;
  endpointId: string;
  /** The quote's id and the route's index; messages of one route come in order. */
  routeKey: string;
  type: WebhookEvent;
  body: string;
  createdAt: number;
  state: DeliveryState;
  /** When it is due, while it is pending. */
  dueAt: number;
  attempts: number;
  /** When it was first tried; null before. */
  triedSince: number | null;
  /** HTTP status of the last answer; null where none came. */
  httpStatus: number | null;
  /** The beginning of the last answer, or why none came. */
  answer: string | null;
};
