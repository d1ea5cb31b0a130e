'use client';
import { ChevronDown, TriangleAlert } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { percent } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { AUTO_SLIPPAGE, parseSlippage, SLIPPAGE_PRESETS, type SlippageAdvice } from './slippage-advice.ts';

/** The slippage tolerance: the chosen route's own, or the user's choice. */
export function SlippageField({
  slippage,
  auto = AUTO_SLIPPAGE,
  locked = false,
  advice,
  onChange,
}: {
  /** Percent; undefined where the user chose none. */
  slippage: number | undefined;
  /** Percent, used where the user chose none. */
  auto?: number;
  /** The value is shown, but the user cannot change it. */
  locked?: boolean;
  advice: SlippageAdvice;
  onChange: (percent: number | undefined) => void;
}) {
  const t = useText();
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const shown = slippage ?? auto;
  const shownPercent = percent(shown, t.tag);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <fieldset
      className="grid gap-2"
      aria-label={t('Slippage')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) close();
      }}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
        <span className="text-ink-2">{t('Slippage')}</span>
        <button
          ref={button}
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-panel`}
          disabled={locked}
          onClick={() => setOpen(!open)}
          className="num -me-1 flex min-h-8 items-center gap-1 max-sm:min-h-11 rounded-6 px-1 font-semibold hover:bg-sunken"
        >
          <span className="sr-only">{t('Slippage')}</span>
          {slippage === undefined ? t('Auto {percent}', { percent: shownPercent }) : shownPercent}
          <ChevronDown
            aria-hidden
            size={16}
            className={classNames('text-ink-3 transition-transform duration-150', open && 'rotate-180')}
          />
        </button>
      </div>
      {!open && advice.kind !== 'fits' && (
        <div className="flex flex-wrap items-center gap-x-2 text-13 text-amber">
          <span className="flex items-start gap-1">
            <TriangleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
            {advice.text}
          </span>
          {!locked && <Better advice={advice} onChange={onChange} />}
        </div>
      )}
      <div id={`${id}-panel`} hidden={!open} className="grid gap-2 rounded-10 bg-sunken p-3">
        {open && <SlippageChoice slippage={slippage} advice={advice} onChange={onChange} onDone={close} />}
      </div>
    </fieldset>
  );
}

const CHIP = 'num min-h-9 rounded-6 border px-3 bg-sheet';
const chip = (chosen: boolean) =>
  classNames(CHIP, chosen ? 'border-water bg-water-tint font-semibold text-water' : 'border-line-3 hover:border-ink-3');

/** The choices, once the field is open. */
export function SlippageChoice({
  slippage,
  advice,
  onChange,
  onDone,
}: {
  slippage: number | undefined;
  advice: SlippageAdvice;
  onChange: (percent: number | undefined) => void;
  onDone: () => void;
}) {
  const t = useText();
  const [typed, setTyped] = useState<string>();
  const wrong = typed !== undefined && parseSlippage(typed, t.tag) === undefined;
  const choose = (value: number | undefined) => {
    setTyped(undefined);
    onChange(value);
  };
  return (
    <>
      <p className="text-13 text-ink-2">
        {t('If the price drops by more than this during the swap, you get a refund, less network fees.')}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          aria-pressed={slippage === undefined}
          onClick={() => choose(undefined)}
          className={chip(slippage === undefined)}
        >
          {t('Auto')}
        </button>
        {SLIPPAGE_PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={slippage === preset}
            onClick={() => choose(preset)}
            className={chip(slippage === preset)}
          >
            {percent(preset, t.tag)}
          </button>
        ))}
        <label
          className={classNames(
            'flex min-h-9 flex-1 items-center gap-1 rounded-6 border bg-sheet px-2 focus-within:outline-2 focus-within:outline-water',
            wrong ? 'border-red' : 'border-line-3',
          )}
        >
          <span className="sr-only">{t('Slippage in percent')}</span>
          <input
            inputMode="decimal"
            autoComplete="off"
            placeholder={t('Other')}
            value={typed ?? ''}
            aria-invalid={wrong || undefined}
            onChange={(event) => {
              setTyped(event.target.value);
              const value = parseSlippage(event.target.value, t.tag);
              if (value !== undefined) onChange(value);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              onDone();
            }}
            className="num w-full min-w-12 bg-transparent text-end text-16 outline-none"
          />
          <span aria-hidden className="text-ink-3">
            %
          </span>
        </label>
      </div>
      <p aria-live="polite" className={classNames('text-13', wrong ? 'text-red' : 'text-ink-2')}>
        {wrong ? t('Enter a number from 0 to 100.') : advice.text}
      </p>
      <Better advice={advice} onChange={choose} />
    </>
  );
}

/** Offers the tolerance that fits. */
function Better({ advice, onChange }: { advice: SlippageAdvice; onChange: (percent: number | undefined) => void }) {
  const t = useText();
  const { kind, better } = advice;
  if (better === undefined || kind === 'fits') return null;
  return (
    <button
      type="button"
      onClick={() => onChange(better === AUTO_SLIPPAGE ? undefined : better)}
      className="min-h-8 justify-self-start rounded-6 px-1 font-medium text-13 text-water hover:bg-sunken max-sm:min-h-11"
    >
      {t('Use {percent}', { percent: percent(better, t.tag) })}
    </button>
  );
}
