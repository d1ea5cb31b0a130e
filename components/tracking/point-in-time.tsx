'use client';
import { classNames } from '../ui/class-names.ts';
import { dateTime, timeOfDay } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';

const sameDay = (a: number, b: number): boolean => new Date(a).toDateString() === new Date(b).toDateString();

/**
 * The time of day, with the date where it is not today. Only where the page is alive: the zone is the reader's.
 * @param at unix milliseconds. @param expected it lies ahead.
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
    <time dateTime={new Date(at).toISOString()} className={classNames('num whitespace-nowrap text-12', className)}>
      {expected ? t('expected {time}', { time }) : time}
    </time>
  );
}
