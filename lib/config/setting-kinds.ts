/** Defines the kinds of settings: each parses its text or refuses it and says what it accepts. */
import { z } from 'zod';
import { EVM_WALLET_IDS, type EvmWalletId, isProjectId } from '../domain/evm-wallets.ts';
import { parseOrigin } from '../domain/integrator.ts';
import { PROVIDER_IDS, type ProviderId, parseProviderId } from '../domain/provider-id.ts';

export const integer = (least: number, most: number, otherwise: number) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) return otherwise;
      const value = Number(text);
      if (/^\d+$/.test(text) && value >= least && value <= most) return value;
      context.addIssue({ code: 'custom', message: `a whole number from ${least} to ${most}` });
      return z.NEVER;
    });

/** Accepts one URL; `URL` alone would accept a list as one address. */
const httpUrl = (text: string): boolean => {
  try {
    return !/[\s,]/.test(text) && ['http:', 'https:'].includes(new URL(text).protocol);
  } catch {
    return false;
  }
};
const withoutSlash = (url: string) => url.replace(/\/+$/, '');

export const url = z
  .string()
  .optional()
  .refine((text) => text === undefined || httpUrl(text), 'an http or https address')
  .transform((text) => (text === undefined ? undefined : withoutSlash(text)));

export const urlList = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined) return undefined;
    const list = text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
    if (list.length > 0 && list.every(httpUrl)) return list.map(withoutSlash);
    context.addIssue({ code: 'custom', message: 'one or more http or https addresses, separated by commas' });
    return z.NEVER;
  });

export const providers = z
  .string()
  .optional()
  .transform((text, context): ProviderId[] | undefined => {
    if (text === undefined) return undefined;
    const ids = text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
      .map((item) => parseProviderId(item));
    const known = ids.filter((id) => id !== undefined);
    if (known.length === ids.length && known.length > 0) return known;
    context.addIssue({ code: 'custom', message: `a comma list of ${PROVIDER_IDS.join(', ')}` });
    return z.NEVER;
  });

/** Long enough not to be guessed, in characters that a header can carry. */
export const secret = z
  .string()
  .optional()
  .refine((text) => text === undefined || /^[\x21-\x7e]{16,}$/.test(text), '16 or more visible ASCII characters');

export const databaseUrl = z
  .string()
  .optional()
  .refine((text) => text === undefined || /^postgres(ql)?:\/\//.test(text), 'a postgres:// address');

export const choice = <const T extends readonly [string, ...string[]]>(values: T, otherwise: T[number]) =>
  z.enum(values, `one of ${values.join(', ')}`).default(otherwise);

export const projectId = z
  .string()
  .optional()
  .refine(
    (text) => text === undefined || isProjectId(text),
    '32 hex digits in lower case, as WalletConnect gives them',
  );

const evmWalletNamed = (name: string): EvmWalletId | undefined =>
  EVM_WALLET_IDS.find((id) => id.toLowerCase() === name.toLowerCase());

export const evmWallets = z
  .string()
  .optional()
  .transform((text, context): readonly EvmWalletId[] => {
    if (text === undefined) return EVM_WALLET_IDS;
    const names = text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
    const known = [...new Set(names.flatMap((name) => evmWalletNamed(name) ?? []))];
    if (known.length > 0 && names.every((name) => evmWalletNamed(name))) return known;
    context.addIssue({ code: 'custom', message: `a comma list of ${EVM_WALLET_IDS.join(', ')}` });
    return z.NEVER;
  });

/** Pages on this machine at any port, for development. */
export const LOCAL_ORIGINS: readonly string[] = ['http', 'https'].flatMap((scheme) =>
  ['localhost', '127.0.0.1'].map((host) => `${scheme}://${host}:*`),
);

/** Origins in the form of `frame-ancestors`; only those of this machine may leave the port open. */
export const embedOrigins = z
  .string()
  .optional()
  .transform((text, context): readonly string[] | undefined => {
    if (text === undefined) return undefined;
    const items = text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
    const known = items.flatMap((item) => parseOrigin(item) ?? LOCAL_ORIGINS.find((local) => local === item) ?? []);
    if (known.length > 0 && known.length === items.length) return known;
    context.addIssue({
      code: 'custom',
      message: 'one or more origins separated by commas, such as https://example.com, or http://localhost:*',
    });
    return z.NEVER;
  });
