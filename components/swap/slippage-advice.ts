/** Judges whether a slippage tolerance fits a route, and says so. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { percent } from '../ui/format.ts';
import { parseLocaleNumber } from '../ui/parse-locale-number.ts';

/** Percent, used when the user chose none and the provider advises none. */
export const AUTO_SLIPPAGE = 1;
/** Percent: an advice beyond these is not followed. */
const LEAST_AUTO = 0.1;
const MOST_AUTO = 3;
export const SLIPPAGE_PRESETS = [0.5, 1, 3] as const;

/** The slippage limited to `most` percent. No choice (undefined) stays no choice if the default is within the limit. */
export const withinLimit = (slippage: number | undefined, most = 100): number | undefined =>
  (slippage ?? AUTO_SLIPPAGE) > most ? most : slippage;

/**
 * A route's own tolerance, where the user chose none: what its provider advises for this amount, in percent.
 * @param most the highest that the host allows.
 */
export function autoSlippage({ meta }: Pick<AdvisedRoute, 'meta'>, most = 100): number {
  const advised = meta.recommendedSlippagePercent ?? AUTO_SLIPPAGE;
  return Math.min(Math.max(advised, LEAST_AUTO), MOST_AUTO, most);
}

/** `better` is a fitting tolerance, in percent. */
export type SlippageAdvice = { kind: 'fits' | 'tight' | 'wide'; text: string; better?: number };

type AdvisedRoute = Pick<WireRoute, 'warnings' | 'providers'> & {
  meta: Pick<WireRoute['meta'], 'recommendedSlippagePercent'>;
};

/**
 * One sentence about a chosen tolerance that does not fit; none about Portage's own default.
 * @param chosen percent; undefined for the default.
 */
export function slippageAdvice(t: Text, chosen: number | undefined, route: AdvisedRoute | undefined): SlippageAdvice {
  if (chosen === undefined) return { kind: 'fits', text: '' };
  const slippage = chosen;
  const shown = (value: number) => percent(value, t.tag);
  if (slippage >= 100)
    return { kind: 'wide', text: t('No limit: you may receive next to nothing.'), better: AUTO_SLIPPAGE };
  if (slippage > 5)
    return {
      kind: 'wide',
      text: t('You may receive up to {percent} less.', { percent: shown(slippage) }),
      better: AUTO_SLIPPAGE,
    };
  const advised = route?.meta.recommendedSlippagePercent;
  if (route?.warnings.some((warning) => warning.code === 'exceedsRecommendedSlippage'))
    return {
      kind: 'wide',
      text: t('{percent} is enough for this route.', {
        percent: shown(advised !== undefined && advised < slippage ? advised : AUTO_SLIPPAGE),
      }),
      better: advised !== undefined && advised < slippage ? advised : AUTO_SLIPPAGE,
    };
  if (advised !== undefined && slippage < advised)
    return {
      kind: 'tight',
      text: t('At {percent} this swap may be refunded.', { percent: shown(slippage) }),
      better: advised,
    };
  const streams = route?.providers.some((id) => id.endsWith('_STREAMING')) === true;
  const least = streams ? 0.5 : 0.2;
  if (slippage < least)
    return {
      kind: 'tight',
      text: t('At {percent} this swap may be refunded.', { percent: shown(slippage) }),
      better: least,
    };
  return { kind: 'fits', text: '' };
}

/** Reads a typed percentage, with a decimal comma or point; undefined outside 0 to 100. */
export function parseSlippage(text: string, locale: string): number | undefined {
  const read = parseLocaleNumber(text.trim().replace(/\s*[%٪]$/, ''), locale);
  const value = read.kind === 'number' ? Number(read.value) : read.kind === 'unclear' ? Number(read.other) : Number.NaN;
  return value >= 0 && value <= 100 ? value : undefined;
}
