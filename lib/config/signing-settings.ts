/** Reads the settings of the keys that sign a deployment's answers. */
import { z } from 'zod';

const PRIVATE_KEY = /^(0x)?[0-9a-f]{64}$/i;
/** 32 bytes in base64url. */
const PUBLIC_KEY = /^[A-Za-z0-9_-]{43}$/;

const signingKey = z
  .string()
  .optional()
  .refine((text) => text === undefined || PRIVATE_KEY.test(text), '64 hex digits, as "openssl rand -hex 32" makes them')
  .transform((text) => text?.replace(/^0x/, '').toLowerCase());

const publicKeys = z
  .string()
  .optional()
  .transform((text, context): readonly string[] => {
    const keys = (text ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
    if (text === undefined || (keys.length > 0 && keys.every((key) => PUBLIC_KEY.test(key)))) return keys;
    const message = 'a comma list of public keys, each the "x" of a key at /.well-known/portage.json';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

export const signingSettings = { SIGNING_KEY: signingKey, TRUSTED_SIGNING_KEYS: publicKeys };

/** `seed`: the private key, 64 hex digits; undefined: one is created once. `trusted`: public keys, base64url. */
export type SigningSettings = { seed: string | undefined; trusted: readonly string[] };

export const signingOf = (given: z.output<z.ZodObject<typeof signingSettings>>): SigningSettings => ({
  seed: given.SIGNING_KEY,
  trusted: given.TRUSTED_SIGNING_KEYS,
});
