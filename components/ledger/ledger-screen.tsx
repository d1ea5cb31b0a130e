'use client';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { LEDGER_GROUPINGS, type LedgerGrouping, type LedgerReport } from '../../lib/api/ledger.ts';
import { LEAST_SHOWN, LEDGER_SPAN_NAMES, type LedgerSpan } from '../../lib/domain/ledger.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { saveFile } from '../ui/save-file.ts';
import { useText } from '../ui/text.tsx';
import { ledgerCsv } from './ledger-file.ts';
import { LedgerRow, type Scales } from './ledger-row.tsx';
import { paceScale, receivedScale } from './ledger-scale.ts';
import { GROUPING_NAMES, spanName } from './ledger-text.ts';
import { ScaleLabels } from './spread-strip.tsx';

function Choice<Value extends string>({
  label,
  values,
  chosen,
  nameOf,
  onChoose,
}: {
  label: string;
  values: readonly Value[];
  chosen: Value;
  nameOf: (value: Value) => string;
  onChoose: (value: Value) => void;
}) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={classNames(
            'inline-flex min-h-9 items-center rounded-full border px-3 font-medium text-14 transition-colors duration-150 max-sm:min-h-11',
            value === chosen
              ? 'border-water bg-water-tint text-water'
              : 'border-line-3 text-ink-2 hover:bg-sunken hover:text-ink',
          )}
        >
          {nameOf(value)}
        </button>
      ))}
    </fieldset>
  );
}

/** The heads of the columns, with their scales; on narrow screens each row has its own. */
function Heads({ scales }: { scales: Scales }) {
  const t = useText();
  return (
    <div className="hidden gap-x-8 pb-2 wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)_minmax(0,1.1fr)]">
      <span />
      <div className="grid gap-1">
        <span className="font-medium text-13 text-ink-2">{t('Received against the quote')}</span>
        <ScaleLabels scale={scales.received} middle={t('Quoted')} />
      </div>
      <div className="grid gap-1">
        <span className="font-medium text-13 text-ink-2">{t('Time against the estimate')}</span>
        <ScaleLabels scale={scales.pace} middle={t('Estimate')} />
      </div>
    </div>
  );
}

/** What finished swaps received and how long they took, drawn against what was quoted and promised. */
export function LedgerScreen({ report }: { report: LedgerReport }) {
  const t = useText();
  const [span, setSpan] = useState<LedgerSpan>('month');
  const [grouping, setGrouping] = useState<LedgerGrouping>('provider');
  const view = report.spans[span];
  const groups = view[grouping];
  const scales: Scales = {
    received: receivedScale(
      groups.flatMap(({ figures }) => figures.received ?? []),
      t,
    ),
    pace: paceScale(
      groups.flatMap(({ figures }) => figures.pace ?? []),
      t,
    ),
  };
  const day = new Date(report.at).toISOString().slice(0, 10);
  return (
    <div className="mx-auto grid w-full max-w-[1160px] grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5 sm:px-6 wide:py-11">
      <header className="grid gap-2 pb-1">
        <h1 className="font-semibold text-20 tracking-[-0.01em]">{t('Ledger')}</h1>
        <p className="max-w-[70ch] text-ink-2">
          {t(
            'How the swaps that ended here compare with their quotes. A dot is the median; nine of ten swaps lie within its bar.',
          )}
        </p>
      </header>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <Choice
          label={t('Period')}
          values={LEDGER_SPAN_NAMES}
          chosen={span}
          nameOf={(one) => spanName(one, t)}
          onChoose={setSpan}
        />
        <Choice
          label={t('Grouping')}
          values={LEDGER_GROUPINGS}
          chosen={grouping}
          nameOf={(one) => t(GROUPING_NAMES[one])}
          onChoose={setGrouping}
        />
      </div>
      <section aria-label={t(GROUPING_NAMES[grouping])} className="card content-start p-4 sm:px-6">
        {groups.length === 0 ? (
          <p className="py-2 text-ink-2">
            {t('Fewer than {n} swaps have finished in this period. Figures appear once there are {n}.', {
              n: LEAST_SHOWN,
            })}
          </p>
        ) : (
          <>
            <Heads scales={scales} />
            <ul className="divide-y divide-line">
              {groups.map((group) => (
                <LedgerRow key={group.key} grouping={grouping} group={group} scales={scales} />
              ))}
            </ul>
          </>
        )}
      </section>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          disabled={view.all === undefined}
          onClick={() => saveFile(`portage-ledger-${day}.csv`, 'text/csv', ledgerCsv(report))}
          icon={<Download aria-hidden size={16} />}
        >
          {t('Export as a table (CSV)')}
        </Button>
        <p className="min-w-60 flex-1 text-13 text-ink-3">
          {t('The ledger holds no addresses and no transactions. Groups of fewer than {n} swaps are not shown.', {
            n: LEAST_SHOWN,
          })}
        </p>
      </div>
    </div>
  );
}
