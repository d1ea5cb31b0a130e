/** Lists each point in which a memo instructs something else than the reviewed route, in the reader's language. */
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { type MemoFault, type MemoRoute, memoFaults } from '../../lib/payments/thor-family/hold-memo.ts';
import { percent } from '../ui/format.ts';
import { decodeMemo } from './decode-memo.ts';
import type { Difference } from './signing.ts';

function differenceOf(t: Text, { field, asked, actual }: MemoFault, memo: string, route: MemoRoute): Difference {
  const { fields = [] } = decodeMemo(t, memo, route.buyAsset);
  const shown = fields.find(({ key }) => key === field);
  const name = shown?.name ?? t('Memo');
  const signed = shown?.value ?? actual;
  switch (field) {
    case 'length':
      return {
        name: t('Length of the memo'),
        reviewed: t('{n} bytes at most', { n: asked }),
        signed: t('{n} bytes', { n: actual }),
      };
    case 'action':
      return { name: t('Do'), reviewed: t('swap what arrives'), signed: memo };
    case 'asset':
      return { name, reviewed: asked, signed: actual };
    case 'refund':
      return { name: t('If it fails, return to'), reviewed: asked, signed: actual };
    case 'limit':
      return { name, reviewed: `${asked} ${assetOf(route.buyAsset).symbol}`, signed };
    case 'affiliate':
      return { name, reviewed: percent(Number(asked) / 100, t.tag), signed };
    default:
      return { name, reviewed: asked, signed };
  }
}

/**
 * @param limitBytes the longest memo that a payment on its chain carries. A memo that is no swap differs as a whole.
 */
export const memoDifferences = (t: Text, memo: string, route: MemoRoute, limitBytes: number): Difference[] =>
  memoFaults(memo, route, limitBytes).map((fault) => differenceOf(t, fault, memo, route));
