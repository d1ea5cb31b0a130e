/** Checks quotes for a wanted output: every route reaches it, and a request names one amount, not two. */
import type { Ask } from '../asker.ts';
import { type Check, findingsOf, NotJudged, portage, wantStatus } from '../check.ts';
import { compareDecimals, isDecimal } from '../decimals.ts';
import { sampleOf } from '../material.ts';
import { differs, type Fields } from '../rules.ts';

const post = (body: Fields): Ask => ({ method: 'POST', path: '/v1/quote', body });

type Context = Parameters<Check['run']>[0];
/** A request for what a sale of the good request was expected to bring. */
async function wantedRequest({ ask, material }: Context): Promise<Fields & { buyAmount: string }> {
  const { sellAmount: _sold, ...good } = await material.goodRequest();
  const { routes } = sampleOf(good, await ask(post({ ...good, sellAmount: _sold })));
  const buyAmount = routes[0]?.route.expectedBuyAmount;
  if (!isDecimal(buyAmount)) throw new NotJudged('the pair of the other checks has no route');
  return { ...good, buyAmount };
}

const REACHED: Readonly<Record<string, string>> = {
  guaranteed: 'expectedBuyAmountMaxSlippage',
  expected: 'expectedBuyAmount',
};

const reached: Check['run'] = async (context) => {
  const { buyAmount, ...rest } = await wantedRequest(context);
  const asked = [undefined, 'guaranteed', 'expected'].map(async (exact) => {
    const request = { ...rest, buyAmount, ...(exact === undefined ? {} : { exact }) };
    const answer = await context.ask(post(request));
    const wrong = wantStatus(answer, 200);
    if (wrong.length > 0) return wrong;
    const field = REACHED[exact ?? 'guaranteed'] ?? '';
    const short = sampleOf(request, answer).routes.flatMap(({ route, at }) => {
      const came = route[field];
      const isEnough = isDecimal(came) && compareDecimals(came, buyAmount) >= 0;
      return isEnough ? [] : differs(`${at}.${field}`, `${buyAmount} or more`, came);
    });
    return findingsOf(answer, short);
  });
  return (await Promise.all(asked)).flat();
};

const oneOfTwo: Check['run'] = async ({ ask, material }) => {
  const good = await material.goodRequest();
  return wantStatus(await ask(post({ ...good, buyAmount: '1' })), 400);
};

export const WANTED_ADDITIONS: readonly Check[] = [
  portage('quote.wanted', '2.1', 'with `buyAmount` every route reaches it, by the amount that `exact` names', reached),
  portage('quote.one-amount', '2.1', '`sellAmount` and `buyAmount` together are refused', oneOfTwo),
];
