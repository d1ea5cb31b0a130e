'use client';
import type { ReactNode } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { routeCost } from '../routes/route-cost.tsx';
import { clock, duration, percent } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { useSecondsLeft } from './use-seconds-left.ts';

/** When the swap arrives, its total cost, and how long the quote is valid. */
export function ReviewFigures({ route }: { route: WireRoute }) {
  const t = useText();
  const { affiliate, affiliateFee = 0 } = route.meta;
  const cost = routeCost(t, route);
  return (
    <div className="grid gap-2 border-line border-t pt-3">
      <dl className="num grid auto-cols-auto grid-flow-col items-end justify-between gap-x-3">
        {route.estimatedTime && (
          <Figure name={t('Time')}>{t('about {time}', { time: duration(route.estimatedTime.total, t.tag) })}</Figure>
        )}
        {cost && <Figure name={t('Total cost')}>{cost}</Figure>}
        {route.expiration && <ExpiresIn route={route} />}
      </dl>
      {affiliateFee > 0 && (
        <p className="text-13 text-ink-2">
          {t('Fee of this site')}: {percent(affiliateFee / 100, t.tag)}
          {affiliate && ` (${t('to {name}', { name: affiliate })})`}
        </p>
      )}
    </div>
  );
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-13 text-ink-2">{name}</dt>
    <dd className="font-semibold text-16">{children}</dd>
  </div>
);

function ExpiresIn({ route }: { route: WireRoute }) {
  const t = useText();
  const left = useSecondsLeft(route) ?? 0;
  // Announced at half a minute and at ten seconds, not every second.
  const spoken =
    left === 30 || left === 10
      ? t.count(left, { one: 'This quote expires in {n} second', other: 'This quote expires in {n} seconds' })
      : '';
  return (
    <Figure name={t('Quote expires in')}>
      <span aria-live="off">{clock(left)}</span>
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </Figure>
  );
}
