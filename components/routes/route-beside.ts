/** Compares one route with another in time and money: "21 min faster, $42 less". */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { msg, type Text } from '../../lib/i18n/text.ts';
import { percentChange } from '../ui/decimal-math.ts';
import { duration, percent, usdRounded } from '../ui/format.ts';
import { streams } from './provider-text.ts';
import { routeMoney } from './route-money.ts';

type Way = 'more' | 'less' | 'same';

/** Differences of time below both limits are ignored: seconds, and the share of the longer time. */
const LEAST_SECONDS = 10;
const LEAST_SHARE = 0.05;

/** The time as `duration` shows it, so that a difference is that of the figures on the page. */
const shownSeconds = (seconds: number): number => (seconds < 60 ? Math.round(seconds) : Math.round(seconds / 60) * 60);

const wayOf = (difference: number, least: number): Way =>
  Math.abs(difference) < least ? 'same' : difference > 0 ? 'more' : 'less';

/** `route` against `other` after all fees: in money if prices are known, else in percent of the amount. */
function moneyBeside(route: WireRoute, other: WireRoute): { way: Way; usd?: number; percent?: number } {
  const [own, theirs] = [routeMoney(route).netUsd, routeMoney(other).netUsd];
  if (own !== undefined && theirs !== undefined) return { way: wayOf(own - theirs, 0.01), usd: Math.abs(own - theirs) };
  const change = percentChange(other.expectedBuyAmount, route.expectedBuyAmount) ?? 0;
  return { way: wayOf(change, 0.005), percent: Math.abs(change) };
}

/** `more` when `route` takes longer. */
function timeBeside(route: WireRoute, other: WireRoute): { way: Way; seconds: number } {
  const [own, theirs] = [route.estimatedTime?.total, other.estimatedTime?.total].map(
    (seconds) => seconds && shownSeconds(seconds),
  );
  const longer = (own ?? 0) - (theirs ?? 0);
  const least = Math.max(LEAST_SECONDS, LEAST_SHARE * Math.max(own ?? 0, theirs ?? 0));
  const isKnown = own !== undefined && theirs !== undefined;
  return { way: isKnown ? wayOf(longer, least) : 'same', seconds: Math.abs(longer) };
}

/** Sentences by the difference in money, then in time. */
const SENTENCES: Readonly<Record<Way, Readonly<Record<Way, string | undefined>>>> = {
  more: {
    more: msg('{time} slower, {money} more'),
    less: msg('{time} faster, {money} more'),
    same: msg('{money} more'),
  },
  less: {
    more: msg('{time} slower, {money} less'),
    less: msg('{time} faster, {money} less'),
    same: msg('{money} less'),
  },
  same: { more: msg('{time} slower'), less: msg('{time} faster'), same: undefined },
};

/** `route` compared with `other`; '' when they do not differ. */
export function beside(t: Text, route: WireRoute, other: WireRoute): string {
  const money = moneyBeside(route, other);
  const time = timeBeside(route, other);
  const sentence = SENTENCES[money.way][time.way];
  if (sentence === undefined) return '';
  return t(sentence, {
    money: money.usd === undefined ? percent(money.percent ?? 0, t.tag) : usdRounded(money.usd, t.tag),
    time: duration(time.seconds, t.tag),
  });
}

/** Whether `route` is faster than `other` or yields more. */
export const isAhead = (route: WireRoute, other: WireRoute): boolean =>
  moneyBeside(route, other).way === 'more' || timeBeside(route, other).way === 'less';

/** Whether the two do not differ in money or time. */
export const sameOutcome = (route: WireRoute, other: WireRoute): boolean =>
  moneyBeside(route, other).way === 'same' && timeBeside(route, other).way === 'same';

/** The name of one provider's way to swap, where it has several. */
export function wayName(t: Text, { providers, meta }: WireRoute): string {
  const streaming = providers.some(streams);
  if (meta.boost) return streaming ? t('Streaming and boosted') : t('Boosted');
  return streaming ? t('Streaming') : t('All at once');
}
