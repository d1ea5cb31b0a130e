/** Checks sections 2.2 and 4.1: the answer to a quote as a whole. */
import { type Check, findingsOf, NotJudged, spec, wantStatus } from '../check.ts';
import { differs, filledText, list, listOf, object, oneOf, table, text } from '../rules.ts';
import { PROVIDER_ERROR_CODES, PROVIDERS } from '../vocabulary.ts';
import { itemsOf, overSamples } from './over-routes.ts';

const answerRule = table({ quoteId: filledText, routes: list }, { error: text, providerErrors: list });
const providerErrorRule = table({ provider: text, errorCode: text, message: text });

const idsIn = (value: unknown): string[] => listOf(value).filter((id) => typeof id === 'string');

export const QUOTE_CHECKS: readonly Check[] = [
  spec('quote.status', '4.1', 'a request that nothing is wrong with is answered with 200', async ({ material }) =>
    (await material.samples()).flatMap(({ answer }) => wantStatus(answer, 200)),
  ),
  spec(
    'quote.fields',
    '2.2',
    '`quoteId` and `routes` are there; `error` and `providerErrors` are of their types',
    overSamples(({ body }) => answerRule(body, '')),
  ),
  spec('quote.id', '2.2', 'every quote has an identifier of its own', async ({ material }) => {
    const seen = new Set<unknown>();
    return (await material.samples()).flatMap((sample) => {
      const { quoteId } = sample.body;
      if (typeof quoteId !== 'string' || !seen.has(quoteId)) {
        seen.add(quoteId);
        return [];
      }
      return findingsOf(sample, differs('quoteId', 'one that no other quote has', quoteId));
    });
  }),
  spec(
    'quote.routes',
    '2.2',
    'every route is an object',
    overSamples(({ body }) => listOf(body.routes).flatMap((route, index) => object(route, `routes[${index}]`))),
  ),
  spec(
    'quote.provider-errors',
    '2.2',
    'every provider error has `provider`, `errorCode` and `message`',
    overSamples(({ body }) =>
      listOf(body.providerErrors).flatMap((one, index) => providerErrorRule(one, `providerErrors[${index}]`)),
    ),
  ),
  spec(
    'quote.provider-errors.provider',
    '1, 2.2',
    'the provider of an error is in the enumeration',
    overSamples(({ body }) =>
      itemsOf(body.providerErrors, 'providerErrors').flatMap(({ item, at }) =>
        oneOf(PROVIDERS)(item.provider, `${at}.provider`),
      ),
    ),
  ),
  spec(
    'quote.provider-errors.code',
    '7.3',
    'the code of a provider error is in the enumeration',
    overSamples(({ body }) =>
      itemsOf(body.providerErrors, 'providerErrors').flatMap(({ item, at }) =>
        oneOf(PROVIDER_ERROR_CODES)(item.errorCode, `${at}.errorCode`),
      ),
    ),
  ),
  spec(
    'quote.restricted',
    '2.1',
    '`providers` restricts which providers are asked',
    overSamples(
      ({ request, body, routes }) => {
        const asked = idsIn(request.providers);
        const steps = new Set([...asked, ...asked.flatMap((id) => id.split('->'))]);
        const stranger = (ids: string[], at: string) =>
          ids.filter((id) => !steps.has(id)).flatMap((id) => differs(at, `only ${asked.join(', ')}`, id));
        return [
          ...routes.flatMap(({ route, at }) => stranger(idsIn(route.providers), `${at}.providers`)),
          ...itemsOf(body.providerErrors, 'providerErrors').flatMap(({ item, at }) =>
            stranger(idsIn([item.provider]), `${at}.provider`),
          ),
        ];
      },
      ({ material }) => material.byProvider(),
    ),
  ),
  spec('quote.slippage-bounds', '8', 'slippage 0 and 100 are taken', async ({ ask, material }) => {
    const good = await material.goodRequest();
    const answers = await Promise.all(
      [0, 100].map((slippage) => ask({ method: 'POST', path: '/v1/quote', body: { ...good, slippage } })),
    );
    return answers.flatMap((answer) => wantStatus(answer, 200));
  }),
  spec('quote.affiliate', '1', 'an affiliate’s fee appears in the route fees', async ({ ask, material, options }) => {
    if (options.affiliate === undefined) throw new NotJudged('no --affiliate was named');
    const body = { ...(await material.goodRequest()), affiliate: options.affiliate, affiliateFee: 30 };
    const answer = await ask({ method: 'POST', path: '/v1/quote', body });
    const wrong = wantStatus(answer, 200);
    if (wrong.length > 0) return wrong;
    const routes = itemsOf(listOf((answer.json as { routes?: unknown } | undefined)?.routes), 'routes');
    if (routes.length === 0) throw new NotJudged('no provider offered a route with that affiliate');
    const named = (fees: unknown) => itemsOf(fees, '').some(({ item }) => /^affiliate$/i.test(String(item.type)));
    return routes.flatMap(({ item, at }) =>
      named(item.fees) ? [] : findingsOf(answer, differs(`${at}.fees`, 'one of type affiliate', item.fees)),
    );
  }),
];
