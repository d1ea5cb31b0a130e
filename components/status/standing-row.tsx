import type { StandingOf } from '../../lib/api/status.ts';
import { numberFormat } from '../../lib/i18n/formatters.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { AssetIcon } from '../ui/asset-icon.tsx';
import { duration } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { StandingPill } from './standing-text.tsx';
import { witnessText } from './witness-text.ts';

/** Rounded to half seconds; finer differences mean nothing. */
const secondsOf = (ms: number, t: Text): string =>
  numberFormat(t.tag, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(Math.max(ms / 1000, 0.1));

/** Observations over a shorter time say nothing about how long a state lasts. */
const LEAST_SECONDS = 5;

function facts({ since, typicalMs }: StandingOf<string>, at: number, t: Text): string[] {
  const seconds = since === undefined ? 0 : (at - since) / 1000;
  const time = seconds < LEAST_SECONDS ? undefined : duration(seconds, t.tag);
  return [
    ...(time === undefined ? [] : [t('For {time}', { time })]),
    ...(typicalMs === undefined ? [] : [t('Responds in {time}', { time: secondsOf(typicalMs, t) })]),
  ];
}

/** At least two lines high, so that a refresh moves nothing; a reason takes further lines. */
export function StandingRow({
  kind,
  name,
  icon,
  entry,
  at,
}: {
  kind: 'provider' | 'chain';
  name: string;
  icon: string | undefined;
  entry: StandingOf<string>;
  at: number;
}) {
  const t = useText();
  const text = facts(entry, at, t);
  return (
    <li className="flex min-h-16 items-center gap-3 py-2.5" data-status={entry.id} data-standing={entry.standing}>
      <AssetIcon src={icon} letters={name} size={28} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-medium">{name}</span>
        <span className="num text-12 text-ink-3 empty:hidden">{text.join(' · ')}</span>
        {entry.reason && (
          <span lang="en" dir="ltr" className="text-12 text-ink-2 [overflow-wrap:anywhere]">
            {entry.reason}
          </span>
        )}
        {entry.witnesses && (
          <span className="text-12 text-ink-2 [overflow-wrap:anywhere]">{witnessText(entry.witnesses, at, t)}</span>
        )}
      </div>
      <span className="shrink-0">
        <StandingPill kind={kind} standing={entry.standing} />
      </span>
    </li>
  );
}
