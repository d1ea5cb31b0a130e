/** The one tag of a card: what to be careful about, that it is recommended, or how it compares with the recommended. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { amountAdvice } from './amount-advice.ts';
import { beside, isAhead } from './route-beside.ts';
import type { CardRoute } from './route-cards.ts';
import { routeKey } from './route-money.ts';
import { shownWarnings, warningTag } from './warning-text.ts';

export type CardTag = {
  /** `ahead`: faster than the recommended route, or yields more. */
  kind: 'care' | 'recommended' | 'ahead' | 'behind';
  label: string;
};

/**
 * Undefined when there is nothing to compare with, or no difference.
 * @param all the routes of the list, among which the service has tagged one as recommended.
 * @param decimals of the sold asset.
 * @param auto the tolerance is Portage's own default.
 */
export function cardTag(
  t: Text,
  { route, gone }: CardRoute,
  { all, decimals, auto }: { all: readonly WireRoute[]; decimals: number; auto: boolean },
): CardTag | undefined {
  if (gone) return { kind: 'care', label: t('No longer offered') };
  const [warning] = shownWarnings(route, auto);
  if (warning) return { kind: 'care', label: warningTag(t, route, warning) };
  const { below } = amountAdvice(route, decimals);
  if (below) return { kind: 'care', label: below === 'minimum' ? t('Below the minimum') : t('High fees') };
  const recommended = all.find(({ meta }) => meta.tags.includes('RECOMMENDED'));
  if (!recommended || all.length < 2) return undefined;
  if (routeKey(recommended) === routeKey(route)) return { kind: 'recommended', label: t('Recommended') };
  const label = beside(t, route, recommended);
  return label === '' ? undefined : { kind: isAhead(route, recommended) ? 'ahead' : 'behind', label };
}
