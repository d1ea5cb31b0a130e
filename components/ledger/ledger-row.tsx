import type { LedgerGroup, LedgerGrouping } from '../../lib/api/ledger.ts';
import type { LedgerFigures, Spread } from '../../lib/domain/ledger.ts';
import { parseProviderId } from '../../lib/domain/provider-id.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { providerIcon } from '../routes/provider-icon.ts';
import { assetView } from '../tokens/asset-view.ts';
import { AssetIcon } from '../ui/asset-icon.tsx';
import { duration, percent } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import type { Scale } from './ledger-scale.ts';
import { groupName } from './ledger-text.ts';
import { ScaleLabels, SpreadStrip } from './spread-strip.tsx';

export type Scales = { received: Scale; pace: Scale };

/** Two decimals where they say something: near the quote. */
const percentOf = (value: number, t: Text): string => percent(value, t.tag, { digits: 2 });

function countsText({ refunded, failed }: LedgerFigures, t: Text): string {
  return [
    ...(refunded > 0 ? [t('Refunded: {n}', { n: refunded })] : []),
    ...(failed > 0 ? [t('Failed: {n}', { n: failed })] : []),
  ].join(' · ');
}

/** The median large, the range small, both over the strip. */
function Measure({
  title,
  spread,
  drawn = spread,
  write,
  scale,
  middle,
}: {
  title: string;
  spread: Spread | undefined;
  drawn?: Spread | undefined;
  write: (value: number) => string;
  scale: Scale;
  middle: string;
}) {
  const t = useText();
  if (!spread) return <p className="text-13 text-ink-3">{t('Too few to compare')}</p>;
  const [median, low, high] = [spread.p50, spread.p5, spread.p95].map(write);
  return (
    <div className="grid min-w-0 content-start gap-1">
      <p className="num flex flex-wrap items-baseline gap-x-2">
        <span className="text-13 text-ink-2 wide:sr-only">{title}</span>
        <span className="font-semibold">{median}</span>
        <span className="text-13 text-ink-2">
          {t('9 of 10: {low} to {high}', { low: low ?? '', high: high ?? '' })}
        </span>
      </p>
      {drawn && <SpreadStrip spread={drawn} scale={scale} />}
      {drawn && (
        <span className="wide:hidden">
          <ScaleLabels scale={scale} middle={middle} />
        </span>
      )}
    </div>
  );
}

function GroupIcon({ grouping, group }: { grouping: LedgerGrouping; group: string }) {
  if (grouping === 'pair') {
    const [sold, bought] = group.split(' ').map(assetView);
    return (
      <span className="flex shrink-0 -space-x-1.5">
        {[sold, bought].map(
          (asset) =>
            asset && (
              <AssetIcon key={asset.id} src={asset.icon} badgeSrc={asset.badge} letters={asset.symbol} size={24} />
            ),
        )}
      </span>
    );
  }
  const provider = parseProviderId(group);
  return provider ? <AssetIcon src={providerIcon(provider)} letters={provider} size={28} /> : null;
}

/** What the swaps of one group received against their quotes, and how long they took against the estimates. */
export function LedgerRow({
  grouping,
  group: { key, figures },
  scales,
}: {
  grouping: LedgerGrouping;
  group: LedgerGroup;
  scales: Scales;
}) {
  const t = useText();
  const counts = countsText(figures, t);
  return (
    <li
      data-group={key}
      className="grid gap-x-8 gap-y-4 py-4 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)_minmax(0,1.1fr)] wide:items-center"
    >
      <div className="flex min-w-0 items-center gap-3">
        <GroupIcon grouping={grouping} group={key} />
        <div className="grid min-w-0 gap-0.5">
          <h3 className="font-medium [overflow-wrap:anywhere]">
            <span className={grouping === 'pair' ? 'ltr' : undefined}>{groupName(grouping, key, t)}</span>
          </h3>
          <p className="num text-13 text-ink-2">
            {t.count(figures.swaps, { one: '{n} swap', other: '{n} swaps' })}
            {figures.asQuotedPercent !== undefined &&
              ` · ${t('{percent} as quoted', { percent: percent(figures.asQuotedPercent, t.tag, { digits: 0 }) })}`}
          </p>
          <p className="num text-13 text-ink-3 empty:hidden">{counts}</p>
        </div>
      </div>
      <Measure
        title={t('Received')}
        spread={figures.received}
        write={(value) => percentOf(value, t)}
        scale={scales.received}
        middle={t('Quoted')}
      />
      <Measure
        title={t('Time')}
        spread={figures.seconds}
        drawn={figures.pace}
        write={(value) => duration(value, t.tag)}
        scale={scales.pace}
        middle={t('Estimate')}
      />
    </li>
  );
}
