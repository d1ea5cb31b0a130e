'use client';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetView } from '../tokens/asset-view.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';

/** Says before the payment what arrives if Chainflip's payout cannot be swapped on. */
export function SecondLegNote({ route }: { route: Pick<WireRoute, 'buyAsset' | 'meta'> }) {
  const t = useText();
  const { bridge } = route.meta;
  if (!bridge) return null;
  const [got, wanted] = [assetView(bridge.asset).symbol, assetView(route.buyAsset).symbol];
  return (
    <Notice kind="care" title={t('You may get {got} instead of {wanted}', { got, wanted })}>
      <span lang="en">{bridge.otherwise.note}</span>
    </Notice>
  );
}
