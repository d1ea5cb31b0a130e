/** Ranks routes in one total order and explains in numbers why a route has a tag. */
import type { RouteTag } from './route.ts';

/** The price of speed: a faster route replaces the best one only where all three limits hold. */
const FASTER_BY_FACTOR = 2;
const MOST_COST_BPS = 10;
const MOST_COST_USD = 5;

/** The rule for RECOMMENDED as people read it; `recommended` below implements it. */
export const RECOMMENDED_RULE = `Recommended is the route with the best value after all fees, those included that the sender pays on top. A faster route takes its place only if it takes at most half the time and costs at most ${MOST_COST_BPS / 100} % of that value and at most ${MOST_COST_USD} USD; of several, the fastest. While the value of a route in money is unknown, expected amounts are compared, and no faster route takes the place. A route that guarantees less than your tolerance allows is recommended only if every route does.`;

/** The values by which a route is ranked. All routes of a quote buy one asset, so their base units compare. */
export type Measure = {
  /** USD value of the output minus what the sender pays on top. */
  valueAfterAllFeesUsd?: number | undefined;
  expectedBuyBaseUnits: bigint;
  totalSeconds?: number | undefined;
  /** Whether the guarantee is further below the expectation than the tolerance allows. */
  belowTolerance: boolean;
  /** Place of the provider in the enumeration, and of the route among the provider's own; the last tie-breaker. */
  providerIndex: number;
};

export type Tagged<T> = { item: T; tags: { tag: RouteTag; reason: string }[] };

const ascending = (a: number | bigint, b: number | bigint): number => (a < b ? -1 : a > b ? 1 : 0);
const known = (value: number | undefined, worst: number): number =>
  value === undefined || Number.isNaN(value) ? worst : value;
const secondsOf = (measure: Measure): number => known(measure.totalSeconds, Number.POSITIVE_INFINITY);
const worthOf = (measure: Measure): number => known(measure.valueAfterAllFeesUsd, Number.NEGATIVE_INFINITY);
const byOutput = (a: Measure, b: Measure): number => ascending(b.expectedBuyBaseUnits, a.expectedBuyBaseUnits);
const byTime = (a: Measure, b: Measure): number => ascending(secondsOf(a), secondsOf(b));
const byTolerance = (a: Measure, b: Measure): number => Number(a.belowTolerance) - Number(b.belowTolerance);
const byProvider = (a: Measure, b: Measure): number => ascending(a.providerIndex, b.providerIndex);

/** Sorts by value after all fees, then output, time, tolerance and provider. Negative when `a` ranks before `b`. */
export const compareRoutes = (a: Measure, b: Measure): number =>
  ascending(worthOf(b), worthOf(a)) || byOutput(a, b) || byTime(a, b) || byTolerance(a, b) || byProvider(a, b);

/** Whether the route's value is so close to `best` that a shorter time makes up for it; false without prices. */
function nearlyAsGood({ valueAfterAllFeesUsd: value }: Measure, { valueAfterAllFeesUsd: best }: Measure): boolean {
  if (value === undefined || best === undefined) return false;
  return best - value <= Math.min((best * MOST_COST_BPS) / 10_000, MOST_COST_USD);
}

/** Picks the recommended route by `RECOMMENDED_RULE`. @param candidates sorted by `compareRoutes`, `best` first. */
function recommended<E extends { measure: Measure }>(candidates: readonly E[], best: E): E {
  const limit = secondsOf(best.measure) / FASTER_BY_FACTOR;
  const sooner = candidates.filter(
    (entry) =>
      entry !== best &&
      Number.isFinite(limit) &&
      secondsOf(entry.measure) <= limit &&
      nearlyAsGood(entry.measure, best.measure),
  );
  return sooner.sort((a, b) => byTime(a.measure, b.measure))[0] ?? best;
}

const ONLY_ROUTE = 'the only route';

const percent = (fraction: number): string => {
  const value = fraction * 100;
  if (value < 0.01) return 'less than 0.01 %';
  return `${value.toFixed(value < 1 ? 2 : 1).replace(/\.?0+$/, '')} %`;
};

const duration = (seconds: number): string => {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 100 * 60) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1).replace(/\.0$/, '')} h`;
};

/** `by / of` as a float, exact up to eight digits; infinite when `of` is zero. */
const share = (by: bigint, of: bigint): number =>
  by === 0n ? 0 : of <= 0n ? Number.POSITIVE_INFINITY : Number((by * 100_000_000n) / of) / 100_000_000;

/** The words of a quote for what is sold, and of one for what is to arrive, whose routes sell more or less for it. */
export type RankWords = { best: string; lead: (by: string) => string };
export const MOST_RECEIVED: RankWords = { best: 'most received', lead: (by) => `${by} more than the next` };
export const LEAST_SOLD: RankWords = { best: 'least sold', lead: (by) => `the next takes ${by} more` };

/** A lead over the next route, as a share of that route's value. Absurdly high percentages are not printed. */
const lead = (fraction: number, words: RankWords): string => words.lead(fraction < 9 ? percent(fraction) : 'far');

function cheapestReason(own: Measure, next: Measure, words: RankWords): string {
  const more = own.expectedBuyBaseUnits - next.expectedBuyBaseUnits;
  if (more > 0n) return `${words.best}, ${lead(share(more, next.expectedBuyBaseUnits), words)}`;
  const sooner = secondsOf(next) - secondsOf(own);
  return Number.isFinite(sooner) && sooner > 0
    ? `${words.best}, as much as the next and ${duration(sooner)} sooner`
    : `${words.best}, as much as the next`;
}

function fastestReason(own: Measure, next: Measure): string {
  const sooner = secondsOf(next) - secondsOf(own);
  if (Number.isFinite(sooner) && sooner > 0) return `done ${duration(sooner)} sooner than the next`;
  return secondsOf(own) === secondsOf(next) ? 'done as soon as the next, with no less received' : 'the only known time';
}

/** How far `worse` is below `better`, as a share of `base`: in USD where known, else in output. */
function distance(better: Measure, worse: Measure, base: Measure): number {
  const [high, low, whole] = [better, worse, base].map((measure) => measure.valueAfterAllFeesUsd);
  if (high === undefined || low === undefined || whole === undefined)
    return share(better.expectedBuyBaseUnits - worse.expectedBuyBaseUnits, base.expectedBuyBaseUnits);
  if (high === low) return 0;
  return whole > 0 ? (high - low) / whole : Number.POSITIVE_INFINITY;
}

/** @param among text ' of …' for the case that the tolerance excludes some routes. */
function recommendedReason(own: Measure, best: Measure, next: Measure, among: string, words: RankWords): string {
  if (own === best) {
    const ahead = distance(best, next, next);
    const value = best.valueAfterAllFeesUsd === undefined ? words.best : 'best value after all fees';
    return `${value}${among}, ${ahead === 0 ? 'as good as the next' : lead(ahead, words)}`;
  }
  const sooner = `done ${duration(secondsOf(best) - secondsOf(own))} sooner`;
  const behind = distance(best, own, best);
  return behind > 0 && behind < 1 ? `${percent(behind)} below the best value, ${sooner}` : `the best value, ${sooner}`;
}

/** The recommended route and the reason. @param sorted by `compareRoutes`. */
function recommendation<E extends { measure: Measure }>(
  sorted: readonly E[],
  words: RankWords,
): { first: E; reason: string } | undefined {
  const kept = sorted.filter(({ measure }) => !measure.belowTolerance);
  const candidates = kept.length > 0 ? kept : sorted;
  const [best, next] = candidates;
  if (best === undefined) return undefined;
  const first = recommended(candidates, best);
  const some = candidates.length < sorted.length;
  if (!next) return { first, reason: some ? 'the only route that keeps to your tolerance' : ONLY_ROUTE };
  const among = some ? ' of the routes that keep to your tolerance' : '';
  return { first, reason: recommendedReason(first.measure, best.measure, next.measure, among, words) };
}

/**
 * Sorts routes into the order in which they are sent: the recommended one first, the rest by `compareRoutes`. Each tag
 * is on exactly one route, with its reason in numbers; a single route has all three. Equal measures keep their order.
 */
export function rankRoutes<T>(
  items: readonly T[],
  measure: (item: T) => Measure,
  words: RankWords = MOST_RECEIVED,
): Tagged<T>[] {
  const measured = items.map((item) => ({ item, measure: measure(item) }));
  const allPriced = measured.every((entry) => Number.isFinite(entry.measure.valueAfterAllFeesUsd));
  // With one route unpriced the order would depend on which two are compared, so output decides for all of them.
  const entries = measured.map(({ item, measure: own }): Tagged<T> & { measure: Measure } => ({
    item,
    measure: allPriced ? own : { ...own, valueAfterAllFeesUsd: undefined },
    tags: [],
  }));
  const sorted = entries.sort((a, b) => compareRoutes(a.measure, b.measure));
  const found = recommendation(sorted, words);
  if (found === undefined) return [];
  const { first, reason } = found;
  const byMost = [...sorted].sort((a, b) => byOutput(a.measure, b.measure) || byTime(a.measure, b.measure));
  const bySoonest = [...sorted].sort((a, b) => byTime(a.measure, b.measure) || byOutput(a.measure, b.measure));
  const [most = first, nextMost] = byMost;
  const [soonest = first, nextSoonest] = bySoonest;
  first.tags.push({ tag: 'RECOMMENDED', reason });
  most.tags.push({
    tag: 'CHEAPEST',
    reason: nextMost ? cheapestReason(most.measure, nextMost.measure, words) : ONLY_ROUTE,
  });
  soonest.tags.push({
    tag: 'FASTEST',
    reason: nextSoonest ? fastestReason(soonest.measure, nextSoonest.measure) : ONLY_ROUTE,
  });
  return [first, ...sorted.filter((entry) => entry !== first)].map(({ item, tags }) => ({ item, tags }));
}
