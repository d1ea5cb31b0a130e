/** Defines an integrator's webhooks: its endpoints, what was delivered to them, and the message itself. */
import { z } from 'zod';
import { DELIVERY_STATES, WEBHOOK_EVENTS } from '../../domain/webhook.ts';
import { trackResponseSchema } from './track.ts';

const MOST_TEXT = 500;
const eventSchema = z.enum(WEBHOOK_EVENTS).meta({ id: 'WebhookEvent' });

export const webhookRequestSchema = z
  .object({
    url: z.string().max(MOST_TEXT).meta({ description: 'Names the endpoint: the same URL changes it.' }),
    events: z.array(eventSchema).optional().meta({ description: 'The events that it gets; all where it is empty.' }),
    enabled: z.boolean().optional().meta({ description: 'False stops it; true starts it again, also after failures.' }),
    rotateSecret: z.boolean().optional().meta({ description: 'A new secret; for 24 hours the old one signs as well.' }),
  })
  .meta({ id: 'WebhookRequest' });
export type WebhookRequest = z.infer<typeof webhookRequestSchema>;

const webhookFields = {
  id: z.string(),
  url: z.string(),
  events: z.array(eventSchema).meta({ description: 'All events where it is empty.' }),
  enabled: z.boolean(),
  disabledReason: z.string().optional().meta({ description: 'Why it is off; a sentence.' }),
  failingSince: z.iso.datetime().optional(),
  previousSecretUntil: z.iso.datetime().optional(),
  createdAt: z.iso.datetime(),
};
export const webhookSchema = z.object(webhookFields).meta({ id: 'Webhook' });
export type WireWebhook = z.infer<typeof webhookSchema>;

export const savedWebhookSchema = z
  .object({
    ...webhookFields,
    secret: z.string().optional().meta({ description: 'Shown when it is made or rotated, and never again.' }),
  })
  .meta({ id: 'SavedWebhook' });
export type SavedWebhook = z.infer<typeof savedWebhookSchema>;

export const webhooksResponseSchema = z.object({ webhooks: z.array(webhookSchema) }).meta({ id: 'WebhooksResponse' });
export type WebhooksResponse = z.infer<typeof webhooksResponseSchema>;

export const webhookMessageSchema = z
  .object({ type: eventSchema, timestamp: z.iso.datetime(), data: trackResponseSchema })
  .meta({ id: 'WebhookMessage', description: '`data` is the answer of `POST /v1/track` at that moment.' });

const deliverySchema = z
  .object({
    messageId: z.string().meta({ description: 'The header `webhook-id`: the same each time that it is sent.' }),
    type: eventSchema,
    state: z.enum(DELIVERY_STATES).meta({ description: '`failed`: given up after three days.' }),
    attempts: z.number().int(),
    createdAt: z.iso.datetime(),
    nextAttemptAt: z.iso.datetime().optional(),
    httpStatus: z.number().int().optional().meta({ description: 'Of the last answer.' }),
    answer: z.string().optional().meta({ description: 'The beginning of the last answer, or why none came.' }),
    body: webhookMessageSchema,
  })
  .meta({ id: 'WebhookDelivery' });
export type WireDelivery = z.infer<typeof deliverySchema>;

export const deliveriesResponseSchema = z
  .object({
    deliveries: z.array(deliverySchema).meta({ description: 'Newest first.' }),
    next: z.string().optional().meta({ description: '`cursor` of the next page; absent on the last.' }),
  })
  .meta({ id: 'WebhookDeliveriesResponse' });
export type WebhookDeliveriesResponse = z.infer<typeof deliveriesResponseSchema>;

export const deliveriesQuerySchema = z.object({
  state: z.enum(DELIVERY_STATES).optional().meta({ description: '`pending`, `delivered` or `failed`.' }),
  limit: z.coerce.number().int().min(1).max(100).optional().meta({ description: '1 to 100; 20 without it.' }),
  cursor: z.coerce.number().int().positive().optional().meta({ description: '`next` of the page before.' }),
});

export const webhookParamsSchema = z.object({
  id: z.string().max(100).meta({ description: 'Of the endpoint.', example: 'whe_4rT0kqVb2Ls9' }),
});

export const replayRequestSchema = z
  .object({
    messageId: z.string().max(100).optional().meta({ description: 'One message again.' }),
    since: z.iso.datetime().optional().meta({ description: 'All from then on again.' }),
  })
  .meta({ id: 'WebhookReplayRequest', description: 'One of the two.' });
export type WebhookReplayRequest = z.infer<typeof replayRequestSchema>;

export const replayResponseSchema = z
  .object({ queued: z.number().int().meta({ description: 'How many are sent again.' }) })
  .meta({ id: 'WebhookReplayResponse' });
export type WebhookReplayResponse = z.infer<typeof replayResponseSchema>;
