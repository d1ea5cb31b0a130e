import type { ProviderId } from '../../lib/domain/provider-id.ts';
import { AssetIcon } from '../ui/asset-icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useText } from '../ui/text.tsx';
import { providerIcon } from './provider-icon.ts';
import { brandName, plainId } from './provider-text.ts';
import { CARD_BODY, CARD_FIGURES, CARD_HEAD } from './route-card-shape.ts';

const MOST = 3;

/** The providers that have not answered yet, each once: its first missing id. */
export function stillWaiting(asked: readonly ProviderId[], answered: readonly ProviderId[]): ProviderId[] {
  const missing = asked.filter((id) => !answered.includes(id));
  return missing.filter((id, index) => missing.findIndex((other) => plainId(other) === plainId(id)) === index);
}

/** Placeholders for the providers that have not answered, each as large as a card. */
export function WaitingRoutes({ waiting }: { waiting: readonly ProviderId[] }) {
  return waiting.slice(0, MOST).map((id) => <RouteSkeleton key={id} provider={id} />);
}

/** A placeholder as high as a card: its head, its three figures and its line. */
export function RouteSkeleton({ provider }: { provider?: ProviderId }) {
  const t = useText();
  return (
    <div aria-hidden className="card @container" data-waiting={provider} data-glide={provider && `waiting-${provider}`}>
      <div className={CARD_BODY}>
        <div className={CARD_HEAD}>
          <Skeleton className="size-4.5 rounded-full" />
          <span className="truncate text-ink-3">
            {provider ? t('Waiting for {name}', { name: brandName(t, provider) }) : null}
          </span>
        </div>
        <div className={`breathe ${CARD_FIGURES}`}>
          {['w-28', 'w-16', 'w-20'].map((width) => (
            <span key={width} className="grid h-[2.625rem] content-between py-0.5 @[560px]:h-[2.875rem]">
              <Skeleton still className={`h-5 max-w-full ${width}`} />
              <Skeleton still className="h-3.5 w-14 max-w-full" />
            </span>
          ))}
        </div>
        <span className="breathe flex h-[46px] items-start gap-2 pt-[3px]">
          <Skeleton still className="size-[22px] rounded-full" />
          <Skeleton still className="mt-2.5 h-0.5 flex-1" />
          {provider && (
            <span className="mt-0.5">
              <AssetIcon src={providerIcon(provider)} letters={provider} size={18} />
            </span>
          )}
          <Skeleton still className="mt-2.5 h-0.5 flex-1" />
          <Skeleton still className="size-[22px] rounded-full" />
        </span>
      </div>
    </div>
  );
}
