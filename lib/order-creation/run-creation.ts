/** Creates a claimed order once and stores the outcome, even when no caller waits any more. */

import { withoutAddresses, writeSurely } from '../create-once/create-once.ts';
import type { Store, StoredPreparation } from '../db/store.ts';
import { isProviderError, type ProviderErrorCode } from '../domain/errors.ts';
import { PROVIDER_NAMES } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import { timeLimit } from '../domain/time-limit.ts';
import { orAborted } from '../domain/waiting.ts';
import { isChannelError, type ProviderQuoteRequest, type RoutePreparer } from '../providers/provider.ts';

export type CreationDeps = {
  store: Pick<Store, 'settlePreparation'>;
  log: (event: Record<string, unknown>) => void;
};

type Outcome = Parameters<Store['settlePreparation']>[1];

/**
 * When it is unknown whether a channel was opened, its claim stays until it is stale, so that no second one is opened
 * before.
 */
const isUncertain = ({ cause }: Error): boolean => isChannelError(cause) && cause.fault === 'uncertain';

function failed(error: unknown, request: ProviderQuoteRequest, timedOut: boolean, log: CreationDeps['log']): Outcome {
  const { providerId: provider, sourceAddress = '', destinationAddress = '' } = request;
  const name = PROVIDER_NAMES[provider];
  const redacted = (text: string) => withoutAddresses(text, [sourceAddress, destinationAddress]);
  const outcome = (errorCode: ProviderErrorCode, message: string, state: Outcome['state'] = 'failed'): Outcome => {
    log({ event: 'order', provider, code: errorCode, message: redacted(message) });
    return { state, draft: null, livesUntil: null, failure: { errorCode, message } };
  };
  if (isProviderError(error)) return outcome(error.code, error.message, isUncertain(error) ? 'creating' : 'failed');
  if (timedOut) return outcome('providerQuoteTimeout', `${name} did not answer in time when an order was placed.`);
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log({ event: 'unexpected', provider, error: redacted(said) });
  return outcome('unknownError', `${name} could not be asked for an order because of a fault on our side.`);
}

/**
 * Resolves to what is stored afterwards. Rejects only when the store fails for long. @param limitMs how long the
 * upstream's answer is waited for.
 */
export async function runCreation(
  deps: CreationDeps,
  preparer: RoutePreparer,
  id: string,
  terms: { draft: RouteDraft; request: ProviderQuoteRequest },
  limitMs: number,
): Promise<StoredPreparation> {
  const { draft, request } = terms;
  const limit = timeLimit(limitMs);
  let outcome: Outcome;
  try {
    // In a promise of its own, so that an adapter that throws before its first await has failed too.
    const creating = Promise.resolve().then(() =>
      preparer.create(draft, request, { signal: limit, budgetMs: limitMs }),
    );
    const prepared = await orAborted(creating, limit);
    deps.log({ event: 'order', provider: request.providerId, created: prepared.draft.orderId });
    outcome = { state: 'created', draft: prepared.draft, livesUntil: prepared.livesUntil, failure: null };
  } catch (error) {
    outcome = failed(error, request, limit.aborted, deps.log);
  }
  const what = outcome.draft?.orderId ?? outcome.state;
  return writeSurely(what, deps.log, () => deps.store.settlePreparation(id, outcome));
}
