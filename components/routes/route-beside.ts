/** What choosing a variant of a route costs and saves against the plain one, in words. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { percentChange } from '../ui/decimal-math.ts';
import { duration, percent, usd } from '../ui/format.ts';
import { routeMoney } from './route-money.ts';

const STREAMING = '_STREAMING';

const only = (route: WireRoute): string => (route.providers.length === 1 ? (route.providers[0] ?? '') : '');

/** "4.10 more" or "0.3 % less"; undefined where there is no difference to speak of. */
function moneyWords(route: WireRoute, plain: WireRoute): string | undefined {
  const [own, other] = [routeMoney(route).netUsd, routeMoney(plain).netUsd];
  if (own !== undefined && other !== undefined) {
    const more = own - other;
    return Math.abs(more) < 0.01 ? undefined : `${usd(Math.abs(more))} ${more > 0 ? 'more' : 'less'}`;
  }
  const change = percentChange(plain.expectedBuyAmount, route.expectedBuyAmount);
  if (change === undefined || Math.abs(change) < 0.005) return undefined;
  return `${percent(Math.abs(change))} ${change > 0 ? 'more' : 'less'}`;
}

function timeWords(route: WireRoute, plain: WireRoute): string | undefined {
  const longer = (route.estimatedTime?.total ?? 0) - (plain.estimatedTime?.total ?? 0);
  if (!route.estimatedTime || !plain.estimatedTime || Math.abs(longer) < 10) return undefined;
  return `takes ${duration(Math.abs(longer))} ${longer > 0 ? 'longer' : 'less'}`;
}

/** Sentences for the card of `route`; none where it is no variant of another of `all`. */
export function beside(route: WireRoute, all: readonly WireRoute[]): string[] {
  const id = only(route);
  const against = (plain: WireRoute | undefined): string =>
    plain ? [moneyWords(route, plain), timeWords(route, plain)].filter((words) => words !== undefined).join(', ') : '';
  const sentences: string[] = [];
  if (route.meta.boost) {
    const plain = all.find((other) => only(other) === id && !other.meta.boost);
    const said = against(plain);
    const fee = percent(route.meta.boost.feeBps / 100, 'en', { digits: 3 });
    sentences.push(`Boost: your deposit counts at once for ${fee} of it${said ? `; ${said} than without` : ''}.`);
  }
  if (id.endsWith(STREAMING)) {
    const plain = all.find(
      (other) => `${only(other)}${STREAMING}` === id && Boolean(other.meta.boost) === Boolean(route.meta.boost),
    );
    const said = against(plain);
    if (said) sentences.push(`In parts: ${said} than in one.`);
  }
  return sentences;
}
