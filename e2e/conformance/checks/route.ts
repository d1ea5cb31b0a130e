/** Checks sections 2.3 to 2.5: a route, its legs, fees, times and warnings. */
import { sameAddress } from '../addresses.ts';
import { type Check, spec } from '../check.ts';
import { compareDecimals, isDecimal } from '../decimals.ts';
import {
  assetId,
  type Difference,
  decimal,
  differs,
  each,
  type Fields,
  filledText,
  integer,
  isFields,
  list,
  listOf,
  number,
  object,
  oneOf,
  table,
  text,
} from '../rules.ts';
import { CHAINS, FEE_TYPES, PROVIDERS, sameAsset, WARNING_CODES } from '../vocabulary.ts';
import { feesOf, fieldsBy, itemsOf, legsOf, overFees, overLegs, overRoutes } from './over-routes.ts';

export const routeRule = table(
  {
    providers: list,
    sellAsset: text,
    sellAmount: text,
    buyAsset: text,
    expectedBuyAmount: text,
    expectedBuyAmountMaxSlippage: text,
    sourceAddress: text,
    destinationAddress: text,
    fees: list,
    totalSlippageBps: number,
    legs: list,
    warnings: list,
    meta: object,
  },
  { targetAddress: text, inboundAddress: text, expiration: text, memo: text, estimatedTime: object },
);
const legRule = table(
  { provider: text, sellAsset: text, sellAmount: text, buyAsset: text, buyAmount: text, buyAmountMaxSlippage: text },
  { fees: list },
);
const feeRule = table({ type: text, amount: text, asset: text, chain: text, protocol: text });
const timeRule = table({ total: number }, { inbound: number, swap: number, outbound: number });
const warningRule = table({ code: filledText, display: text }, { tooltip: text });

/** A difference where `less` is above `more`; both in the same unit. */
const notAbove = (value: Fields, less: string, more: string, at: string): Difference[] => {
  const [one, other] = [value[less], value[more]];
  if (!isDecimal(one) || !isDecimal(other) || compareDecimals(one, other) <= 0) return [];
  return differs(`${at}.${less}`, `at most ${more} (${other})`, one);
};

const asAsked = (name: 'sellAsset' | 'buyAsset', route: Fields, at: string, request: Fields): Difference[] => {
  const [got, wanted] = [route[name], request[name]];
  if (typeof got !== 'string' || typeof wanted !== 'string' || sameAsset(got, wanted)) return [];
  return differs(`${at}.${name}`, `the asset that was asked for, ${wanted}`, got);
};

const echoed = (name: 'sourceAddress' | 'destinationAddress', route: Fields, at: string, request: Fields) => {
  const [got, wanted] = [route[name], request[name]];
  if (typeof got !== 'string' || typeof wanted !== 'string' || sameAddress(got, wanted)) return [];
  return differs(`${at}.${name}`, `the address of the request, ${wanted}`, got);
};

/** Each leg must sell what the leg before buys, from the route's sold asset to its bought one. */
function chained(route: Fields, at: string): Difference[] {
  const legs = legsOf(route, at);
  const differing = (one: unknown, other: unknown) =>
    typeof one === 'string' && typeof other === 'string' && !sameAsset(one, other);
  return legs.flatMap(({ item, at: here }, index) => {
    const before = legs[index - 1];
    const [from, what] = before
      ? [before.item.buyAsset, 'what the leg before bought']
      : [route.sellAsset, 'the route’s'];
    const isLast = index === legs.length - 1;
    return [
      ...(differing(from, item.sellAsset) ? differs(`${here}.sellAsset`, `${what}: ${from}`, item.sellAsset) : []),
      ...(isLast && differing(route.buyAsset, item.buyAsset)
        ? differs(`${here}.buyAsset`, `the route’s: ${route.buyAsset}`, item.buyAsset)
        : []),
    ];
  });
}

const plain = (id: unknown): string => String(id).replace('_STREAMING', '');
/** The providers in sequence; `A->B` counts as two. */
const stepsOf = (route: Fields): string[] => listOf(route.providers).flatMap((id) => plain(id).split('->'));

function legForEachStep(route: Fields, at: string): Difference[] {
  if (!Array.isArray(route.legs) || !Array.isArray(route.providers)) return [];
  const steps = stepsOf(route);
  const legs = route.legs.filter(isFields);
  if (legs.length !== steps.length) return differs(`${at}.legs`, `one entry per provider step: ${steps}`, legs.length);
  return legs.flatMap(({ provider }, index) =>
    typeof provider !== 'string' ||
    plain(provider)
      .split('->')
      .includes(steps[index] ?? '')
      ? []
      : differs(`${at}.legs[${index}].provider`, `${steps[index]}`, provider),
  );
}

const ROUTE_AMOUNTS = ['sellAmount', 'expectedBuyAmount', 'expectedBuyAmountMaxSlippage'];
const LEG_AMOUNTS = ['sellAmount', 'buyAmount', 'buyAmountMaxSlippage'];

export const ROUTE_CHECKS: readonly Check[] = [
  spec('route.fields', '2.3', 'every field that a route requires is there, all of their types', overRoutes(routeRule)),
  spec(
    'route.providers',
    '1, 2.3',
    'a route names its providers, each of the enumeration',
    overRoutes(({ providers }, at) => [
      ...(Array.isArray(providers) && providers.length === 0
        ? differs(`${at}.providers`, 'one at least', providers)
        : []),
      ...each((id, where) => (typeof id === 'string' ? oneOf(PROVIDERS)(id, where) : differs(where, 'a string', id)))(
        providers,
        `${at}.providers`,
      ),
    ]),
  ),
  spec(
    'route.asset-format',
    '1',
    'assets of routes, legs and fees are in the asset identifier format',
    overRoutes((route, at) => [
      ...fieldsBy(assetId, 'sellAsset', 'buyAsset')(route, at),
      ...legsOf(route, at).flatMap((leg) => fieldsBy(assetId, 'sellAsset', 'buyAsset')(leg.item, leg.at)),
      ...feesOf(route, at).flatMap((fee) => fieldsBy(assetId, 'asset')(fee.item, fee.at)),
    ]),
  ),
  spec(
    'route.assets',
    '2.3',
    'a route sells and buys what was asked for',
    overRoutes((route, at, { request }) => [
      ...asAsked('sellAsset', route, at, request),
      ...asAsked('buyAsset', route, at, request),
    ]),
  ),
  spec('route.amounts', '2.1', 'amounts of a route are decimals', overRoutes(fieldsBy(decimal, ...ROUTE_AMOUNTS))),
  spec(
    'route.guarantee',
    '2.3',
    'what a route guarantees is not above what it expects',
    overRoutes((route, at) => notAbove(route, 'expectedBuyAmountMaxSlippage', 'expectedBuyAmount', at)),
  ),
  spec(
    'route.addresses',
    '2.3',
    'a route has the addresses of the request',
    overRoutes((route, at, { request }) => [
      ...echoed('sourceAddress', route, at, request),
      ...echoed('destinationAddress', route, at, request),
    ]),
  ),
  spec(
    'route.estimated-time',
    '2.5',
    'estimated times are numbers, `total` is among them',
    overRoutes(({ estimatedTime }, at) =>
      isFields(estimatedTime) ? timeRule(estimatedTime, `${at}.estimatedTime`) : [],
    ),
  ),
  spec(
    'route.warnings',
    '2.5',
    'warnings have a code of the enumeration and a text',
    overRoutes(({ warnings }, at) => [
      ...listOf(warnings).flatMap((one, index) => warningRule(one, `${at}.warnings[${index}]`)),
      ...itemsOf(warnings, `${at}.warnings`).flatMap(({ item, at: here }) =>
        oneOf(WARNING_CODES)(item.code, `${here}.code`),
      ),
    ]),
  ),
  spec(
    'leg.fields',
    '2.4',
    'every field that a leg requires is there, all of their types',
    overRoutes(({ legs }, at) => listOf(legs).flatMap((leg, index) => legRule(leg, `${at}.legs[${index}]`))),
  ),
  spec(
    'leg.provider',
    '1, 2.4',
    'the provider of a leg is in the enumeration',
    overLegs(fieldsBy(oneOf(PROVIDERS), 'provider')),
  ),
  spec('leg.count', '1, 2.3', 'a route has one leg per provider step', overRoutes(legForEachStep)),
  spec('leg.chain', '2.3', 'legs lead from the sold asset to the bought one', overRoutes(chained)),
  spec('leg.amounts', '2.1', 'amounts of a leg are decimals', overLegs(fieldsBy(decimal, ...LEG_AMOUNTS))),
  spec(
    'leg.guarantee',
    '2.4',
    'what a leg guarantees is not above what it expects',
    overLegs((leg, at) => notAbove(leg, 'buyAmountMaxSlippage', 'buyAmount', at)),
  ),
  spec(
    'fee.fields',
    '2.5',
    'every field of a fee is there, all strings',
    overRoutes((route, at) => [
      ...listOf(route.fees).flatMap((fee, index) => feeRule(fee, `${at}.fees[${index}]`)),
      ...legsOf(route, at).flatMap((leg) =>
        listOf(leg.item.fees).flatMap((fee, index) => feeRule(fee, `${leg.at}.fees[${index}]`)),
      ),
    ]),
  ),
  spec(
    'fee.type',
    '2.5',
    'the type of a fee is in the enumeration (examples show both letter cases)',
    overFees(({ type }, at) =>
      typeof type === 'string' && !FEE_TYPES.includes(type.toLowerCase()) ? oneOf(FEE_TYPES)(type, `${at}.type`) : [],
    ),
  ),
  spec('fee.chain', '1, 2.5', 'the chain of a fee is in the enumeration', overFees(fieldsBy(oneOf(CHAINS), 'chain'))),
  spec('fee.protocol', '2.5', 'the protocol of a fee is a provider', overFees(fieldsBy(oneOf(PROVIDERS), 'protocol'))),
  spec('fee.amount', '2.5', 'the amount of a fee is a decimal', overFees(fieldsBy(decimal, 'amount'))),
];

/** The parts that checks of tracked routes share with these. */
export const routeDifferences = (route: Fields, at: string): Difference[] => [
  ...legsOf(route, at).flatMap((leg) => [
    ...legRule(leg.item, leg.at),
    ...fieldsBy(text, 'actualBuyAmount')(leg.item, leg.at),
    ...fieldsBy(decimal, 'actualBuyAmount', ...LEG_AMOUNTS)(leg.item, leg.at),
  ]),
  ...feesOf(route, at).flatMap((fee) => feeRule(fee.item, fee.at)),
  ...fieldsBy(decimal, 'actualBuyAmount', ...ROUTE_AMOUNTS)(route, at),
  ...fieldsBy(number, 'totalSlippageBps')(route, at),
  ...fieldsBy(integer, 'routeIndex')(route, at),
];
