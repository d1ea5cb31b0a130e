/** Names the groups of the ledger. */

import type { LedgerGrouping } from '../../lib/api/ledger.ts';
import { LEDGER_SPANS, type LedgerSpan, type PaymentWay, type SwapSize } from '../../lib/domain/ledger.ts';
import { PROVIDER_NAMES, parseProviderId } from '../../lib/domain/provider-id.ts';
import { numberFormat } from '../../lib/i18n/formatters.ts';
import { msg, type Text } from '../../lib/i18n/text.ts';
import { assetView } from '../tokens/asset-view.ts';
import { usdRounded } from '../ui/format.ts';

export const GROUPING_NAMES: Readonly<Record<LedgerGrouping, string>> = {
  provider: msg('By provider'),
  pair: msg('By pair'),
  size: msg('By amount'),
  way: msg('By payment type'),
};

const WAY_NAMES: Readonly<Record<PaymentWay, string>> = {
  transaction: msg('Paid by a transaction'),
  deposit: msg('Paid to a deposit address'),
};

const BOUNDS: Readonly<Record<Exclude<SwapSize, 'unpriced'>, readonly [from?: number, to?: number]>> = {
  under100: [undefined, 100],
  under1000: [100, 1000],
  under10000: [1000, 10_000],
  over10000: [10_000, undefined],
};

function sizeName(size: SwapSize, t: Text): string {
  if (size === 'unpriced') return t('Without a price');
  const [from, to] = BOUNDS[size].map((bound) => bound && usdRounded(bound, t.tag));
  if (from === undefined) return t('Under {amount}', { amount: to ?? '' });
  return to === undefined ? t('{amount} and more', { amount: from }) : t('{from} to {to}', { from, to });
}

/** The name of a group as the page shows it. */
export function groupName(grouping: LedgerGrouping, key: string, t: Text): string {
  if (grouping === 'way') return t(WAY_NAMES[key as PaymentWay]);
  if (grouping === 'size') return sizeName(key as SwapSize, t);
  if (grouping === 'pair') {
    const [sold, bought] = key.split(' ').map((id) => {
      const { symbol, chainName, badge } = assetView(id);
      return badge === undefined ? symbol : `${symbol} (${chainName})`;
    });
    return `${sold} → ${bought}`;
  }
  const provider = parseProviderId(key);
  return provider ? PROVIDER_NAMES[provider] : key;
}

/** "24 hours", "7 days". */
export function spanName(span: LedgerSpan, t: Text): string {
  const days = LEDGER_SPANS[span];
  const [value, unit] = days === 1 ? [24, 'hour'] : [days, 'day'];
  return numberFormat(t.tag, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
