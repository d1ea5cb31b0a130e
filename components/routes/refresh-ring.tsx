'use client';
import { RefreshCw } from 'lucide-react';
import { classNames } from '../ui/class-names.ts';
import { useText } from '../ui/text.tsx';
import { REFRESH_SECONDS } from './countdown.ts';
import { useSecondsLeft } from './use-countdown.ts';

const RADIUS = 13;
const ROUND = 2 * Math.PI * RADIUS;

/** Shows the time until the next refresh as a ring that runs out; a press refreshes at once. */
export function RefreshRing({
  due,
  asking,
  onRefresh,
}: {
  /** Unix milliseconds; undefined while nothing is due. */
  due: number | undefined;
  asking: boolean;
  onRefresh: () => void;
}) {
  const t = useText();
  const seconds = useSecondsLeft(due);
  const label =
    seconds === undefined
      ? t('Refresh quotes')
      : t.count(seconds, { one: 'Refresh quotes, {n} second left', other: 'Refresh quotes, {n} seconds left' });
  const left = seconds === undefined ? 0 : Math.min(1, seconds / REFRESH_SECONDS);
  return (
    <button
      type="button"
      aria-label={label}
      title={t('Refresh quotes')}
      onClick={asking ? undefined : onRefresh}
      aria-disabled={asking || undefined}
      className="relative -me-2 inline-grid size-11 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink aria-disabled:text-ink-3"
    >
      <svg
        aria-hidden="true"
        width={32}
        height={32}
        viewBox="0 0 32 32"
        className="-rotate-90 rtl:-scale-y-100 forced-colors:[--line-2:GrayText] forced-colors:[--water:Highlight]"
      >
        <circle cx={16} cy={16} r={RADIUS} fill="none" stroke="var(--line-2)" strokeWidth={2} />
        {!asking && seconds !== undefined && (
          <circle
            cx={16}
            cy={16}
            r={RADIUS}
            fill="none"
            stroke="var(--water)"
            strokeWidth={2}
            strokeLinecap="round"
            strokeDasharray={`${left * ROUND} ${ROUND}`}
            className="transition-[stroke-dasharray] duration-250 ease-linear"
          />
        )}
      </svg>
      <span aria-hidden className="absolute inset-0 grid place-items-center">
        {asking || seconds === undefined ? (
          <RefreshCw size={14} className={classNames(asking && 'animate-[spin_1s_linear_infinite]')} />
        ) : (
          <span className="num text-13">{seconds}</span>
        )}
      </span>
    </button>
  );
}
