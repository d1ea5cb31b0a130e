import { Check, Circle, LoaderCircle } from 'lucide-react';
import { FullAddress } from '../ui/address.tsx';
import { classNames } from '../ui/class-names.ts';
import { useText } from '../ui/text.tsx';
import { OpenWallet } from '../wallet/open-wallet.tsx';
import type { PaymentStep, StepKind, StepState } from './payment-steps.ts';

/** Steps for which a wallet on the same phone may have to be opened. */
const ASKS_WALLET: ReadonlySet<StepKind> = new Set(['network', 'approve', 'sign']);

const ICONS: Record<StepState, typeof Check> = { waiting: Circle, running: LoaderCircle, done: Check, skipped: Check };

/** Every step of the payment with its state, as a list and for screen readers. */
export function StepsList({ steps }: { steps: readonly PaymentStep[] }) {
  const t = useText();
  const states: Record<StepState, string> = {
    waiting: t('not yet'),
    running: t('now'),
    done: t('done'),
    skipped: t('not needed'),
  };
  const running = steps.find(({ state }) => state === 'running');
  return (
    <>
      <p role="status" className="sr-only">
        {running?.now}
      </p>
      <ol aria-label={t('Steps of the payment')} className="grid gap-2">
        {steps.map(({ kind, label, spender, state, now }, index) => {
          const Icon = ICONS[state];
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes.
              key={index}
              data-step={kind}
              data-state={state}
              className={classNames('flex items-start gap-2', state === 'waiting' ? 'text-ink-3' : 'text-ink')}
            >
              <Icon
                aria-hidden
                size={16}
                className={classNames(
                  'mt-0.5 shrink-0',
                  state === 'running' && 'animate-spin text-water motion-reduce:animate-none',
                  (state === 'done' || state === 'skipped') && 'text-moss',
                )}
              />
              <span className="min-w-0">
                {label}
                <span className="sr-only">, {states[state]}</span>
                {now && <span className="block text-13 text-ink-2">{now}</span>}
                {state === 'running' && ASKS_WALLET.has(kind) && <OpenWallet />}
                {spender && state !== 'done' && state !== 'skipped' && (
                  <span className="block text-13 text-ink-3">
                    <span className="block">{t('Who may take it (spender)')}</span>
                    <FullAddress address={spender} />
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
