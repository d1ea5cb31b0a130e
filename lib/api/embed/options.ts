/** Defines the embed's options as schemas: one for each option, and their union for messages, with documentation. */
import { z } from 'zod';
import { DECIMAL_AMOUNT } from '../../domain/amount.ts';
import { CHAIN_IDS } from '../../domain/chain-id.ts';
import { PROVIDER_IDS } from '../../domain/provider-id.ts';
import { OPTION_KINDS, type OptionKindName } from './option-kinds.ts';
import type { OptionName } from './option-list.ts';
import { EMBED_OPTIONS, FONTS, HIDEABLE, LANGUAGES, LAYOUTS, LOCKABLE, OPTION_NAMES, THEMES } from './option-list.ts';
import type { EmbedOptions } from './read-options.ts';

const LONGEST_LIST = 200;
const asset = z.string().refine((text) => OPTION_KINDS.asset.fromValue(text) !== undefined);
const anyCase = <const T extends readonly string[]>(values: T) =>
  z.string().refine((text) => values.some((value) => value === text.toUpperCase()));
const percent = z.number().min(0).max(100);

/** Schemas of the values in a message; the small parser in the browser accepts exactly the same. */
const SCHEMAS: Record<OptionKindName, z.ZodType> = {
  asset,
  assets: z.array(asset).max(LONGEST_LIST),
  amount: z.string().regex(DECIMAL_AMOUNT).max(79),
  address: z.string().max(130).regex(/^\S*$/),
  chains: z.array(anyCase(CHAIN_IDS)).max(LONGEST_LIST),
  providers: z.array(anyCase(PROVIDER_IDS)).max(LONGEST_LIST),
  affiliate: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/),
  affiliateBps: z.number().int().min(0).max(1000),
  percent,
  language: z.enum(LANGUAGES),
  theme: z.enum(THEMES),
  color: z.string().regex(/^#?([0-9a-f]{3}|[0-9a-f]{6})$/i),
  radius: z.number().min(0).max(24),
  font: z.enum(FONTS),
  layout: z.enum(LAYOUTS),
  locks: z.array(z.enum(LOCKABLE)).max(LONGEST_LIST),
  hides: z.array(z.enum(HIDEABLE)).max(LONGEST_LIST),
};

// OPTION_NAMES holds every name, so every name has its row.
const shape = Object.fromEntries(
  OPTION_NAMES.map((name) => [
    name,
    SCHEMAS[EMBED_OPTIONS[name].kind].nullish().meta({ description: EMBED_OPTIONS[name].docs }),
  ]),
) as Partial<Record<OptionName, z.ZodType>> as Record<OptionName, z.ZodType>;

const upper = (list: unknown): string[] => (Array.isArray(list) ? list.map((id) => String(id).toUpperCase()) : []);
const leavesProvider = (shown: unknown, hidden: unknown): boolean => {
  const listed = upper(shown);
  return (listed.length > 0 ? listed : upper(PROVIDER_IDS)).some((id) => !upper(hidden).includes(id));
};

/**
 * Strict: a misspelled option is a fault. Options are independent, except that a fee needs its affiliate and one
 * provider has to remain.
 */
export const embedOptionsSchema = z
  .strictObject(shape)
  .refine((options) => !options.affiliateFee || Boolean(options.affiliate), { path: ['affiliateFee'] })
  .refine((options) => leavesProvider(options.providers, options.hideProviders), { path: ['hideProviders'] })
  .meta({
    id: 'EmbedOptions',
    description: 'Everything that can be chosen about an embed.',
  }) as unknown as z.ZodType<EmbedOptions>;

export type OptionDocs = { name: OptionName; byDefault: string; docs: string; accepts: string };

/** The options as the documentation lists them, in order. */
export const optionDocs = (): OptionDocs[] =>
  OPTION_NAMES.map((name) => {
    const { kind, byDefault, docs } = EMBED_OPTIONS[name];
    return { name, byDefault, docs, accepts: OPTION_KINDS[kind].expects };
  });
