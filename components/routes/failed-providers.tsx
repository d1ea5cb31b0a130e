import type { WireProviderError } from '../../lib/api/schemas/quote.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { fullAmount } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { byHelp, type FailureDeed, failureDeed, failureRemedy } from './failure-text.ts';
import { ProviderMark } from './provider-mark.tsx';
import { brandNames, providerName } from './provider-text.ts';

export type Remedies = {
  /** Symbol of the sold asset, which locates amounts in the messages. */
  symbol: string;
  onAmount?: ((amount: string) => void) | undefined;
  /** Moves the focus to the amount field. */
  onOtherAmount?: (() => void) | undefined;
  onOtherAsset?: (() => void) | undefined;
  onRetry: () => void;
};

/** Which providers offered no route, why, and what would help; folded unless there is nothing else to show. */
export function FailedProviders({
  errors,
  open = false,
  remedies,
}: {
  errors: readonly WireProviderError[];
  open?: boolean;
  remedies?: Remedies;
}) {
  const t = useText();
  if (errors.length === 0) return null;
  return (
    <div id="failed-providers" className="px-0.5">
      <Disclosure
        key={String(open)}
        open={open}
        summary={
          <span>
            {t.count(errors.length, { one: '{n} did not offer a route', other: '{n} did not offer a route' })}
          </span>
        }
      >
        <ul className="card divide-y divide-line">
          {byHelp(errors).map((error) => (
            <Failed key={error.provider} error={error} remedies={remedies} assetsToo={open} />
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}

function Failed({
  error,
  remedies,
  assetsToo,
}: {
  error: WireProviderError;
  remedies: Remedies | undefined;
  /** Offers a change of the asset too, which makes sense only when no provider has a route. */
  assetsToo: boolean;
}) {
  const t = useText();
  const deed = remedies && failureDeed(error, remedies.symbol);
  return (
    <li className="flex gap-3 p-3">
      <ProviderMark provider={error.provider} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-medium">{providerName(t, error.provider)}</p>
          <p className="text-ink-2">{failureRemedy(t, error)}</p>
          <p lang="en" className="text-12 text-ink-3 [overflow-wrap:anywhere]">
            {error.message}
          </p>
        </div>
        {remedies && deed && (deed.kind !== 'asset' || assetsToo) && <Deed t={t} deed={deed} remedies={remedies} />}
      </div>
    </li>
  );
}

function Deed({ t, deed, remedies }: { t: Text; deed: NonNullable<FailureDeed>; remedies: Remedies }) {
  const { symbol, onAmount, onOtherAmount, onOtherAsset, onRetry } = remedies;
  const deeds = {
    sell: {
      words:
        deed.kind === 'sell' ? t('Sell {amount} {symbol}', { amount: fullAmount(deed.amount, t.tag), symbol }) : '',
      run: onAmount && deed.kind === 'sell' ? () => onAmount(deed.amount) : undefined,
    },
    amount: { words: t('Change the amount'), run: onOtherAmount },
    asset: { words: t('Choose another asset'), run: onOtherAsset },
    retry: { words: t('Ask again'), run: onRetry },
  };
  const { words, run } = deeds[deed.kind];
  if (!run) return null;
  return (
    <Button size="small" className="max-w-full max-sm:min-h-11" onClick={run}>
      {words}
    </Button>
  );
}

/** Names the providers that have paused trading while others go on; visible without opening anything. */
export function PausedNote({ errors }: { errors: readonly WireProviderError[] }) {
  const t = useText();
  const halted = errors.filter(({ errorCode }) => errorCode === 'tradingHalted');
  const names = [...new Set(halted.map(({ provider }) => brandNames(provider).join(' + ')))];
  if (names.length === 0) return null;
  return (
    <p className="px-0.5 text-12 text-ink-2">
      {t.count(
        names.length,
        {
          one: '{names} has paused trading. The routes shown are not affected.',
          other: '{names} have paused trading. The routes shown are not affected.',
        },
        { names: t.list(names) },
      )}
    </p>
  );
}
