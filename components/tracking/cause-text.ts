/** Says in the reader's language what prevented a swap; the service's own sentences are English. */
import type { Cause } from '../../lib/domain/swap-status.ts';
import { msg, type Text } from '../../lib/i18n/text.ts';

const CAUSES: Partial<Record<string, string>> = {
  priceLimit: msg('The price dropped below your minimum.'),
  insufficientLiquidity: msg('There was not enough liquidity for this amount.'),
  belowMinimum: msg('The amount was too small to cover the fees.'),
  halted: msg('Trading was halted.'),
  noSolver: msg('No solver answered in time.'),
  expired: msg('The payment came too late.'),
} satisfies Partial<Record<Cause, string>>;

/** Undefined in English, where the service's sentence says more, and of a cause without words. */
export function causeText(t: Text, reasonCode: string | undefined): string | undefined {
  const text = reasonCode === undefined || t.locale === 'en' ? undefined : CAUSES[reasonCode];
  return text && t(text);
}
