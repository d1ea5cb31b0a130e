import { type Check, portage } from '../check.ts';
import { compareDecimals, fractionDigits, isDecimal } from '../decimals.ts';
import type { Sample } from '../material.ts';
import type { ListedToken } from '../pairs.ts';
import { type Difference, differs, type Fields, oneOf, show } from '../rules.ts';
import { CHAINS, FEE_TYPES, splitAssetId } from '../vocabulary.ts';
import { metaOf } from './meta.ts';
import { feesOf, itemsOf, legsOf, overFees, overRoutes } from './over-routes.ts';

/** Every amount of a route with its asset. */
function amountsOf(route: Fields, at: string): { at: string; amount: unknown; asset: unknown }[] {
  return [
    { at: `${at}.sellAmount`, amount: route.sellAmount, asset: route.sellAsset },
    { at: `${at}.expectedBuyAmount`, amount: route.expectedBuyAmount, asset: route.buyAsset },
    { at: `${at}.expectedBuyAmountMaxSlippage`, amount: route.expectedBuyAmountMaxSlippage, asset: route.buyAsset },
    ...legsOf(route, at).flatMap(({ item, at: leg }) => [
      { at: `${leg}.sellAmount`, amount: item.sellAmount, asset: item.sellAsset },
      { at: `${leg}.buyAmount`, amount: item.buyAmount, asset: item.buyAsset },
      { at: `${leg}.buyAmountMaxSlippage`, amount: item.buyAmountMaxSlippage, asset: item.buyAsset },
    ]),
    ...feesOf(route, at).map(({ item, at: fee }) => ({ at: `${fee}.amount`, amount: item.amount, asset: item.asset })),
  ];
}

function readable(route: Fields, at: string): Difference[] {
  return amountsOf(route, at).flatMap(({ at: here, amount }) =>
    isDecimal(amount) && (/^0\d/.test(amount) || /\.\d*0$/.test(amount))
      ? differs(here, 'no leading and no trailing zeros', amount)
      : [],
  );
}

const decimalsOf = (tokens: readonly ListedToken[]): Map<string, number> =>
  new Map(tokens.flatMap(({ asset, decimals }) => (decimals === undefined ? [] : [[asset.toLowerCase(), decimals]])));

const precise: Check['run'] = async (context) => {
  const known = decimalsOf(await context.material.listed());
  return overRoutes((route, at) =>
    amountsOf(route, at).flatMap(({ at: here, amount, asset }) => {
      const most = known.get(String(asset).toLowerCase());
      if (most === undefined || !isDecimal(amount) || fractionDigits(amount) <= most) return [];
      return differs(here, `at most the ${most} fraction digits of ${asset}`, amount);
    }),
  )(context);
};

const equal = (got: unknown, wanted: unknown, at: string, what: string): Difference[] =>
  isDecimal(got) && isDecimal(wanted) && compareDecimals(got, wanted) !== 0
    ? differs(at, `${what}, ${wanted}`, got)
    : [];

/** Amounts: the route's must be those of its first and last leg, and each leg must sell what the one before buys. */
function sums(route: Fields, at: string): Difference[] {
  const legs = legsOf(route, at);
  return legs.flatMap(({ item, at: here }, index) => {
    const before = legs[index - 1]?.item.buyAmount;
    const sold = index === 0 ? route.sellAmount : before;
    const last = index === legs.length - 1;
    return [
      ...equal(item.sellAmount, sold, `${here}.sellAmount`, index === 0 ? 'what the route sells' : 'what was bought'),
      ...(last ? equal(item.buyAmount, route.expectedBuyAmount, `${here}.buyAmount`, 'what the route expects') : []),
      ...(last
        ? equal(
            item.buyAmountMaxSlippage,
            route.expectedBuyAmountMaxSlippage,
            `${here}.buyAmountMaxSlippage`,
            'what the route guarantees',
          )
        : []),
    ];
  });
}

const DEPENDENT = ['memo', 'tx', 'transaction', 'expiration'];
function indicative(route: Fields, at: string, { request }: Sample): Difference[] {
  const blank = (name: string) =>
    request[name] === undefined && route[name] !== ''
      ? differs(`${at}.${name}`, '"": none was given', route[name])
      : [];
  const early = request.destinationAddress === undefined ? DEPENDENT.filter((name) => route[name] !== undefined) : [];
  return [
    ...blank('sourceAddress'),
    ...blank('destinationAddress'),
    ...early.flatMap((name) => differs(`${at}.${name}`, 'absent: it depends on addresses', route[name])),
  ];
}

function expiration(route: Fields, at: string): Difference[] {
  if (route.expiration === undefined) return [];
  const seconds = Number(route.expiration);
  const right = /^\d+$/.test(String(route.expiration)) && seconds > Date.now() / 1000 - 600 && seconds < 1e11;
  return right ? [] : differs(`${at}.expiration`, 'digits: seconds since the epoch, not past', route.expiration);
}

/** A payable route must have an expiration. */
function lapses(route: Fields, at: string): Difference[] {
  const complete = Boolean(route.sourceAddress) && Boolean(route.destinationAddress);
  const payable = route.tx !== undefined || route.inboundAddress !== undefined;
  return complete && payable && route.expiration === undefined
    ? differs(`${at}.expiration`, 'a time: the route can be paid', undefined)
    : [];
}

/** Assets must be spelled as in the token list; an unlisted asset's chain must be an identifier of the enumeration. */
const canonical: Check['run'] = async (context) => {
  const listed = new Map((await context.material.listed()).map(({ asset }) => [asset.toLowerCase(), asset]));
  return overRoutes((route, at) =>
    amountsOf(route, at).flatMap(({ at: here, asset }) => {
      if (typeof asset !== 'string') return [];
      const known = listed.get(asset.toLowerCase());
      if (known !== undefined)
        return asset === known ? [] : differs(`${here} (asset)`, `as it is listed, ${known}`, asset);
      const split = splitAssetId(asset);
      return !split || CHAINS.includes(asset.split('.')[0] ?? '')
        ? []
        : differs(`${here} (asset)`, 'a chain of the enumeration', asset);
    }),
  )(context);
};

const overIndicative = (rule: Parameters<typeof overRoutes>[0]) =>
  overRoutes(rule, ({ material }) => material.indicative());

export const ROUTE_ADDITIONS: readonly Check[] = [
  portage('route.readable', '2.1', 'amounts have no leading and no trailing zeros', overRoutes(readable)),
  portage('route.precision', '2.1', 'amounts have no more fraction digits than their asset', precise),
  portage(
    'route.sell-amount',
    '2.3',
    'a route sells the amount that was asked for',
    overRoutes((route, at, { request }) =>
      equal(route.sellAmount, request.sellAmount, `${at}.sellAmount`, 'the amount asked for'),
    ),
  ),
  portage('route.sums', '2.4', 'amounts of the legs add up to those of the route', overRoutes(sums)),
  portage('route.canonical', '1', 'assets are written as in the list, chains in upper case', canonical),
  portage(
    'route.indicative',
    '2.3',
    'without addresses both are "" and nothing depends on them',
    overIndicative(indicative),
  ),
  portage('route.expiration', '2.3', '`expiration` is in seconds and not past', overRoutes(expiration)),
  portage('route.lapses', '2.3', 'a route that can be paid says until when', overRoutes(lapses)),
  portage(
    'route.slippage-percent',
    '2.7',
    '`meta.slippagePercent` echoes the tolerance',
    overRoutes((route, at, { request }) =>
      metaOf(route).slippagePercent === request.slippage
        ? []
        : differs(`${at}.meta.slippagePercent`, show(request.slippage), metaOf(route).slippagePercent),
    ),
  ),
  portage(
    'route.images',
    '2.7',
    'images are absolute addresses',
    overRoutes((route, at) =>
      itemsOf(metaOf(route).assets, `${at}.meta.assets`).flatMap(({ item, at: here }) =>
        typeof item.image !== 'string' || /^https?:\/\/\S+$/.test(item.image)
          ? []
          : differs(`${here}.image`, 'https://… or http://…', item.image),
      ),
    ),
  ),
  portage(
    'fee.type-case',
    '2.5',
    'fee types are in lower case',
    overFees(({ type }, at) =>
      typeof type === 'string' && FEE_TYPES.includes(type.toLowerCase()) ? oneOf(FEE_TYPES)(type, `${at}.type`) : [],
    ),
  ),
];
