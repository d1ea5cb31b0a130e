import { ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { BuyPanel, type BuyPanelProps, SellPanel, type SellPanelProps } from './amount-panels.tsx';
import type { ButtonState } from './button-state.ts';

/** The form: two sides, where it goes, and one button. */
export function SwapCard({
  sell,
  buy,
  button,
  details,
  below,
  onFlip,
  onPress,
}: {
  sell: SellPanelProps;
  buy: BuyPanelProps;
  button: ButtonState;
  /** Addresses and slippage. */
  details: ReactNode;
  /** Under the button. */
  below?: ReactNode;
  onFlip: () => void;
  onPress: () => void;
}) {
  return (
    <form
      aria-label="Swap"
      className="card wide:sticky wide:top-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (button.action) onPress();
      }}
    >
      <SellPanel {...sell} />
      <div className="relative h-0 border-line border-t">
        <button
          type="button"
          onClick={onFlip}
          aria-label="Swap sides"
          title="Swap sides"
          className="group absolute start-1/2 top-0 grid size-9 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full border border-line-2 bg-sheet text-ink-2 hover:border-line-3 hover:text-ink rtl:translate-x-1/2"
        >
          <ArrowUpDown aria-hidden size={16} />
        </button>
      </div>
      <BuyPanel {...buy} />
      <div className="grid gap-2 border-line border-t p-4 pb-3">{details}</div>
      <div className="grid gap-2 border-line border-t p-4">
        <Button
          type="submit"
          look="primary"
          size="large"
          busy={button.busy === true}
          disabled={button.action === undefined}
        >
          {button.label}
        </Button>
        {below}
      </div>
    </form>
  );
}
