import type { WireProviderError } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { fullAmount } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { type FailureDeed, failedBrands, failureDeed, failureRemedy } from './failure-text.ts';
import { ProviderMark } from './provider-mark.tsx';
import { brandName, listedName } from './provider-text.ts';

export type Remedies = {
  /** Symbol of the sold asset, which locates amounts in the messages. */
  symbol: string;
  onAmount?: ((amount: string) => void) | undefined;
  /** Moves the focus to the amount field. */
  onOtherAmount?: (() => void) | undefined;
  onOtherAsset?: (() => void) | undefined;
  onRetry: () => void;
};

/**
 * One line with the providers that have no route. Reasons follow only where a person can act on them; without any route
 * they are open, and where nothing helps each provider has one.
 */
export function FailedProviders({
  errors,
  routes = [],
  remedies,
}: {
  errors: readonly WireProviderError[];
  /** The routes of the list: a provider with any route is not named. */
  routes?: readonly WireRoute[];
  remedies?: Remedies;
}) {
  const t = useText();
  const failed = failedBrands(errors, routes);
  if (failed.length === 0) return null;
  const none = routes.length === 0;
  const line = (errors: readonly WireProviderError[]) =>
    t('No route from {names}', { names: t.list(errors.map(({ provider }) => listedName(provider))) });
  const helped = failed.filter((error) => remedies && isOffered(failureDeed(error, remedies.symbol), remedies, false));
  // Where another amount or another moment would help, nobody needs to read who cannot do it at all.
  const explained = none && helped.length === 0 ? failed : helped;
  const rest = failed.filter((error) => !explained.includes(error));
  const list = (
    <ul className="card divide-y divide-line">
      {explained.map((error) => (
        <Failed key={error.provider} error={error} remedies={remedies} none={none} />
      ))}
    </ul>
  );
  return (
    <div id="failed-providers" className="px-0.5">
      {none
        ? list
        : explained.length > 0 && (
            <Disclosure summary={<span className="text-13">{line(failed)}</span>}>{list}</Disclosure>
          )}
      {rest.length > 0 && (none || explained.length === 0) && (
        <p className="flex min-h-8 items-center text-13 text-ink-2">{line(rest)}</p>
      )}
    </div>
  );
}

function Failed({
  error,
  remedies,
  none,
}: {
  error: WireProviderError;
  remedies: Remedies | undefined;
  /** No provider has a route. */
  none: boolean;
}) {
  const t = useText();
  const deed = remedies && failureDeed(error, remedies.symbol);
  return (
    <li className="flex gap-3 p-3">
      <ProviderMark provider={error.provider} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-medium">{brandName(t, error.provider)}</p>
          <p className="text-ink-2">{failureRemedy(t, error)}</p>
          {none && (
            <p lang="en" className="text-13 text-ink-3 [overflow-wrap:anywhere]">
              {error.message}
            </p>
          )}
        </div>
        {remedies && isOffered(deed, remedies, none) && <Deed t={t} deed={deed} remedies={remedies} />}
      </div>
    </li>
  );
}

/** Whether the page can do what would help. Another asset helps only when no provider has a route. */
function isOffered(deed: FailureDeed, remedies: Remedies, none: boolean): deed is NonNullable<FailureDeed> {
  switch (deed?.kind) {
    case undefined:
      return false;
    case 'sell':
      return remedies.onAmount !== undefined;
    case 'amount':
      return remedies.onOtherAmount !== undefined;
    case 'asset':
      return none && remedies.onOtherAsset !== undefined;
    case 'retry':
      return true;
  }
}

function Deed({ t, deed, remedies }: { t: Text; deed: NonNullable<FailureDeed>; remedies: Remedies }) {
  const { symbol, onAmount, onOtherAmount, onOtherAsset, onRetry } = remedies;
  const deeds = {
    sell: {
      label:
        deed.kind === 'sell' ? t('Sell {amount} {symbol}', { amount: fullAmount(deed.amount, t.tag), symbol }) : '',
      run: () => deed.kind === 'sell' && onAmount?.(deed.amount),
    },
    amount: { label: t('Change the amount'), run: () => onOtherAmount?.() },
    asset: { label: t('Choose another asset'), run: () => onOtherAsset?.() },
    retry: { label: t('Try again'), run: onRetry },
  };
  const { label, run } = deeds[deed.kind];
  return (
    <Button size="small" className="max-w-full max-sm:min-h-11" onClick={run}>
      {label}
    </Button>
  );
}

/** Names the providers that have paused trading while others go on; visible without opening anything. */
export function PausedNote({ errors }: { errors: readonly WireProviderError[] }) {
  const t = useText();
  const halted = errors.filter(({ errorCode }) => errorCode === 'tradingHalted');
  const names = [...new Set(halted.map(({ provider }) => listedName(provider)))];
  if (names.length === 0) return null;
  return (
    <p className="px-0.5 text-13 text-ink-2">
      {t.count(
        names.length,
        {
          one: '{names} has paused trading. The routes above are not affected.',
          other: '{names} have paused trading. The routes above are not affected.',
        },
        { names: t.list(names) },
      )}
    </p>
  );
}
