'use client';
import { useId, useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { feeWords } from '../review/fee-text.ts';
import { assetView } from '../tokens/asset-view.ts';
import { Amount } from '../ui/amount.tsx';
import { percent, usd } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { amountAdvice, FEE_LIMIT_PERCENT } from './amount-advice.ts';
import { priceIn, routeMoney, worth } from './route-money.ts';

type FactId = 'fees' | 'impact' | 'allIn' | 'least';

/** The deciding figures of a route. A press explains one; only one explanation is open at a time. */
export function RouteFacts({ route, decimals }: { route: WireRoute; decimals: number }) {
  const t = useText();
  const [open, setOpen] = useState<FactId>();
  const id = useId();
  const { feesUsd, allInPercent } = routeMoney(route);
  const impact = route.meta.priceImpact;
  const guaranteed = route.expectedBuyAmountMaxSlippage;
  const facts: { id: FactId; name: string; value: React.ReactNode }[] = [
    ...(feesUsd === undefined ? [] : [{ id: 'fees' as const, name: t('Fees'), value: usd(feesUsd, t.tag) }]),
    ...(impact === undefined ? [] : [{ id: 'impact' as const, name: t('Pool impact'), value: percent(impact, t.tag) }]),
    ...(allInPercent === undefined
      ? []
      : [{ id: 'allIn' as const, name: t('All in'), value: percent(allInPercent, t.tag, { signed: true }) }]),
    guaranteed === '0'
      ? { id: 'least' as const, name: t('Nothing guaranteed'), value: null }
      : { id: 'least' as const, name: t('At least'), value: <Amount value={guaranteed} /> },
  ];
  return (
    <div className="pointer-events-auto relative z-10 w-fit max-w-full">
      <ul className="num -mx-1.5 flex flex-wrap gap-x-1 text-12 text-ink-2">
        {facts.map((fact) => (
          <li key={fact.id}>
            <button
              type="button"
              aria-expanded={open === fact.id}
              aria-controls={open === fact.id ? id : undefined}
              onClick={() => setOpen(open === fact.id ? undefined : fact.id)}
              className="flex min-h-6 items-center gap-1 rounded-6 px-1.5 underline decoration-line-3 decoration-dotted underline-offset-3 hover:bg-sunken hover:text-ink aria-expanded:bg-sunken aria-expanded:text-ink"
            >
              <span>{fact.name}</span>
              {fact.value !== null && <span className="ltr">{fact.value}</span>}
            </button>
          </li>
        ))}
        {route.meta.depositChannel && (
          <li className="flex min-h-6 items-center px-1.5">{t('Payable from any wallet')}</li>
        )}
      </ul>
      {open && (
        <div id={id} role="note" className="mt-1 grid gap-1 rounded-6 bg-sunken p-2.5 text-12 text-ink-2">
          <Explanation t={t} fact={open} route={route} decimals={decimals} />
        </div>
      )}
    </div>
  );
}

function Explanation({ t, fact, route, decimals }: { t: Text; fact: FactId; route: WireRoute; decimals: number }) {
  if (fact === 'fees') return <Fees t={t} route={route} decimals={decimals} />;
  if (fact === 'impact')
    return (
      <p>
        {t('So far your own swap moves the price in the pools. A smaller amount, or a swap in parts, moves it less.')}
      </p>
    );
  if (fact === 'least')
    return (
      <>
        <p>
          {route.expectedBuyAmountMaxSlippage === '0'
            ? t('Nothing enforces a least amount: you take any result.')
            : t('If less would arrive, the swap is not done and what you sold comes back, less network fees.')}
        </p>
        {route.meta.bridge && <p lang="en">{route.meta.bridge.otherwise.note}</p>}
      </>
    );
  return <AllIn t={t} route={route} />;
}

function Fees({ t, route, decimals }: { t: Text; route: WireRoute; decimals: number }) {
  const { comfortable, minimum } = amountAdvice(route, decimals);
  const symbol = assetView(route.sellAsset).symbol;
  return (
    <>
      <ul className="num grid gap-0.5">
        {route.fees.map((fee) => {
          const value = worth(route, fee.asset, fee.amount);
          return (
            <li
              key={`${fee.type}${fee.label}${fee.asset}${fee.amount}${fee.protocol}`}
              className="flex justify-between gap-6"
            >
              <span>{feeWords(t, fee, route).name}</span>
              <span>
                {value === undefined ? (
                  <Amount value={fee.amount} symbol={assetView(fee.asset).symbol} />
                ) : (
                  <span className="ltr">{usd(value, t.tag)}</span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {comfortable && (
        <p>
          {t('Below {money} fees take more than {percent}.', {
            money: usd(comfortable.usd, t.tag),
            percent: percent(FEE_LIMIT_PERCENT, t.tag),
          })}
        </p>
      )}
      {minimum && <p>{t('The least that this route takes: {amount} {symbol}.', { amount: minimum, symbol })}</p>}
    </>
  );
}

function AllIn({ t, route }: { t: Text; route: WireRoute }) {
  const price = (asset: string) => {
    const value = priceIn(route, asset);
    return value === undefined ? '' : usd(value, t.tag);
  };
  const [sell, buy] = [assetView(route.sellAsset).symbol, assetView(route.buyAsset).symbol];
  return (
    <>
      <p>
        {t('What arrives, less what you pay on top, against what you sell: pool impact and every fee in one figure.')}
      </p>
      <p className="num">
        {t('Prices: {sell} {sellPrice}, {buy} {buyPrice}; the middle of what the providers report for this quote.', {
          sell,
          sellPrice: price(route.sellAsset),
          buy,
          buyPrice: price(route.buyAsset),
        })}
      </p>
    </>
  );
}
