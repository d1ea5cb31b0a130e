/**
 * Asks the operator's screening service about the addresses of a swap, before anything payable is answered: nobody else
 * does, and no address passes unasked.
 */

import { z } from 'zod';
import { Problem } from '../api/problem.ts';
import type { Fetch } from '../chain-clients/pooled-fetch.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { remember } from '../domain/remember.ts';
import type { RouteDraft } from '../domain/route.ts';
import { timeLimit } from '../domain/time-limit.ts';
import { orAborted } from '../domain/waiting.ts';

/** An address of a swap, in the canonical spelling of its chain. */
export type Party = { role: 'source' | 'destination' | 'refund'; chain: ChainId; address: string };

export type Screening = {
  /**
   * @throws {Problem} 403 naming each denied address by its field; 503 when the service gives no answer and that closes
   * the door; the signal's reason when it is aborted.
   */
  assertAllowed(parties: readonly Party[], signal?: AbortSignal): Promise<void>;
};

/** `away`: no answer, or one that cannot be read. */
export type ScreeningOutcome = 'allow' | 'deny' | 'away' | 'cached';

export type ScreeningDeps = {
  /** Undefined: nobody is asked and every address passes. */
  service:
    | { url: string; token: string | undefined; timeoutMs: number; whenAway: 'closed' | 'open'; cacheSeconds: number }
    | undefined;
  network: 'mainnet' | 'sandbox';
  fetch: Fetch;
  /** Unix ms. */
  now: () => number;
  log: (event: Record<string, unknown>) => void;
  onOutcome: (outcome: ScreeningOutcome) => void;
};

type Decision = { isAllowed: true } | { isAllowed: false; code: string };

const answerSchema = z.union([
  z.object({ decision: z.literal('allow') }),
  z.object({ decision: z.literal('deny'), code: z.string().optional() }),
]);

const MOST_BYTES = 16_384;
/** Answers that are remembered at most; the oldest are dropped. */
const MOST_KEPT = 10_000;
const RETRY_AFTER_SECONDS = '10';
/** Of a denial whose code is absent or no code. */
const DENIED = 'denied';
const CODE = /^[\w.-]{1,64}$/;

/** The addresses of a request or of a route; those that are not given are left out. */
export function partiesOf(
  from: ChainId,
  to: ChainId,
  given: {
    sourceAddress?: string | undefined;
    destinationAddress?: string | undefined;
    refundAddress?: string | undefined;
  },
): Party[] {
  const party = (role: Party['role'], chain: ChainId, address: string | undefined): Party[] =>
    address === undefined || address === '' ? [] : [{ role, chain, address }];
  return [
    ...party('source', from, given.sourceAddress),
    ...party('destination', to, given.destinationAddress),
    ...party('refund', from, given.refundAddress),
  ];
}

export const partiesOfRoute = (draft: RouteDraft): Party[] =>
  partiesOf(draft.sell.asset.chain, draft.expectedBuy.asset.chain, draft);

const keyOf = ({ role, chain, address }: Party): string => `${role} ${chain} ${address}`;

function refused(denied: readonly { party: Party; code: string }[]): Problem {
  const errors = denied.map(({ party: { role }, code }) => ({
    field: `${role}Address`,
    message: `${role}Address must be another one: this deployment does not serve it.`,
    code,
  }));
  const names = [...new Set(errors.map(({ field }) => field))].join(', ');
  const detail = `This deployment does not serve an address of this swap (${names}). Nothing was opened or ordered.`;
  return new Problem({ status: 403, title: 'Address Refused', detail, errors });
}

const unavailable = (): Problem =>
  new Problem({
    status: 503,
    title: 'Service Unavailable',
    detail: 'The addresses of this swap cannot be checked now, so that nothing payable is answered.',
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });

/** One question to the service. @throws when it gives no answer that can be read. */
async function ask(deps: ScreeningDeps, party: Party): Promise<Decision> {
  const { service, network, fetch } = deps;
  if (!service) return { isAllowed: true };
  const { url, token, timeoutMs } = service;
  const limit = timeLimit(timeoutMs);
  const asked = fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ network, ...party }),
    signal: limit,
    cache: 'no-store',
    maxBytes: MOST_BYTES,
  });
  const response = await orAborted(asked, limit);
  if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
  const answer = answerSchema.parse(JSON.parse(await orAborted(response.text(), limit)));
  if (answer.decision === 'allow') return { isAllowed: true };
  const { code = DENIED } = answer;
  return { isAllowed: false, code: CODE.test(code) ? code : DENIED };
}

export function createScreening(deps: ScreeningDeps): Screening {
  const { service, now, log, onOutcome } = deps;
  if (!service) return { assertAllowed: async () => undefined };
  const lifeMs = service.cacheSeconds * 1000;
  const kept = new Map<string, { decision: Decision; until: number }>();
  /** Callers who ask about the same address at once share one question. */
  const underWay = new Map<string, Promise<Decision | undefined>>();

  function keep(key: string, decision: Decision): void {
    if (lifeMs === 0) return;
    remember(kept, key, { decision, until: now() + lifeMs }, MOST_KEPT);
  }

  /** Undefined: the service gave no answer. */
  async function question(key: string, party: Party): Promise<Decision | undefined> {
    const { role, chain } = party;
    try {
      const decision = await ask(deps, party);
      keep(key, decision);
      onOutcome(decision.isAllowed ? 'allow' : 'deny');
      if (!decision.isAllowed) log({ event: 'screening', outcome: 'deny', code: decision.code, role, chain });
      return decision;
    } catch (error) {
      onOutcome('away');
      const fault = error instanceof Error ? error.message : String(error);
      log({ event: 'screening', outcome: 'away', fault: fault.replaceAll(party.address, '…') });
      return undefined;
    }
  }

  function decisionOn(party: Party): Promise<Decision | undefined> {
    const key = keyOf(party);
    const known = kept.get(key);
    if (known && known.until > now()) {
      onOutcome('cached');
      return Promise.resolve(known.decision);
    }
    const asking = underWay.get(key) ?? question(key, party).finally(() => underWay.delete(key));
    underWay.set(key, asking);
    return asking;
  }

  return {
    async assertAllowed(parties, signal) {
      const asked = Promise.all(parties.map(async (party) => ({ party, decision: await decisionOn(party) })));
      const answers = await (signal ? orAborted(asked, signal) : asked);
      const denied = answers.flatMap(({ party, decision }) =>
        decision?.isAllowed === false ? [{ party, code: decision.code }] : [],
      );
      if (denied.length > 0) throw refused(denied);
      if (service.whenAway === 'closed' && answers.some(({ decision }) => decision === undefined)) throw unavailable();
    },
  };
}
