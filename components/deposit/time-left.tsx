'use client';
import { useAnnounced } from '../routes/use-announced.ts';
import { classNames } from '../ui/class-names.ts';
import { clock, duration } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';

/** Seconds left at which a screen reader hears how much time is left. */
const ANNOUNCED_AT = [3600, 600, 120, 30, 10];

/**
 * @param left seconds.
 * @param note until when, and what must have happened by then.
 */
export function TimeLeft({ left, note, scarce }: { left: number; note?: string; scarce: number }) {
  const t = useText();
  const announced = ANNOUNCED_AT.findLast((seconds) => left <= seconds);
  const said = useAnnounced(
    announced === undefined ? undefined : String(announced),
    // Whole minutes that are left, as the timer shows them; rounded up it would say more than is left.
    t('{time} left to send', { time: duration(left < 60 ? left : left - (left % 60), t.tag) }),
  );
  return (
    <div className="num flex items-baseline justify-between gap-4">
      <p className="min-w-0 text-ink-2">
        {t('Send within')}
        {note && <span className="block text-13 text-ink-2">{note}</span>}
      </p>
      <p role="timer" className={classNames('ltr shrink-0 font-medium text-20', left < scarce && 'text-amber')}>
        {left < 86_400 ? clock(left) : duration(left, t.tag)}
      </p>
      <span className="sr-only" aria-live="polite">
        {said}
      </span>
    </div>
  );
}
