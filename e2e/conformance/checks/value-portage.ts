/**
 * Checks Portage's own rules for money: which route is recommended, how far a guarantee may miss, and the USD values of
 * fees.
 */
import { type Check, findingsOf, NotJudged, portage, wantStatus } from '../check.ts';
import { isDecimal } from '../decimals.ts';
import { type Sample, sampleOf } from '../material.ts';
import { type Difference, differs, type Fields, fieldsOf, listOf } from '../rules.ts';
import { metaOf } from './meta.ts';
import { itemsOf, overRoutes, overSamples } from './over-routes.ts';

/**
 * Limits of a faster recommended route: cost as a share of the value, cost in USD, and its time as a share of the best
 * route's.
 */
const MOST_COST = { share: 0.001, usd: 5, time: 0.5 };
/** The tolerated difference between equal values, due to rounded prices and amounts. */
const NOISE = 1e-6;
const BASIS_POINT = 0.0001;

const worth = (route: Fields, asset: unknown, amount: unknown): number | undefined => {
  const key = String(asset).toLowerCase();
  const priced = itemsOf(metaOf(route).assets, '').find(({ item }) => String(item.asset).toLowerCase() === key);
  const price = priced?.item.price;
  return typeof price === 'number' && isDecimal(amount) ? price * Number(amount) : undefined;
};

/** The route's own fees; its legs repeat them. */
const feesOf = (route: Fields, at: string) => itemsOf(route.fees, `${at}.fees`);

const isOnTop = ({ type, included }: Fields): boolean =>
  (type === 'inbound' || type === 'network') && included !== true;

/** USD value after all fees; a fee of unknown price counts as nothing. */
function netOf(route: Fields): number | undefined {
  const bought = worth(route, route.buyAsset, route.expectedBuyAmount);
  const onTop = feesOf(route, '').filter(({ item }) => isOnTop(item));
  return bought === undefined
    ? undefined
    : onTop.reduce((value, { item }) => value - (worth(route, item.asset, item.amount) ?? 0), bought);
}

function shortfallOf(route: Fields): number {
  const { expectedBuyAmount: expected, expectedBuyAmountMaxSlippage: least } = route;
  return isDecimal(expected) && isDecimal(least) && Number(expected) > 0 ? 1 - Number(least) / Number(expected) : 0;
}

const isBelow = (route: Fields, { request }: Sample): boolean =>
  shortfallOf(route) > Number(request.slippage) / 100 + BASIS_POINT;
const isRecommended = (route: Fields): boolean => listOf(metaOf(route).tags).includes('RECOMMENDED');
const secondsOf = (route: Fields): number => Number(fieldsOf(route.estimatedTime).total ?? Number.POSITIVE_INFINITY);

/**
 * The recommended route must have the best value or be faster within the limits; routes without a price are not judged.
 */
function recommended(sample: Sample): Difference[] {
  const kept = sample.routes.filter(({ route }) => !isBelow(route, sample));
  const candidates = kept.length > 0 ? kept : sample.routes;
  const chosen = candidates.find(({ route }) => isRecommended(route));
  const nets = sample.routes.map(({ route }) => netOf(route));
  if (!chosen || nets.includes(undefined)) return [];
  const own = netOf(chosen.route) ?? 0;
  const [best] = candidates.toSorted((a, b) => (netOf(b.route) ?? 0) - (netOf(a.route) ?? 0));
  const value = best ? (netOf(best.route) ?? 0) : own;
  const cost = value - own;
  const noise = Math.abs(value) * NOISE;
  const cheap = cost <= Math.min(value * MOST_COST.share, MOST_COST.usd) + noise;
  const quick = best !== undefined && secondsOf(chosen.route) <= secondsOf(best.route) * MOST_COST.time;
  if (cost <= noise || (cheap && quick)) return [];
  return differs(`${chosen.at}.meta.tags`, `RECOMMENDED on ${best?.at}, worth ${value} after all fees`, own);
}

function tolerance(sample: Sample): Difference[] {
  const below = sample.routes.filter(({ route }) => isBelow(route, sample));
  const others = below.length < sample.routes.length;
  return below.flatMap(({ route, at }) => [
    ...(itemsOf(route.warnings, '').some(({ item }) => item.code === 'highSlippage')
      ? []
      : differs(`${at}.warnings`, 'highSlippage: it guarantees less than the tolerance allows', route.warnings)),
    ...(others && isRecommended(route)
      ? differs(`${at}.meta.tags`, 'no RECOMMENDED while another route keeps to the tolerance', metaOf(route).tags)
      : []),
  ]);
}

function labels(route: Fields, at: string): Difference[] {
  const fees = feesOf(route, at);
  return fees.flatMap(({ item, at: here }) => {
    const same = fees.filter((other) => other.item.type === item.type);
    const named = same.filter(({ item: { label } }) => label === item.label).length === 1;
    return same.length < 2 || (typeof item.label === 'string' && named)
      ? []
      : differs(`${here}.label`, `a label of its own: there are two fees of type ${item.type}`, item.label);
  });
}

const near = (got: unknown, wanted: number): boolean =>
  typeof got === 'number' && Math.abs(got - wanted) <= Math.abs(wanted) * NOISE + 1e-9;

/** Each fee's value must match the route's own prices, and so must their sum where every fee has a price. */
function feesInUsd(route: Fields, at: string): Difference[] {
  const fees = feesOf(route, at).map((fee) => ({ ...fee, wanted: worth(route, fee.item.asset, fee.item.amount) }));
  const total = fees.reduce((sum, { wanted }) => sum + (wanted ?? Number.NaN), 0);
  return [
    ...fees.flatMap(({ item, at: here, wanted }) =>
      wanted === undefined || near(item.usd, wanted) ? [] : differs(`${here}.usd`, String(wanted), item.usd),
    ),
    ...(Number.isNaN(total) || near(metaOf(route).feesUsd, total)
      ? []
      : differs(`${at}.meta.feesUsd`, String(total), metaOf(route).feesUsd)),
  ];
}

/** A symbol that no provider lists at a token's address must give `tokenNotFound`, naming the listed asset. */
const otherSymbol: Check['run'] = async ({ ask, material }) => {
  const good = await material.goodRequest();
  const listed = (await material.listed()).find(({ asset }) => /^ETH\.[^-]+-0x/.test(asset));
  if (!listed) throw new NotJudged('no token of Ethereum is listed');
  const buyAsset = listed.asset.replace(/^ETH\.[^-]+-/, 'ETH.XNOBODY-');
  const request = { ...good, buyAsset, destinationAddress: undefined };
  const answer = await ask({ method: 'POST', path: '/v1/quote', body: request });
  const wrong = wantStatus(answer, 200);
  if (wrong.length > 0) return wrong;
  const { routes, body } = sampleOf(request, answer);
  const errors = itemsOf(body.providerErrors, 'providerErrors').map(({ item }) => item);
  const naming = errors.some(
    ({ errorCode, message }) => errorCode === 'tokenNotFound' && String(message).includes(listed.asset),
  );
  return findingsOf(answer, [
    ...(routes.length === 0 ? [] : differs('routes', '[]: nobody lists that symbol at the address', routes.length)),
    ...(naming ? [] : differs('providerErrors', `tokenNotFound that names ${listed.asset}`, errors)),
  ]);
};

export const VALUE_ADDITIONS: readonly Check[] = [
  portage(
    'route.recommended',
    '2.7',
    'RECOMMENDED is the best value after all fees; a faster route costs at most 0.1 % and 5 USD',
    overSamples(recommended),
  ),
  portage(
    'route.tolerance',
    '2.7',
    'a guarantee below the tolerance is warned of, and recommended only if every route has one',
    overSamples(tolerance),
  ),
  portage('fee.labels', '2.5', 'two fees of one type have a label each', overRoutes(labels)),
  portage('fee.usd', '2.5', 'fees are told in USD, each and all', overRoutes(feesInUsd)),
  portage('quote.symbol', '2.1', 'a symbol that is not listed at the address is tokenNotFound', otherSymbol),
];
