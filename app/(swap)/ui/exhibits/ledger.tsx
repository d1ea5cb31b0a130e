'use client';
import { LedgerScreen } from '../../../../components/ledger/ledger-screen.tsx';
import { RouteDetails } from '../../../../components/routes/route-details.tsx';
import { SwapRecords } from '../../../../components/status/swap-records.tsx';
import type { LedgerGroup, LedgerView } from '../../../../lib/api/ledger.ts';
import type { LedgerFigures, Spread } from '../../../../lib/domain/ledger.ts';
import { NOW, noop, State, States } from '../frame.tsx';
import { plainRoute } from '../samples.ts';

const spread = (p5: number, p50: number, p95: number): Spread => ({ p5, p50, p95 });

/** Against an estimate of ten minutes. */
const figures = (
  swaps: number,
  received: Spread,
  seconds: Spread,
  over: Partial<LedgerFigures> = {},
): LedgerFigures => ({
  ...{ swaps, completed: swaps, refunded: 0, failed: 0, asQuotedPercent: 98.1, received, seconds, reasons: [] },
  pace: spread(seconds.p5 / 6, seconds.p50 / 6, seconds.p95 / 6),
  ...over,
});
const OFTEN = figures(214, spread(99.912, 100.021, 100.204), spread(402, 548, 873), { refunded: 3, failed: 1 });
const RARE = figures(9, spread(98.1, 99.4, 99.97), spread(900, 1500, 5400), { asQuotedPercent: 22 });
const REFUSED: LedgerFigures = {
  swaps: 6,
  completed: 1,
  refunded: 5,
  failed: 0,
  reasons: [{ code: 'halted', count: 5 }],
};

const PROVIDERS: LedgerGroup[] = [
  { key: 'THORCHAIN', figures: OFTEN },
  { key: 'ONEINCH->CHAINFLIP', figures: RARE },
  { key: 'MAYACHAIN', figures: REFUSED },
];
const NONE: LedgerView = { provider: [], pair: [], size: [], way: [] };
const FULL: LedgerView = { ...NONE, all: OFTEN, provider: PROVIDERS };
const report = (month: LedgerView) => ({ at: NOW, spans: { day: NONE, week: NONE, month } });
const recorded = {
  ...plainRoute,
  meta: { ...plainRoute.meta, record: { swaps: 214, medianSeconds: 548, asQuotedPercent: 98.1 } },
};

/** What finished swaps came to: on a page of its own, on that of the services' state, and beside a route. */
export function Ledger() {
  return (
    <States>
      <State name="the ledger: near the quote, far from it, too few to compare" wide>
        <LedgerScreen report={report(FULL)} />
      </State>
      <State name="too few swaps">
        <LedgerScreen report={report(NONE)} />
      </State>
      <State name="records of providers">
        <SwapRecords
          records={[
            { id: 'THORCHAIN', record: { day: OFTEN, week: OFTEN, month: OFTEN } },
            { id: 'ONEINCH->CHAINFLIP', record: { month: RARE } },
          ]}
        />
      </State>
      <State name="a route with the record of its like" card>
        <RouteDetails route={recorded} ways={[]} decimals={8} auto onChoose={noop} />
      </State>
    </States>
  );
}
