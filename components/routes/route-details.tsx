import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { numberFormat } from '../../lib/i18n/formatters.ts';
import { feeLabels } from '../review/fee-text.ts';
import { assetView } from '../tokens/asset-view.ts';
import { Amount } from '../ui/amount.tsx';
import { duration, percent, usd } from '../ui/format.ts';
import { Row, Rows } from '../ui/rows.tsx';
import { useText } from '../ui/text.tsx';
import { AmountHint } from './amount-hint.tsx';
import type { CardRoute } from './route-cards.ts';
import { routeKey, routeMoney, worth } from './route-money.ts';
import { RouteWarnings } from './route-warnings.tsx';
import { RouteWays } from './route-ways.tsx';

/** Six digits suffice for a comparison. */
const RATE_DIGITS = 6;

/** What an opened card shows besides its three numbers. */
export function RouteDetails({
  route,
  ways,
  decimals,
  auto,
  onChoose,
  onAmount,
}: {
  route: WireRoute;
  ways: readonly CardRoute[];
  /** Decimals of the sold asset. */
  decimals: number;
  /** The tolerance is Portage's own default. */
  auto: boolean;
  onChoose: (key: string) => void;
  onAmount?: ((amount: string) => void) | undefined;
}) {
  const t = useText();
  return (
    <>
      <RouteWays ways={ways} shownKey={routeKey(route)} onChoose={onChoose} />
      <RouteWarnings route={route} auto={auto} />
      {onAmount && <AmountHint route={route} decimals={decimals} onAmount={onAmount} />}
      <div className="grid items-start gap-x-8 gap-y-2 @[560px]:grid-cols-2">
        <Terms route={route} />
        <Fees route={route} />
      </div>
      <RecordLine route={route} />
      {route.meta.depositChannel && (
        <p className="text-13 text-ink-2">{t('You can pay this route from any wallet.')}</p>
      )}
      {route.meta.bridge && (
        <p lang="en" className="text-13 text-ink-2">
          {route.meta.bridge.otherwise.note}
        </p>
      )}
    </>
  );
}

/** What swaps like this one came to. */
function RecordLine({ route: { meta } }: { route: WireRoute }) {
  const t = useText();
  if (!meta.record) return null;
  const { swaps, medianSeconds, asQuotedPercent } = meta.record;
  return (
    <p className="num text-13 text-ink-2">
      {t('Usually {time}; {percent} arrived as quoted, of {n}.', {
        time: duration(medianSeconds, t.tag),
        percent: percent(asQuotedPercent, t.tag, { digits: 0 }),
        n: swaps,
      })}
    </p>
  );
}

function Terms({ route }: { route: WireRoute }) {
  const t = useText();
  const { priceImpact } = route.meta;
  const [sold, bought] = [assetView(route.sellAsset).symbol, assetView(route.buyAsset).symbol];
  const least = route.expectedBuyAmountMaxSlippage;
  // For display only: no amount is computed from it.
  const rate = Number(route.expectedBuyAmount) / Number(route.sellAmount);
  return (
    <Rows>
      <Row name={t('Minimum received')}>{least === '0' ? t('none') : <Amount value={least} symbol={bought} />}</Row>
      {priceImpact !== undefined && <Row name={t('Price impact')}>{percent(priceImpact, t.tag)}</Row>}
      {Number.isFinite(rate) && (
        <Row name={t('Rate')}>
          <span className="ltr">
            1 {sold} = {numberFormat(t.tag, { maximumSignificantDigits: RATE_DIGITS }).format(rate)} {bought}
          </span>
        </Row>
      )}
    </Rows>
  );
}

function Fees({ route }: { route: WireRoute }) {
  const t = useText();
  const { feesUsd } = routeMoney(route);
  return (
    <Rows>
      {route.fees.map((fee) => {
        const value = worth(route, fee.asset, fee.amount);
        return (
          <Row
            key={`${fee.type}${fee.label}${fee.asset}${fee.amount}${fee.protocol}`}
            name={feeLabels(t, fee, route).name}
          >
            {value === undefined ? (
              <Amount value={fee.amount} symbol={assetView(fee.asset).symbol} />
            ) : (
              <span className="ltr">{usd(value, t.tag)}</span>
            )}
          </Row>
        );
      })}
      {feesUsd !== undefined && route.fees.length > 1 && (
        <Row name={<span className="font-medium text-ink">{t('All fees')}</span>}>
          <span className="ltr font-medium">{usd(feesUsd, t.tag)}</span>
        </Row>
      )}
    </Rows>
  );
}
