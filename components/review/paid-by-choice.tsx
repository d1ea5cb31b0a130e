import { msg } from '../../lib/i18n/text.ts';
import type { PaidBy } from '../../lib/payments/payable-route.ts';
import { classNames } from '../ui/class-names.ts';
import { useText } from '../ui/text.tsx';

const CHOICES: readonly { by: PaidBy; name: string; text: string }[] = [
  {
    by: 'transaction',
    name: msg('Send the transaction yourself'),
    text: msg('Your wallet sends it, and you pay the gas.'),
  },
  {
    by: 'signature',
    name: msg('Sign, Garden pays the gas'),
    text: msg('You sign a message and Garden sends the transaction. You send an allowance yourself.'),
  },
];

/** The choice between two ways to pay one order. */
export function PaidByChoice({ by, onBy, busy }: { by: PaidBy; onBy: (by: PaidBy) => void; busy: boolean }) {
  const t = useText();
  return (
    <fieldset className="grid gap-2" disabled={busy}>
      <legend className="sr-only">{t('How do you pay?')}</legend>
      {CHOICES.map((choice) => (
        <label
          key={choice.by}
          className={classNames(
            'flex cursor-pointer items-start gap-3 rounded-10 border p-3',
            choice.by === by ? 'border-water' : 'border-line-3 hover:border-ink-3',
          )}
        >
          <input
            type="radio"
            name="paid-by"
            checked={choice.by === by}
            onChange={() => onBy(choice.by)}
            className="mt-0.5 size-5 shrink-0 accent-(--water)"
          />
          <span>
            <span className="block font-medium">{t(choice.name)}</span>
            <span className="text-13 text-ink-2">{t(choice.text)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
