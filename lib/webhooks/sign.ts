/** Signs messages as the Standard Webhooks specification says, after a rotation with both secrets. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { WebhookEndpoint } from '../domain/webhook.ts';

const KEY_BYTES = 32;

export const newSecret = (): string => `whsec_${randomBytes(KEY_BYTES).toString('base64')}`;

type Signed = { messageId: string; body: string };
type Secrets = Pick<WebhookEndpoint, 'secret' | 'previousSecret'>;

/** The headers of one attempt at `now` (unix ms). */
export function signedHeaders({ messageId, body }: Signed, secrets: Secrets, now: number): Record<string, string> {
  const { secret, previousSecret } = secrets;
  const valid = previousSecret !== null && now < previousSecret.until ? [secret, previousSecret.secret] : [secret];
  const at = new Date(now);
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': valid.map((one) => new Webhook(one).sign(messageId, at, body)).join(' '),
  };
}
