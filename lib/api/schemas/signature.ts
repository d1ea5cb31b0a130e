/** Defines the request that pays an order by signature instead of a transaction, and its response. */
import { z } from 'zod';

export const signatureRequestSchema = z
  .object({
    /** 65 bytes from a plain account; contract accounts have longer signatures. */
    signature: z
      .string()
      .regex(/^0x([0-9a-fA-F]{2}){64,4096}$/)
      .meta({ description: 'Of `meta.typedData`: `0x` and its bytes in hex.' }),
  })
  .meta({ id: 'SignatureRequest' });

export const submittedSchema = z
  .object({ hash: z.string().min(1).meta({ description: 'Of the payment, to track by.' }) })
  .meta({ id: 'SubmittedSignature' });

/** The path parameters of `POST /garden/{quoteId}/{routeIndex}`. */
export const routePathSchema = z.object({
  quoteId: z.string().meta({ description: 'Of the quote.', example: '0b6f2b0e-3c1c-4f0e-9c0a-6f1d2b7a9e11' }),
  routeIndex: z.string().meta({ description: 'Of the route in it.', example: '0' }),
});
