/** Reads a deployment's branding (name, logo, links, colours) and which assets it offers. */
import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { z } from 'zod';
import { type FeeBook, feeTermsOf } from '../domain/affiliate-fee.ts';
import { assetKey, parseAsset } from '../domain/asset.ts';
import { CHAIN_IDS, type ChainId, isChainId } from '../domain/chain-id.ts';
import type { Offer } from '../domain/offer.ts';
import { integer, url } from './setting-kinds.ts';

/** Content types by file extension; none that the browser would execute. */
export const LOGO_TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
};

const brandName = z
  .string()
  .optional()
  .refine(
    (text) => text === undefined || (text.length <= 40 && !/[\p{Cc}\p{Cf}]/u.test(text)),
    'at most 40 characters, none of them a control character',
  );

const logo = z
  .string()
  .optional()
  .refine(
    (path) => path === undefined || (LOGO_TYPES[extname(path).toLowerCase()] !== undefined && existsSync(path)),
    `the path of a file that exists and ends with ${Object.keys(LOGO_TYPES).join(', ')}`,
  );

/** A URL or an e-mail address. */
const support = z
  .string()
  .optional()
  .refine(
    (text) =>
      text === undefined ||
      /^mailto:[^\s,]+@[^\s,]+$/.test(text) ||
      (!/[\s,]/.test(text) && /^https?:\/\/./.test(text)),
    'an http, https or mailto address',
  );

const items = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

const chains = z
  .string()
  .optional()
  .transform((text, context): readonly ChainId[] | undefined => {
    if (text === undefined) return undefined;
    const named = items(text).map((item) => item.toUpperCase());
    const known = named.filter(isChainId);
    if (known.length > 0 && known.length === named.length) return CHAIN_IDS.filter((id) => known.includes(id));
    context.addIssue({ code: 'custom', message: `a comma list of ${CHAIN_IDS.join(', ')}` });
    return z.NEVER;
  });

const assets = z
  .string()
  .optional()
  .transform((text, context): ReadonlySet<string> | undefined => {
    if (text === undefined) return undefined;
    const parsed = items(text).map(parseAsset);
    const keys = parsed.flatMap((one) => (one.ok ? [assetKey(one.asset)] : []));
    if (keys.length > 0 && keys.length === parsed.length) return new Set(keys);
    const message =
      'a comma list of asset identifiers, such as BTC.BTC,ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

export const brandSettings = {
  BRAND_NAME: brandName,
  BRAND_LOGO: logo,
  TERMS_URL: url,
  PRIVACY_URL: url,
  SUPPORT_URL: support,
  PAGE_AFFILIATE: z.string().optional(),
  PAGE_AFFILIATE_FEE_BPS: integer(0, 1000, 0),
  CHAINS: chains,
  TOKENS: assets,
  TOKENS_DENIED: assets,
};

type Given = z.output<z.ZodObject<typeof brandSettings>>;

export type PageAffiliate = { name: string; feeBps: number; mostFeeBps: number; varies: boolean };

/** An absent key means Portage's own value. */
export type Brand = {
  name: string;
  /** Path of a file on this machine. */
  logo?: string;
  termsUrl?: string;
  privacyUrl?: string;
  supportUrl?: string;
  /**
   * The affiliate of quotes that the page requests. `feeBps` is its fee where AFFILIATES has none for the route; `varies`
   * where it has any, up to `mostFeeBps`, which is above zero.
   */
  affiliate?: PageAffiliate;
};

/** The name that people see when no other is set. */
const OWN_NAME = 'Portage';

function pageAffiliate({ PAGE_AFFILIATE: name, PAGE_AFFILIATE_FEE_BPS: feeBps }: Given, fees: FeeBook) {
  if (name === undefined) return undefined;
  const { rules, leastBps } = feeTermsOf(fees, name) ?? { rules: [], leastBps: 0 };
  const mostFeeBps = Math.max(feeBps, leastBps, ...rules.map(({ bps }) => bps));
  return mostFeeBps > 0 ? { name, feeBps, mostFeeBps, varies: rules.length > 0 } : undefined;
}

export function brandOf(given: Given, fees: FeeBook): Brand {
  const affiliate = pageAffiliate(given, fees);
  return {
    name: given.BRAND_NAME ?? OWN_NAME,
    ...(given.BRAND_LOGO === undefined ? {} : { logo: given.BRAND_LOGO }),
    ...(given.TERMS_URL === undefined ? {} : { termsUrl: given.TERMS_URL }),
    ...(given.PRIVACY_URL === undefined ? {} : { privacyUrl: given.PRIVACY_URL }),
    ...(given.SUPPORT_URL === undefined ? {} : { supportUrl: given.SUPPORT_URL }),
    ...(affiliate ? { affiliate } : {}),
  };
}

export const offerOf = ({ CHAINS, TOKENS, TOKENS_DENIED }: Given): Offer => ({
  chains: CHAINS,
  only: TOKENS,
  denied: TOKENS_DENIED ?? new Set(),
});

/**
 * Refuses at the start a fee without an affiliate and a fee that providers would refuse, instead of failing every
 * quote.
 */
export function brandFaults(given: Given, affiliates: Record<string, unknown>): string[] {
  const { PAGE_AFFILIATE: name, PAGE_AFFILIATE_FEE_BPS: feeBps } = given;
  if (feeBps > 0 && name === undefined)
    return ['PAGE_AFFILIATE_FEE_BPS is set without PAGE_AFFILIATE; it must be beside the name of who gets the fee.'];
  if (name === undefined || affiliates[name.toLowerCase()] !== undefined) return [];
  const names = Object.keys(affiliates).join(', ') || 'none so far';
  return [`PAGE_AFFILIATE is "${name}"; it must be a name that AFFILIATES has (${names}).`];
}
