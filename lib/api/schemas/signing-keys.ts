/** Defines the keys by which a deployment's answers are verified: the body of `/.well-known/portage.json`. */
import { z } from 'zod';

/** 32 bytes in base64url. */
export const ED25519_PUBLIC_KEY = /^[A-Za-z0-9_-]{43}$/;

export const signingKeySchema = z
  .object({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: z.string().regex(ED25519_PUBLIC_KEY).meta({ description: 'The public key, base64url.' }),
    kid: z.string().meta({ description: 'Its thumbprint (RFC 7638), by which signatures name it.' }),
    alg: z.literal('EdDSA'),
    use: z.literal('sig'),
    createdAt: z.iso.datetime().optional().meta({ description: 'Since when it is known here.' }),
    retiredAt: z.iso.datetime().optional().meta({ description: 'It signed nothing after that; what it signed holds.' }),
    revokedAt: z.iso.datetime().optional().meta({ description: 'Nothing that it signed is to be believed.' }),
  })
  .meta({ id: 'SigningKey', description: 'A public key as a JWK (RFC 7517, RFC 8037).' });
export type SigningKey = z.infer<typeof signingKeySchema>;

export const signingKeysSchema = z
  .object({
    network: z.enum(['sandbox', 'mainnet']).meta({ description: 'Signatures name it and hold on it alone.' }),
    keys: z.array(signingKeySchema).meta({ description: 'Of this deployment, oldest first, ended ones included.' }),
    trusted: z
      .array(signingKeySchema)
      .meta({ description: 'Of other deployments: routes that they signed can be tracked here.' }),
    signed: z
      .record(z.string(), z.string())
      .meta({ description: 'What is signed, by the `typ` of its signature, and over which JSON.' }),
  })
  .meta({ id: 'SigningKeys' });
export type SigningKeys = z.infer<typeof signingKeysSchema>;
