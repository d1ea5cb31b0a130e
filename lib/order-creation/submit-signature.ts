/**
 * Submits the signature of a route's message to the provider, which sends the payment, and stores the payment's hash
 * before answering with it.
 */
import { notFound, Problem, validationProblem } from '../api/problem.ts';
import { signatureRequestSchema } from '../api/schemas/signature.ts';
import { canonicalHash } from '../chains/hash.ts';
import { longestCreation, writeSurely } from '../create-once/create-once.ts';
import type { Store } from '../db/store.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { isProviderError } from '../domain/errors.ts';
import { PROVIDER_NAMES, type ProviderId } from '../domain/provider-id.ts';
import { isQuoteId } from '../domain/quote-id.ts';
import { type RouteDraft, sourceChainOf } from '../domain/route.ts';
import { timeLimit } from '../domain/time-limit.ts';
import { orAborted } from '../domain/waiting.ts';
import type { Provider } from '../providers/provider.ts';

export type SignatureDeps = {
  store: Pick<Store, 'loadQuote' | 'findSwap' | 'findSwapOfRoute' | 'nameSwap' | 'recordSwap' | 'endOrder'>;
  providerOf: (id: ProviderId) => Provider | undefined;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
  /** Called before the provider is asked to pay. @throws {Problem} where the payment may not be made. */
  beforePayment?: (route: RouteDraft, signal: AbortSignal) => Promise<void>;
  /** How long an answer waits for the provider. */
  createTimeoutMs: number;
};

export type SignatureRequest = { quoteId: string; routeIndex: string; body: unknown };

export type Signatures = {
  /**
   * The hash of the payment in its chain's spelling; the same when the signature is sent again. @throws {Problem}
   * 400, 403, 404, 409, 502 or 503.
   */
  submit(request: SignatureRequest, signal: AbortSignal): Promise<{ hash: string }>;
  /** Resolves when no signature is being submitted. */
  settled(): Promise<void>;
};

type SignedRoute = {
  quoteId: string;
  routeIndex: number;
  draft: RouteDraft;
  orderId: string;
  chain: ChainId;
  providerId: ProviderId;
  provider: Provider;
  submit: NonNullable<Provider['submitSignature']>;
};

const fault = (field: string, message: string, code: string): Problem => validationProblem([{ field, message, code }]);

function signatureOf(body: unknown): string {
  const read = signatureRequestSchema.safeParse(body);
  if (read.success) return read.data.signature;
  throw fault('signature', 'signature must be 0x and the bytes of the signature in hex.', 'invalid_signature');
}

async function signedRoute(deps: SignatureDeps, { quoteId, routeIndex }: SignatureRequest): Promise<SignedRoute> {
  const quote = isQuoteId(quoteId) ? await deps.store.loadQuote(quoteId) : undefined;
  const draft = /^\d{1,4}$/.test(routeIndex) ? quote?.drafts[Number(routeIndex)] : undefined;
  if (!draft) throw notFound('No route is known under that quoteId and routeIndex.');
  const providerId = draft.legs[0]?.provider ?? draft.providers[0];
  const provider = providerId && deps.providerOf(providerId);
  const { orderId, typedData } = draft;
  const submit = provider?.submitSignature?.bind(provider);
  if (!providerId || !provider || !submit || orderId === undefined || typedData === undefined)
    throw fault('routeIndex', 'routeIndex must name a route that offers typedData for its order.', 'not_signable');
  const chain = sourceChainOf(draft);
  return { quoteId, routeIndex: Number(routeIndex), draft, orderId, chain, providerId, provider, submit };
}

/** A network failure is the upstream's; every other error concerns this order. */
function problemOf(error: unknown, name: string): unknown {
  if (!isProviderError(error)) return error;
  const isTrouble = ['httpError', 'providerQuoteTimeout'].includes(error.code);
  return isTrouble
    ? new Problem({ status: 502, title: 'Bad Gateway', detail: error.message || `${name} gave no clear answer.` })
    : new Problem({ status: 409, title: 'Conflict', detail: error.message });
}

/** The payment that the provider already has for the order, if any. */
async function knownPayment(deps: SignatureDeps, route: SignedRoute, signal: AbortSignal): Promise<string | undefined> {
  const { draft, chain, provider } = route;
  try {
    const leg = { route: draft, leg: 0, hash: '', chain, knownSince: deps.now() };
    const { observations } = await provider.track(leg, { signal });
    const seen = observations.find((fact) => fact.kind === 'providerSeen' && fact.leg === 0 && fact.tx !== undefined);
    return seen?.kind === 'providerSeen' ? seen.tx?.hash : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the hash of the order's swap; other quotes that hand out the same order find it paid. */
async function record(deps: SignatureDeps, route: SignedRoute, hash: string): Promise<void> {
  const { store } = deps;
  const { quoteId, routeIndex, chain, orderId } = route;
  const key = { quoteId, routeIndex, hash };
  await writeSurely(`signed payment of order ${orderId}`, deps.log, async () => {
    const waiting = await store.findSwap({ ...key, hash: '' });
    if (waiting) await store.nameSwap(waiting.id, hash);
    await store.recordSwap({ ...key, chain, now: deps.now() });
    await store.endOrder(orderId, deps.now());
  });
}

/**
 * The hash of the order's payment when it is known here: its swap has it from the provider, or the chain has shown
 * it. A hash that only a client reported may be any.
 */
async function paidBy(
  store: SignatureDeps['store'],
  key: { quoteId: string; routeIndex: number },
): Promise<string | undefined> {
  const [known, waiting] = await Promise.all([store.findSwapOfRoute(key), store.findSwap({ ...key, hash: '' })]);
  if (!known || known.hash === '') return undefined;
  return waiting && ['not_started', 'failed'].includes(known.status) ? undefined : known.hash;
}

async function send(deps: SignatureDeps, route: SignedRoute, signature: string): Promise<{ hash: string }> {
  const signal = timeLimit(longestCreation(deps.createTimeoutMs));
  const name = PROVIDER_NAMES[route.providerId];
  let reported: string | undefined;
  try {
    reported = (await route.submit(route.draft, signature, { signal })).hash;
  } catch (error) {
    // An order takes one payment: an earlier request whose answer was lost may have made it.
    reported = await knownPayment(deps, route, signal);
    if (reported === undefined) throw problemOf(error, name);
  }
  const hash = canonicalHash(route.chain, reported);
  if (hash === undefined)
    throw new Problem({
      status: 502,
      title: 'Bad Gateway',
      detail: `${name} took the signature but named no transaction. The order is followed: look at it again in a while.`,
    });
  await record(deps, route, hash);
  deps.log({ event: 'signature', order: route.orderId, hash });
  return { hash };
}

export function createSignatures(deps: SignatureDeps): Signatures {
  const underWay = new Map<string, Promise<{ hash: string }>>();

  /** One order is paid once, however many requests there are, even when they are aborted. */
  function once(route: SignedRoute, signature: string): Promise<{ hash: string }> {
    const key = JSON.stringify([route.quoteId, route.routeIndex]);
    const running = underWay.get(key);
    if (running) return running;
    const sending = send(deps, route, signature).finally(() => underWay.delete(key));
    underWay.set(key, sending);
    sending.catch(() => undefined);
    return sending;
  }

  return {
    async submit(request, signal) {
      const signature = signatureOf(request.body);
      const route = await signedRoute(deps, request);
      const { quoteId, routeIndex } = route;
      const paid = await paidBy(deps.store, { quoteId, routeIndex });
      if (paid !== undefined) return { hash: paid };
      await deps.beforePayment?.(route.draft, signal);
      const limit = timeLimit(deps.createTimeoutMs);
      try {
        return await orAborted(once(route, signature), AbortSignal.any([signal, limit]));
      } catch (error) {
        signal.throwIfAborted();
        if (!limit.aborted) throw error;
        const detail = 'The signature is still on its way. Send it again: it is handed in no second time.';
        throw new Problem({ status: 502, title: 'Bad Gateway', detail, headers: { 'retry-after': '10' } });
      }
    },
    async settled() {
      await Promise.allSettled([...underWay.values()]);
    },
  };
}
