import Link from 'next/link';
import type { ServiceStatus } from '../../lib/api/status.ts';
import { LEDGER_SPAN_NAMES, type LedgerFigures } from '../../lib/domain/ledger.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { spanName } from '../ledger/ledger-text.ts';
import { duration, percent } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';

/** The median, then what 95% of the swaps stayed within. */
function Pair({ one, other }: { one: string; other: string }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-1">
      <span className="font-medium">{one}</span>
      <span className="text-12 text-ink-3">{other}</span>
    </span>
  );
}

/** Of times the longest are the worst, of payouts the smallest. */
function Figures({ figures }: { figures: LedgerFigures | undefined }) {
  const t = useText();
  const { seconds, received } = figures ?? {};
  if (!seconds && !received) return <span className="text-ink-3">–</span>;
  return (
    <>
      {seconds && <Pair one={duration(seconds.p50, t.tag)} other={duration(seconds.p95, t.tag)} />}
      {received && <Pair one={percent(received.p50, t.tag)} other={percent(received.p5, t.tag)} />}
    </>
  );
}

/** On narrow screens a provider's name stands over its figures. */
const COLUMNS = 'grid grid-cols-3 gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,1.1fr)_repeat(3,minmax(0,1fr))]';

/** What finished swaps received and how long they took, by provider and time; nothing while there are too few. */
export function SwapRecords({ records }: Pick<ServiceStatus, 'records'>) {
  const t = useText();
  if (records.length === 0) return null;
  return (
    <section aria-labelledby="records" className="card content-start p-4 sm:px-6">
      <div className="flex items-baseline justify-between gap-4 pb-1">
        <h2 id="records" className="font-semibold text-16">
          {t('Finished swaps')}
        </h2>
        <Link
          href="/ledger"
          prefetch={false}
          className="inline-flex min-h-8 items-center text-14 text-water hover:underline max-sm:min-h-11"
        >
          {t('Ledger')}
        </Link>
      </div>
      <p className="pb-2 text-13 text-ink-2">
        {t('Time, and payout in percent of the quote. First the median, then what 95% of the swaps stayed within.')}
      </p>
      <div aria-hidden="true" className={`${COLUMNS} pb-1 text-12 text-ink-3`}>
        <span className="max-sm:hidden" />
        {LEDGER_SPAN_NAMES.map((span) => (
          <span key={span}>{spanName(span, t)}</span>
        ))}
      </div>
      <ul className="num divide-y divide-line border-line border-t text-13">
        {records.map(({ id, record }) => (
          <li key={id} data-record={id} className={`${COLUMNS} py-2.5`}>
            <h3 className="col-span-3 font-medium sm:col-span-1">{PROVIDER_NAMES[id]}</h3>
            {LEDGER_SPAN_NAMES.map((span) => (
              <div key={span} className="grid content-start">
                <span className="sr-only">{spanName(span, t)}</span>
                <Figures figures={record[span]} />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
