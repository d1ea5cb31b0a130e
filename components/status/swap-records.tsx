import Link from 'next/link';
import type { ServiceStatus } from '../../lib/api/status.ts';
import { LEDGER_SPAN_NAMES, type LedgerFigures } from '../../lib/domain/ledger.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { spanName } from '../ledger/ledger-text.ts';
import { duration, percent } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';

/** Times are the worse the longer, payouts the smaller: 95% of the swaps were at least as good as the second figure. */
function Figures({ figures }: { figures: LedgerFigures | undefined }) {
  const t = useText();
  const { seconds, received } = figures ?? {};
  if (!seconds && !received) return <span className="text-ink-3">–</span>;
  const pair = (one: string, other: string) => (
    <span className="block whitespace-nowrap">
      <span className="font-medium">{one}</span> <span className="text-12 text-ink-3">{other}</span>
    </span>
  );
  return (
    <>
      {seconds && pair(duration(seconds.p50, t.tag), duration(seconds.p95, t.tag))}
      {received && pair(percent(received.p50, t.tag), percent(received.p5, t.tag))}
    </>
  );
}

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
      <div className="overflow-x-auto">
        <table className="num w-full text-start text-13">
          <thead>
            <tr className="text-12 text-ink-3">
              <th scope="col" className="py-1 pe-4 text-start font-normal">
                {t('Provider')}
              </th>
              {LEDGER_SPAN_NAMES.map((span) => (
                <th key={span} scope="col" className="py-1 pe-4 text-start font-normal last:pe-0">
                  {spanName(span, t)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {records.map(({ id, record }) => (
              <tr key={id} data-record={id} className="align-top">
                <th scope="row" className="py-2.5 pe-4 text-start font-medium">
                  {PROVIDER_NAMES[id]}
                </th>
                {LEDGER_SPAN_NAMES.map((span) => (
                  <td key={span} className="py-2.5 pe-4 last:pe-0">
                    <Figures figures={record[span]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
