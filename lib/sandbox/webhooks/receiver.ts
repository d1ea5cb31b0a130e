/**
 * Receives webhooks in place of an integrator and shows what came, newest first. It checks no signature. The faults of
 * the target `webhooks` make it fail.
 *
 *   curl $S/webhooks/shop      what was posted to $S/webhooks/shop
 */
import type { Service, ServiceAnswer } from '../ledger.ts';

/** Messages that are kept for each path; older ones are forgotten, as is everything at the end of the process. */
const MOST_KEPT = 5000;

type Came = { at: string; id: string; timestamp: string; signature: string; body: unknown };

const answer = (status: number, body: unknown): ServiceAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: `${JSON.stringify(body)}\n`,
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function createWebhookReceiver(): Service {
  const byPath = new Map<string, Came[]>();
  return {
    prefix: 'webhooks',
    async handle({ method, path, body, headers = {} }) {
      const came = byPath.get(path) ?? [];
      if (method !== 'POST') return answer(200, { received: came.length, messages: came.toReversed() });
      const named = (name: string) => String(headers[name] ?? '');
      const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(named);
      if (!id || !timestamp || !signature) return answer(400, { error: 'this is no message of Standard Webhooks' });
      byPath.set(
        path,
        [...came, { at: new Date().toISOString(), id, timestamp, signature, body: parsed(body) }].slice(-MOST_KEPT),
      );
      return answer(200, { received: true });
    },
  };
}
