import { Check } from 'lucide-react';
import { useId } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetView } from '../tokens/asset-view.ts';
import { Amount } from '../ui/amount.tsx';
import { classNames } from '../ui/class-names.ts';
import { percent } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { routeName } from './provider-text.ts';
import { beside, variantName } from './route-beside.ts';
import type { CardRoute } from './route-cards.ts';
import { routeKey } from './route-money.ts';

/** The variants of one provider side by side, each with its cost and savings against the first. */
export function RouteVariants({
  members,
  chosenKey,
  onChoose,
}: {
  members: readonly CardRoute[];
  chosenKey: string | undefined;
  onChoose: (key: string) => void;
}) {
  const t = useText();
  const routes = members.map(({ route }) => route);
  const boost = routes.find(({ meta }) => meta.boost)?.meta.boost;
  return (
    <div className="grid gap-1">
      <div
        className={classNames(
          'grid gap-2',
          members.length > 1 && 'grid-cols-2',
          members.length === 3 && '@[560px]:grid-cols-3',
          members.length > 3 && '@[560px]:grid-cols-4',
        )}
      >
        {members.map((member) => (
          <Variant
            key={routeKey(member.route)}
            member={member}
            routes={routes}
            chosen={routeKey(member.route) === chosenKey}
            onChoose={onChoose}
          />
        ))}
      </div>
      {boost && (
        <p className="text-12 text-ink-2">
          {t('Boosted: your deposit counts at once, for {fee} of it.', {
            fee: percent(boost.feeBps / 100, t.tag, { digits: 3 }),
          })}
        </p>
      )}
    </div>
  );
}

function Variant({
  member: { route, gone },
  routes,
  chosen,
  onChoose,
}: {
  member: CardRoute;
  routes: readonly WireRoute[];
  chosen: boolean;
  onChoose: (key: string) => void;
}) {
  const t = useText();
  const id = useId();
  const [plain] = routes;
  const { symbol } = assetView(route.buyAsset);
  return (
    <div
      className={classNames(
        'relative rounded-6 border px-2.5 py-1.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-water has-[input:focus-visible]:outline-offset-2',
        chosen ? 'border-water bg-water-tint forced-colors:border-[Highlight]' : 'border-line-2 hover:border-line-3',
        gone && 'bg-sunken',
      )}
    >
      <input
        type="radio"
        name="route"
        id={id}
        checked={chosen}
        aria-disabled={gone || undefined}
        onChange={() => !gone && onChoose(routeKey(route))}
        aria-describedby={`${id}-beside`}
        className="absolute inset-0 m-0 cursor-pointer appearance-none rounded-6 outline-none aria-disabled:cursor-not-allowed"
      />
      <label htmlFor={id} className="sr-only">
        <Amount value={route.expectedBuyAmount} symbol={symbol} /> {t('with {name}', { name: routeName(t, route) })}
      </label>
      <span aria-hidden className={classNames('block font-medium text-12', chosen ? 'text-water' : 'text-ink')}>
        {variantName(t, route, routes)}
        {chosen && <Check size={14} className="ms-1 inline align-[-2px]" />}
      </span>
      <span id={`${id}-beside`} className="num block text-12 text-ink-2">
        {gone ? (
          t('Offered no more')
        ) : plain && plain !== route ? (
          beside(t, route, plain)
        ) : (
          <Amount value={route.expectedBuyAmount} symbol={symbol} />
        )}
      </span>
    </div>
  );
}
