import { assetView } from '../tokens/asset-view.ts';
import { classNames } from '../ui/class-names.ts';
import { duration, percent, shortAmount } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { brandNames } from './provider-text.ts';
import { wayName } from './route-beside.ts';
import type { CardRoute } from './route-cards.ts';
import { routeKey } from './route-money.ts';

/** The ways in which one provider can do the swap, with what each yields and how long it takes. */
export function RouteWays({
  ways,
  shownKey,
  onChoose,
}: {
  ways: readonly CardRoute[];
  /** The way whose figures the card shows. */
  shownKey: string;
  onChoose: (key: string) => void;
}) {
  const t = useText();
  const [first] = ways;
  if (!first || ways.length < 2) return null;
  const name = t.list(first.route.providers.flatMap((id) => brandNames(id)));
  const boost = ways.find(({ route }) => route.meta.boost)?.route.meta.boost;
  return (
    <div className="grid gap-1.5">
      <fieldset
        aria-label={t('How {name} swaps', { name })}
        className="grid grid-cols-2 gap-2 @[560px]:grid-flow-col @[560px]:auto-cols-fr @[560px]:grid-cols-none"
      >
        {ways.map(({ route, gone }) => {
          const key = routeKey(route);
          const isShown = key === shownKey;
          const { symbol } = assetView(route.buyAsset);
          return (
            <button
              key={key}
              type="button"
              data-way={key}
              aria-pressed={isShown}
              disabled={gone}
              onClick={() => onChoose(key)}
              className={classNames(
                'flex min-h-11 flex-col rounded-6 border px-2.5 py-1.5 text-start disabled:bg-sunken',
                isShown
                  ? 'border-water bg-water-tint forced-colors:border-[Highlight]'
                  : 'border-line-3 hover:border-ink-3',
              )}
            >
              <span className={classNames('block font-medium', isShown && 'text-water')}>{wayName(t, route)}</span>
              <span className="num block text-13 text-ink-2">
                {gone ? (
                  t('No longer offered')
                ) : (
                  <>
                    <span className="ltr">
                      {shortAmount(route.expectedBuyAmount, t.tag)} {symbol}
                    </span>
                    {route.estimatedTime && (
                      <>
                        {' '}
                        <span className="whitespace-nowrap">· {duration(route.estimatedTime.total, t.tag)}</span>
                      </>
                    )}
                  </>
                )}
              </span>
            </button>
          );
        })}
      </fieldset>
      {boost && (
        <p className="text-13 text-ink-2">
          {t('Boosted skips the confirmations and costs {fee}.', {
            fee: percent(boost.feeBps / 100, t.tag, { digits: 3 }),
          })}
        </p>
      )}
    </div>
  );
}
