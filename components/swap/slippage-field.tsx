'use client';
import { Popover } from '@base-ui/react/popover';
import { ChevronDown, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { parseSlippage, SLIPPAGE_PRESETS, type SlippageAdvice } from './slippage-advice.ts';

/** How much less than expected is still accepted. */
export function SlippageField({
  slippage,
  advice,
  onChange,
}: {
  slippage: number;
  advice: SlippageAdvice;
  onChange: (percent: number) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const wrong = typed !== undefined && parseSlippage(typed) === undefined;
  const change = (text: string) => {
    setTyped(text);
    const value = parseSlippage(text);
    if (value !== undefined) onChange(value);
  };
  return (
    <Popover.Root onOpenChange={(open) => !open && setTyped(undefined)}>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
        <span className="text-ink-2">Slippage</span>
        <span className="flex items-center gap-1.5">
          <span
            className={classNames(
              'flex items-center gap-1 text-12',
              advice.kind === 'fits' ? 'text-ink-3' : 'text-amber',
            )}
          >
            {advice.kind !== 'fits' && <TriangleAlert aria-hidden size={14} />}
            {advice.words}
          </span>
          <Popover.Trigger
            aria-label={`Slippage ${slippage} percent, change`}
            className="num -me-2 flex min-h-8 items-center gap-1 rounded-6 px-2 font-medium hover:bg-sunken"
          >
            {slippage} %
            <ChevronDown aria-hidden size={14} className="text-ink-3" />
          </Popover.Trigger>
        </span>
      </div>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="end" sideOffset={6} collisionPadding={12}>
          <Popover.Popup className="grid w-[min(92vw,340px)] gap-3 rounded-10 border border-line bg-sheet p-4 shadow-lift transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
            <Popover.Title className="font-semibold text-14">Slippage</Popover.Title>
            <Popover.Description className="text-ink-2">
              If the price moves against you by more than this while the swap is under way, what you sold comes back,
              less network fees.
            </Popover.Description>
            <div className="flex flex-wrap items-center gap-2">
              {SLIPPAGE_PRESETS.map((preset) => (
                <button
                  key={preset}
                  type="button"
                  aria-pressed={slippage === preset}
                  onClick={() => {
                    setTyped(undefined);
                    onChange(preset);
                  }}
                  className={classNames(
                    'num min-h-9 rounded-6 border px-3',
                    slippage === preset
                      ? 'border-water bg-water-tint font-semibold text-water'
                      : 'border-line-3 hover:border-ink-3',
                  )}
                >
                  {preset} %
                </button>
              ))}
              <label
                className={classNames(
                  'flex min-h-9 flex-1 items-center gap-1 rounded-6 border px-2',
                  wrong ? 'border-red' : 'border-line-3',
                )}
              >
                <span className="sr-only">Slippage in percent</span>
                <input
                  inputMode="decimal"
                  placeholder="Other"
                  value={typed ?? ''}
                  aria-invalid={wrong || undefined}
                  onChange={(event) => change(event.target.value)}
                  className="num w-full min-w-12 bg-transparent text-end text-16 outline-none"
                />
                <span className="text-ink-3">%</span>
              </label>
            </div>
            <p aria-live="polite" className={wrong ? 'text-12 text-red' : 'text-12 text-ink-2'}>
              {wrong
                ? 'A number from 0 to 100.'
                : `${slippage} %: ${advice.words || 'it is judged once a route is there'}`}
            </p>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
