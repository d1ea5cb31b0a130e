/** Defines the body of every error, so that clients can read all errors the same way. */
import { z } from 'zod';

export const fieldFaultSchema = z
  .object({
    field: z.string().optional().meta({ description: 'Where the fault is, such as `sellAmount` or `providers.0`.' }),
    message: z.string().meta({ description: 'What would be accepted.' }),
    code: z.string().optional().meta({ description: 'For machines.', example: 'invalid_address' }),
  })
  .meta({ id: 'FieldFault' });
export type FieldFault = z.infer<typeof fieldFaultSchema>;

const common = {
  instance: z.string().optional().meta({ description: 'The path that was asked.' }),
  timestamp: z.iso.datetime().optional(),
  traceId: z.string().optional().meta({ description: 'Equals the answer header `x-request-id`.' }),
};

/** Section 7.1 of the interface. */
export const validationErrorSchema = z
  .object({
    type: z.literal('/errors/validation-error'),
    title: z.literal('Validation Error'),
    status: z.literal(400),
    detail: z.string(),
    ...common,
    errors: z.array(fieldFaultSchema).optional().meta({ description: 'Every fault, the first 20 at most.' }),
  })
  .meta({ id: 'ValidationError', description: 'The request is wrong; `errors` names every field that is.' });

/** Section 7.2 of the interface. */
export const internalErrorSchema = z
  .object({
    type: z.literal('/errors/internal-server-error'),
    title: z.literal('Internal Server Error'),
    status: z.literal(500),
    detail: z.string().optional(),
    ...common,
  })
  .meta({ id: 'InternalServerError', description: 'Our fault; `traceId` finds it in the log.' });

/** Every other error: `type` is `/errors/` and the title in kebab case. */
export const problemSchema = z
  .object({
    type: z.string().regex(/^\/errors\/[a-z0-9-]+$/),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    ...common,
    errors: z.array(fieldFaultSchema).optional(),
  })
  .meta({ id: 'Problem', description: 'Any other trouble.' });
export type ProblemBody = z.infer<typeof problemSchema>;
