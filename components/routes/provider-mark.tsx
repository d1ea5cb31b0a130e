import { PROVIDER_NAMES, type ProviderId } from '../../lib/domain/provider-id.ts';
import { AssetIcon } from '../ui/asset-icon.tsx';
import { providerIcons } from './provider-icon.ts';

/** A provider's picture; for two legs both, the second behind the first. */
export function ProviderMark({ provider }: { provider: ProviderId }) {
  const [first, second] = providerIcons(provider);
  return (
    <span className="flex w-9 shrink-0 items-start">
      <AssetIcon src={first} letters={PROVIDER_NAMES[provider]} size={24} />
      {second && (
        <span className="-ms-3 mt-3">
          <AssetIcon src={second} letters={PROVIDER_NAMES[provider].split('then ')[1] ?? ''} size={18} />
        </span>
      )}
    </span>
  );
}
