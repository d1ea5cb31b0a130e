/** Reads the settings of who is served: the screening of addresses, and the countries that get no swaps. */
import { z } from 'zod';
import { choice, integer, secret, url } from './setting-kinds.ts';

/** Two letters of ISO 3166-1, or a code of the proxy's own, such as Cloudflare's XX (unknown) and T1 (Tor). */
const countries = z
  .string()
  .optional()
  .transform((text, context): ReadonlySet<string> => {
    const items = (text ?? '')
      .split(',')
      .map((item) => item.trim().toUpperCase())
      .filter(Boolean);
    if (text === undefined || (items.length > 0 && items.every((item) => /^[A-Z][A-Z0-9]$/.test(item))))
      return new Set(items);
    context.addIssue({ code: 'custom', message: 'a comma list of two-letter country codes, such as KP,IR' });
    return z.NEVER;
  });

const headerName = z
  .string()
  .default('cf-ipcountry')
  .refine((text) => /^[A-Za-z0-9-]{1,64}$/.test(text), 'the name of a header')
  .transform((text) => text.toLowerCase());

export const guardSettings = {
  SCREENING_URL: url,
  SCREENING_TOKEN: secret,
  SCREENING_TIMEOUT_MS: integer(100, 60_000, 3000),
  SCREENING_WHEN_AWAY: choice(['closed', 'open'], 'closed'),
  SCREENING_CACHE_SECONDS: integer(0, 86_400, 300),
  GEO_DENY: countries,
  GEO_HEADER: headerName,
};

type Given = z.output<z.ZodObject<typeof guardSettings>>;

export type ScreeningSettings = {
  url: string;
  token: string | undefined;
  timeoutMs: number;
  /** What happens while the service gives no answer: `closed` refuses, `open` lets pass. */
  whenAway: 'closed' | 'open';
  cacheSeconds: number;
};

export type Guard = {
  /** Undefined: addresses are not screened. */
  screening: ScreeningSettings | undefined;
  /** Country codes in upper case. */
  deniedCountries: ReadonlySet<string>;
  /** In lower case. */
  countryHeader: string;
};

export const guardOf = (given: Given): Guard => ({
  screening:
    given.SCREENING_URL === undefined
      ? undefined
      : {
          url: given.SCREENING_URL,
          token: given.SCREENING_TOKEN,
          timeoutMs: given.SCREENING_TIMEOUT_MS,
          whenAway: given.SCREENING_WHEN_AWAY,
          cacheSeconds: given.SCREENING_CACHE_SECONDS,
        },
  deniedCountries: given.GEO_DENY,
  countryHeader: given.GEO_HEADER,
});

/** The header of anybody but a trusted proxy is not read, so that countries alone would deny nobody. */
export const guardFaults = (given: Given, { trustedProxies }: { trustedProxies: readonly string[] }): string[] =>
  given.GEO_DENY.size > 0 && trustedProxies.length === 0
    ? ['GEO_DENY is set without TRUSTED_PROXIES; it must be beside the addresses of the proxies that tell the country.']
    : [];

export const GUARD_NOTES: Record<string, string> = {
  SCREENING_URL:
    'A service of yours, or one that you buy, that allows or denies addresses: it is asked by POST about the source, destination and refund address before anything payable is answered. Default: nobody is asked.',
  SCREENING_TOKEN: 'Sent to it as Authorization: Bearer ….',
  SCREENING_TIMEOUT_MS: 'Longest time that it may take. Default 3000.',
  SCREENING_WHEN_AWAY:
    'closed (default): while it gives no answer nothing payable is answered; open: addresses then pass unscreened.',
  SCREENING_CACHE_SECONDS: 'How long its answer about an address is reused. Default 300; 0 asks every time.',
  GEO_DENY:
    'Countries whose callers get no swaps (comma list of two-letter codes); they can still track. XX stands for an unknown country. Needs TRUSTED_PROXIES.',
  GEO_HEADER: 'The header in which a trusted proxy names the caller’s country. Default cf-ipcountry.',
};
