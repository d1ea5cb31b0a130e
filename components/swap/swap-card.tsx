import { ArrowUpDown } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useEmbedding } from '../embed/embedding.tsx';
import { Button } from '../ui/button.tsx';
import { useText } from '../ui/text.tsx';
import type { ButtonState } from './button-state.ts';
import { BuyPanel, type BuyPanelProps } from './buy-panel.tsx';
import { SellPanel, type SellPanelProps } from './sell-panel.tsx';

/** The form: two sides, the details of the swap, and one button. */
export function SwapCard({
  sell,
  buy,
  button,
  numbers,
  details,
  below,
  buttonRef,
  onFlip,
  onPress,
}: {
  sell: SellPanelProps;
  buy: BuyPanelProps;
  button: ButtonState;
  /** Time, cost and minimum of the chosen route. */
  numbers: ReactNode;
  /** Addresses and slippage. */
  details: ReactNode;
  /** Shown under the button. */
  below?: ReactNode;
  buttonRef?: Ref<HTMLButtonElement>;
  onFlip: () => void;
  onPress: () => void;
}) {
  const t = useText();
  const { embedded, locks } = useEmbedding();
  const flips = !locks('sell') && !locks('buy');
  return (
    <form
      aria-label={t('Swap')}
      className={embedded ? 'card' : 'card wide:sticky wide:top-6'}
      onSubmit={(event) => {
        event.preventDefault();
        if (button.action) onPress();
      }}
    >
      <SellPanel {...sell} />
      <div className="relative h-0 border-line border-t">
        {flips && (
          <button
            type="button"
            onClick={onFlip}
            aria-label={t('Swap sides')}
            title={t('Swap sides')}
            className="absolute start-1/2 top-0 grid size-11 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full border border-line-2 bg-sheet text-ink-2 hover:border-line-3 hover:text-ink sm:size-9 rtl:translate-x-1/2"
          >
            <ArrowUpDown aria-hidden size={16} />
          </button>
        )}
      </div>
      <BuyPanel {...buy} />
      {numbers}
      <div className="grid gap-1 border-line border-t px-4 pt-2 pb-3">{details}</div>
      <div className="grid gap-2 border-line border-t p-4">
        <MainButton ref={buttonRef} button={button} />
        {below}
      </div>
    </form>
  );
}

const WAITING =
  'aria-disabled:cursor-not-allowed aria-disabled:border aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-3 aria-disabled:hover:bg-sunken';

/** The form's one button: its label says what is missing or what a press does. While it waits, it keeps the focus. */
export function MainButton({
  button,
  ref,
  onPress,
}: {
  button: ButtonState;
  ref?: Ref<HTMLButtonElement> | undefined;
  /** Needed when the button stands outside the form. */
  onPress?: () => void;
}) {
  return (
    <Button
      ref={ref}
      type={onPress ? 'button' : 'submit'}
      look="primary"
      size="large"
      busy={button.busy === true}
      aria-disabled={button.action === undefined || undefined}
      data-state={button.state}
      onClick={onPress}
      className={WAITING}
    >
      {button.label}
    </Button>
  );
}
