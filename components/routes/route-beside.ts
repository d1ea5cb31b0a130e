/** Compares a provider's variants: what one costs and saves against the plain one. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { msg, type Text } from '../../lib/i18n/text.ts';
import { percentChange } from '../ui/decimal-math.ts';
import { duration, percent, usd } from '../ui/format.ts';
import { streams } from './provider-text.ts';
import { routeMoney } from './route-money.ts';

type Way = 'more' | 'less' | 'same';

/** Smaller differences of time are ignored. */
const LEAST_SECONDS = 10;

function moneyBeside(t: Text, route: WireRoute, plain: WireRoute): { way: Way; words: string } {
  const [own, other] = [routeMoney(route).netUsd, routeMoney(plain).netUsd];
  if (own !== undefined && other !== undefined) {
    const more = own - other;
    const way = Math.abs(more) < 0.01 ? 'same' : more > 0 ? 'more' : 'less';
    return { way, words: usd(Math.abs(more), t.tag) };
  }
  const change = percentChange(plain.expectedBuyAmount, route.expectedBuyAmount) ?? 0;
  const way = Math.abs(change) < 0.005 ? 'same' : change > 0 ? 'more' : 'less';
  return { way, words: percent(Math.abs(change), t.tag) };
}

function timeBeside(t: Text, route: WireRoute, plain: WireRoute): { way: Way; words: string } {
  const longer = (route.estimatedTime?.total ?? 0) - (plain.estimatedTime?.total ?? 0);
  const none = !route.estimatedTime || !plain.estimatedTime || Math.abs(longer) < LEAST_SECONDS;
  return { way: none ? 'same' : longer > 0 ? 'more' : 'less', words: duration(Math.abs(longer), t.tag) };
}

/** Sentences by the difference in money, then in time. */
const SENTENCES: Readonly<Record<Way, Readonly<Record<Way, string>>>> = {
  more: {
    more: msg('{money} more, takes {time} longer'),
    less: msg('{money} more, takes {time} less'),
    same: msg('{money} more'),
  },
  less: {
    more: msg('{money} less, takes {time} longer'),
    less: msg('{money} less, takes {time} less'),
    same: msg('{money} less'),
  },
  same: {
    more: msg('as much, takes {time} longer'),
    less: msg('as much, takes {time} less'),
    same: msg('as much, as fast'),
  },
};

/** `route` compared with `plain`: "$4.10 more, takes 6 min longer". */
export function beside(t: Text, route: WireRoute, plain: WireRoute): string {
  const money = moneyBeside(t, route, plain);
  const time = timeBeside(t, route, plain);
  return t(SENTENCES[money.way][time.way], { money: money.words, time: time.words });
}

/**
 * The name of a variant on a card.
 * @param all the routes that share the card.
 */
export function variantName(t: Text, route: WireRoute, all: readonly WireRoute[]): string {
  const inParts = route.providers.some(streams);
  if (route.meta.boost) return inParts ? t('In parts, boosted') : t('Boosted');
  if (inParts) return t('In parts');
  return all.some((other) => other.providers.some(streams)) ? t('In one go') : t('Without boost');
}
