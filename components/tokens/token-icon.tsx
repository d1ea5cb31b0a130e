import { AssetIcon, type IconSize } from '../ui/asset-icon.tsx';
import { assetView } from './asset-view.ts';

export function TokenIcon({ asset, size = 32 }: { asset: string; size?: IconSize }) {
  const view = assetView(asset);
  return <AssetIcon src={view.icon} badgeSrc={view.badge} letters={view.symbol} size={size} />;
}
