/** Defines how the holder of an EVM address proves it, by EIP-4361. */
import { z } from 'zod';
import { chainIdSchema } from './common.ts';

const evmAddressSchema = z.string().regex(/^0x[0-9a-f]{40}$/i);

export const signInRequestSchema = z
  .object({
    address: evmAddressSchema.meta({ description: 'The EVM address that will sign.' }),
    chain: chainIdSchema.optional().meta({
      description:
        'The EVM chain on which an account by code is asked whether the signature is its own; `ETH` without it. No difference for plain accounts.',
    }),
  })
  .meta({ id: 'SignInRequest' });
export type SignInRequest = z.input<typeof signInRequestSchema>;

export const signInMessageSchema = z
  .object({
    message: z.string().meta({ description: 'To be signed as it is (EIP-191, `personal_sign`).' }),
    nonce: z.string().meta({ description: 'The one in the message: it counts once.' }),
    expiresAt: z.iso.datetime().meta({ description: 'Until then the signed message is taken.' }),
  })
  .meta({ id: 'SignInMessage' });
export type SignInMessage = z.infer<typeof signInMessageSchema>;

export const signedInRequestSchema = z
  .object({
    message: z.string().max(4000).meta({
      description:
        'The message of `POST /v1/sign-in`, or one of your own with its nonce, this deployment’s domain and URI.',
    }),
    signature: z
      .string()
      .max(20_000)
      .regex(/^0x(?:[0-9a-f]{2})+$/i)
      .meta({ description: 'Of a plain account, or what its own code takes (EIP-1271, ERC-6492).' }),
  })
  .meta({ id: 'SignedInRequest' });
export type SignedInRequest = z.input<typeof signedInRequestSchema>;

export const signedInSchema = z
  .object({
    token: z.string().meta({ description: 'Send it as `Authorization: Bearer …` with `GET /v1/swaps`.' }),
    address: z.string(),
    chain: chainIdSchema
      .optional()
      .meta({ description: 'Of an account by code: it was asked there, so only swaps paid there are its own.' }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'SignedIn' });
export type SignedIn = z.infer<typeof signedInSchema>;
