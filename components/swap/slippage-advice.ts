/** Judges whether a slippage tolerance fits a route, and says so. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { percent } from '../ui/format.ts';
import { parseLocaleNumber } from '../ui/parse-locale-number.ts';

/** Percent, used when the user chose none. */
export const AUTO_SLIPPAGE = 1;
export const SLIPPAGE_PRESETS = [0.5, 1, 3] as const;

/** The slippage limited to `most` percent. No choice (undefined) stays no choice if the default is within the limit. */
export const withinLimit = (slippage: number | undefined, most = 100): number | undefined =>
  (slippage ?? AUTO_SLIPPAGE) > most ? most : slippage;

/** `better` is a fitting tolerance, in percent. */
export type SlippageAdvice = { kind: 'fits' | 'tight' | 'wide'; words: string; better?: number };

type AdvisedRoute = Pick<WireRoute, 'warnings' | 'providers'> & {
  meta: Pick<WireRoute['meta'], 'recommendedSlippagePercent'>;
};

/** @param slippage percent. */
export function slippageAdvice(t: Text, slippage: number, route: AdvisedRoute | undefined): SlippageAdvice {
  const part = (value: number) => percent(value, t.tag);
  if (slippage >= 100)
    return { kind: 'wide', words: t('No limit at all: you may receive next to nothing.'), better: AUTO_SLIPPAGE };
  if (slippage > 5)
    return {
      kind: 'wide',
      words: t('You may receive up to {percent} less.', { percent: part(slippage) }),
      better: AUTO_SLIPPAGE,
    };
  const advised = route?.meta.recommendedSlippagePercent;
  if (route?.warnings.some((warning) => warning.code === 'exceedsRecommendedSlippage'))
    return {
      kind: 'wide',
      words: t('More than this route needs.'),
      better: advised !== undefined && advised < slippage ? advised : AUTO_SLIPPAGE,
    };
  if (advised !== undefined && slippage < advised * 0.6)
    return {
      kind: 'tight',
      words: t('Tight: {percent} is advised, below it a refund is likely.', { percent: part(advised) }),
      better: advised,
    };
  const streams = route?.providers.some((id) => id.endsWith('_STREAMING')) === true;
  const least = streams ? 0.5 : 0.2;
  if (slippage < least)
    return {
      kind: 'tight',
      words: t('Tight: below {percent} the swap may come back as a refund.', { percent: part(least) }),
      better: least,
    };
  return { kind: 'fits', words: route ? t('Fits this route') : '' };
}

/** Reads a typed percentage, with a decimal comma or point; undefined outside 0 to 100. */
export function parseSlippage(text: string, locale: string): number | undefined {
  const read = parseLocaleNumber(text.trim().replace(/\s*[%٪]$/, ''), locale);
  const value = read.kind === 'number' ? Number(read.value) : read.kind === 'unclear' ? Number(read.other) : Number.NaN;
  return value >= 0 && value <= 100 ? value : undefined;
}
