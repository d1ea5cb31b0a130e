import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { paidOnTop } from '../../lib/domain/fee.ts';
import { routeName } from '../routes/provider-text.ts';
import { worth } from '../routes/route-money.ts';
import { assetView } from '../tokens/asset-view.ts';
import { Amount } from '../ui/amount.tsx';
import { rate } from '../ui/decimal-math.ts';
import { duration, percent, shortAmount, usd } from '../ui/format.ts';
import { Row, Rows } from '../ui/rows.tsx';
import { useText } from '../ui/text.tsx';
import { feeLabels } from './fee-text.ts';
import { timeRange } from './time-range.ts';

function Rate({ route }: { route: WireRoute }) {
  const t = useText();
  const forth = rate(route.sellAmount, route.expectedBuyAmount);
  // A rate such as "<0.0001" says nothing, so the other direction is shown first.
  const [turned, setTurned] = useState(forth !== undefined && Number(forth) < 0.001);
  const sell = assetView(route.sellAsset).symbol;
  const buy = assetView(route.buyAsset).symbol;
  const value = turned ? rate(route.expectedBuyAmount, route.sellAmount) : forth;
  return (
    <button
      type="button"
      onClick={() => setTurned(!turned)}
      className="num inline-flex min-h-6 items-center gap-1.5 rounded-6 hover:text-water"
    >
      <span className="ltr">
        1 {turned ? buy : sell} = {value === undefined ? '?' : shortAmount(value, t.tag)} {turned ? sell : buy}
      </span>
      <ArrowRightLeft aria-hidden size={13} className="text-ink-3" />
      <span className="sr-only">{t('Invert the rate')}</span>
    </button>
  );
}

/** The details of a swap, for users who want more than its outcome. */
export function ReviewNumbers({ route, slippage }: { route: WireRoute; slippage: number }) {
  const t = useText();
  const range = timeRange(route);
  const two = route.legs.length > 1;
  return (
    <Rows>
      <Row name={t('Rate')}>
        <Rate route={route} />
      </Row>
      <Row name={t('Slippage tolerance')}>{percent(slippage, t.tag)}</Row>
      {route.meta.priceImpact !== undefined && (
        <Row name={t('Price impact')} note={t('how far this swap moves the pools’ price')}>
          {percent(route.meta.priceImpact, t.tag)}
        </Row>
      )}
      {range && (
        <Row name={t('Time')} note={two ? t('both legs together') : undefined}>
          {t('{from} to {to}', { from: duration(range.from, t.tag), to: duration(range.to, t.tag) })}
        </Row>
      )}
      {route.meta.boost && (
        <Row name={t('Boost')} note={t('Skips Bitcoin confirmations when possible')}>
          {t('{percent} of the deposit', { percent: percent(route.meta.boost.feeBps / 100, t.tag, { digits: 3 }) })}
        </Row>
      )}
      {route.meta.depositChannel && (
        <Row name={t('If the price drops below your minimum')}>
          {t('retried for {time}, then refunded', {
            time: duration(route.meta.depositChannel.retrySeconds, t.tag),
          })}
        </Row>
      )}
      <Row name={t('Route')}>{routeName(t, route)}</Row>
    </Rows>
  );
}

export function ReviewFees({ route }: { route: WireRoute }) {
  const t = useText();
  if (route.fees.length === 0) return <p className="text-ink-2">{t('This route names no fees.')}</p>;
  const fees = [...route.fees].sort((a, b) => Number(paidOnTop(a)) - Number(paidOnTop(b)));
  return (
    <Rows>
      {fees.map((fee, index) => {
        const { name, who } = feeLabels(t, fee, route);
        const value = worth(route, fee.asset, fee.amount);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two fees may be equal.
          <Row key={index} name={name} note={who}>
            <Amount value={fee.amount} symbol={assetView(fee.asset).symbol} />
            {value !== undefined && <span className="text-ink-3"> {usd(value, t.tag)}</span>}
          </Row>
        );
      })}
    </Rows>
  );
}
