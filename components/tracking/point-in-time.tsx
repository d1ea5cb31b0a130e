'use client';
import { classNames } from '../ui/class-names.ts';
import { dateTime, timeOfDay } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';

const sameDay = (a: number, b: number): boolean => new Date(a).toDateString() === new Date(b).toDateString();

/**
 * A time of day, with the date unless it is today. Rendered in the browser only, because it uses the reader's time
 * zone.
 * @param at Unix milliseconds.
 * @param expected the time lies ahead.
 */
export function PointInTime({
  at,
  expected = false,
  className,
}: {
  at: number;
  expected?: boolean;
  className?: string;
}) {
  const t = useText();
  const time = sameDay(at, Date.now()) ? timeOfDay(at, t.tag) : dateTime(at, t.tag);
  return (
    <time dateTime={new Date(at).toISOString()} className={classNames('num whitespace-nowrap text-13', className)}>
      {expected ? t('expected {time}', { time }) : time}
    </time>
  );
}
