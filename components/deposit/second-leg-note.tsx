import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetView } from '../tokens/asset-view.ts';
import { Notice } from '../ui/notice.tsx';

/** Told before anybody pays: what arrives where what Chainflip pays out cannot be swapped any further. */
export function SecondLegNote({ route }: { route: Pick<WireRoute, 'buyAsset' | 'meta'> }) {
  const { bridge } = route.meta;
  if (!bridge) return null;
  const [paid, bought] = [assetView(bridge.asset), assetView(route.buyAsset)];
  return (
    <Notice kind="care" title={`It may be that you get ${paid.symbol} instead of ${bought.symbol}`}>
      {bridge.otherwise.note}
    </Notice>
  );
}
