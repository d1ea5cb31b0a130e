/** For tests: what a liar can say of the two legs of a route, and of where they meet. */
import { type FalsifiedRoute, type Json, type Route, withMeta } from './falsified-route.ts';

/** The legs are what the first one's bytes are held to, and where the second begins. */
export function legLies(route: Route): FalsifiedRoute[] {
  const { legs = [], meta } = route;
  const { bridge } = meta;
  const [first, second] = legs;
  if (!bridge || !first || !second) return [];
  const withLegs = (where: string, one: Json, other: Json): FalsifiedRoute => ({
    where,
    route: {
      ...route,
      legs: [
        { ...first, ...one },
        { ...second, ...other },
      ],
    },
  });
  const other = 'ETH.USDT-0xdAC17F958D2ee523a2206206994597C13D831ec7';
  return [
    { where: 'no second leg', route: { ...route, legs: [first] } },
    { where: 'a third leg', route: { ...route, legs: [first, second, second] } },
    { where: 'no place where they meet', route: withMeta(route, { bridge: undefined }) },
    { where: 'another asset where they meet', route: withMeta(route, { bridge: { ...bridge, asset: other } }) },
    withLegs('who makes the first', { provider: 'GARDEN' }, {}),
    withLegs('what the first sells', { sellAmount: '1' }, {}),
    withLegs('what the first buys', { buyAsset: other }, {}),
    withLegs('what the second sells', {}, { sellAmount: '1' }),
    withLegs('which asset the second sells', {}, { sellAsset: other }),
    withLegs('what the second buys', {}, { buyAsset: 'DOGE.DOGE' }),
    withLegs('what the second guarantees', {}, { buyAmountMaxSlippage: '0' }),
  ];
}
