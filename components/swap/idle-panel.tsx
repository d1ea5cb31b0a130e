import type { ProviderId } from '../../lib/domain/provider-id.ts';
import { providerIcon } from '../routes/provider-icon.ts';
import type { AssetView } from '../tokens/asset-view.ts';
import { TokenIcon } from '../tokens/token-icon.tsx';
import { AssetIcon } from '../ui/asset-icon.tsx';
import { useText } from '../ui/text.tsx';

const Station = ({ view }: { view: AssetView }) => (
  <span className="grid w-18 shrink-0 justify-items-center gap-1 text-center text-13">
    <TokenIcon asset={view.id} size={28} />
    <span className="w-full truncate font-medium">{view.symbol}</span>
    <span className="w-full truncate text-ink-3">{view.chainName}</span>
  </span>
);

const Way = () => (
  <span className="mt-3 h-0 min-w-4 flex-1 border-line-3 max-[360px]:min-w-0 border-t-[3px] border-dotted" />
);

/** The route panel before the first quote: the two chains, and the providers that will be compared. */
export function IdlePanel({
  sell,
  buy,
  asked,
}: {
  sell: AssetView;
  buy: AssetView;
  /** The providers that will be compared. */
  asked: readonly ProviderId[];
}) {
  const t = useText();
  const icons = [...new Set(asked.map(providerIcon))];
  return (
    <section aria-label={t('Routes')} className="grid gap-2.5">
      <h2 className="flex min-h-9 items-center font-semibold text-16">{t('Routes')}</h2>
      <div className="card grid gap-4 p-4">
        <p aria-hidden className="flex items-start pt-1">
          <Station view={sell} />
          <Way />
          <span className="mt-px flex h-7 items-center -space-x-1.5 px-1 max-[360px]:-space-x-3">
            {icons.map((src) => (
              <AssetIcon key={src} src={src} letters="" size={24} />
            ))}
          </span>
          <Way />
          <Station view={buy} />
        </p>
        <p className="text-ink-2">
          {t('Enter an amount to compare every route from {sell} to {buy}: what arrives, when, and what it costs.', {
            sell: sell.symbol,
            buy: buy.symbol,
          })}
        </p>
      </div>
    </section>
  );
}
