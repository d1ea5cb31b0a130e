import type { ProviderId } from '../../lib/domain/provider-id.ts';
import { AssetIcon } from '../ui/asset-icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useText } from '../ui/text.tsx';
import { providerIcon } from './provider-icon.ts';
import { plainId } from './provider-text.ts';

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

/** A placeholder as high as a card: amounts, route line, time and facts. */
export function RouteSkeleton({ provider }: { provider?: ProviderId }) {
  const t = useText();
  return (
    <div
      aria-hidden
      className="card @container px-4 pt-3 pb-2.5"
      data-waiting={provider}
      data-glide={provider && `waiting-${provider}`}
    >
      <div className="grid gap-1.5">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 @[560px]:grid-cols-[11.5rem_minmax(0,1fr)_auto]">
          <span className="grid h-11 content-between">
            <Skeleton className="h-6" width="140px" />
            <Skeleton className="h-4" width="88px" />
          </span>
          <span className="order-last col-span-2 flex h-11 items-start gap-2 @[560px]:order-none @[560px]:col-span-1">
            <Skeleton className="size-[22px] rounded-full" />
            <Skeleton className="mt-2.5 h-0.5 flex-1" />
            {provider && (
              <span className="breathe mt-0.5">
                <AssetIcon src={providerIcon(provider)} letters={provider} size={18} />
              </span>
            )}
            <Skeleton className="mt-2.5 h-0.5 flex-1" />
            <Skeleton className="size-[22px] rounded-full" />
          </span>
          <span className="grid h-9 min-w-[4.5rem] content-between justify-items-end">
            <Skeleton className="h-4" width="56px" />
            <Skeleton className="h-3.5" width="64px" />
          </span>
        </div>
        <span className="flex min-h-6 items-center text-12 text-ink-3">{t('Waiting for an answer')}</span>
      </div>
    </div>
  );
}
