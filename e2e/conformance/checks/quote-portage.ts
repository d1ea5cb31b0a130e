/**
 * Checks Portage's own rules for a quote as a whole: its order and tags, which providers answer, which requests are
 * accepted.
 */
import type { Ask } from '../asker.ts';
import { type Check, type Finding, findingsOf, NotJudged, portage, wantStatus } from '../check.ts';
import { compareDecimals, isDecimal } from '../decimals.ts';
import { type Sample, sampleOf } from '../material.ts';
import { type Difference, differs, type Fields, fieldsOf, listOf } from '../rules.ts';
import { PROVIDERS, sameAsset, TAGS } from '../vocabulary.ts';
import { metaOf, tagsIn } from './meta.ts';
import { itemsOf, overSamples } from './over-routes.ts';

const post = (body: Fields): Ask => ({ method: 'POST', path: '/v1/quote', body });
function tagRule({ routes }: Sample): Difference[] {
  if (routes.length === 0) return [];
  const all = routes.map(({ route }) => route);
  const wrong = TAGS.filter((tag) => all.filter((route) => listOf(metaOf(route).tags).includes(tag)).length !== 1);
  const [first] = all;
  return [
    ...wrong.flatMap((tag) => [{ at: 'routes', expected: `${tag} on exactly one route`, came: tagsIn(all) }]),
    ...(wrong.includes('RECOMMENDED') || listOf(metaOf(first ?? {}).tags).includes('RECOMMENDED')
      ? []
      : [{ at: 'routes[0].meta.tags', expected: 'RECOMMENDED first', came: tagsIn(all) }]),
  ];
}

const tagged = ({ routes }: Sample, tag: string) =>
  routes.filter(({ route }) => listOf(metaOf(route).tags).includes(tag));

function cheapest(sample: Sample): Difference[] {
  const [best, ...more] = tagged(sample, 'CHEAPEST');
  if (!best || more.length > 0) return [];
  const better = sample.routes.find(
    ({ route }) =>
      isDecimal(route.expectedBuyAmount) &&
      isDecimal(best.route.expectedBuyAmount) &&
      compareDecimals(route.expectedBuyAmount, best.route.expectedBuyAmount) > 0,
  );
  if (!better) return [];
  return differs(
    `${best.at}.meta.tags`,
    `CHEAPEST on ${better.at}: ${better.route.expectedBuyAmount}`,
    best.route.expectedBuyAmount,
  );
}

const totalOf = ({ estimatedTime }: Fields): number => {
  const { total } = fieldsOf(estimatedTime);
  return typeof total === 'number' ? total : Number.POSITIVE_INFINITY;
};
function fastest(sample: Sample): Difference[] {
  const [best, ...more] = tagged(sample, 'FASTEST');
  if (!best || more.length > 0) return [];
  const faster = sample.routes.find(({ route }) => totalOf(route) < totalOf(best.route));
  if (!faster) return [];
  return differs(`${best.at}.meta.tags`, `FASTEST on ${faster.at}: ${totalOf(faster.route)} s`, totalOf(best.route));
}

function everybody({ request, body, routes }: Sample): Difference[] {
  const asked = listOf(request.providers).filter((id) => typeof id === 'string');
  const answered = new Set([
    ...routes.flatMap(({ route }) => listOf(route.providers)),
    ...itemsOf(body.providerErrors, '').map(({ item }) => item.provider),
  ]);
  return asked
    .filter((id) => !answered.has(id))
    .flatMap((id) => differs('routes, providerErrors', `a route or an error of ${id}`, [...answered]));
}

const allNamed: Check['run'] = async ({ ask, material }) => {
  const request = { ...(await material.goodRequest()), providers: [...PROVIDERS] };
  const sample = sampleOf(request, await ask(post(request)));
  return findingsOf(sample, everybody(sample));
};

/** A well-formed asset that certainly no provider lists. */
const UNLISTED = 'ETH.NOBODY-0x00000000000000000000000000000000DeaDBeef';

/** Errors that any provider may give for any request, because they concern its own state. */
const OWN_STATE: readonly unknown[] = ['tradingHalted', 'providerQuoteTimeout', 'httpError'];

async function unlistedAs(side: 'sellAsset' | 'buyAsset', { ask, material }: Parameters<Check['run']>[0]) {
  const request = { ...(await material.goodRequest()), [side]: UNLISTED };
  const answer = await ask(post(request));
  const wrong = wantStatus(answer, 200);
  if (wrong.length > 0) return wrong;
  const { body } = sampleOf(request, answer);
  const errors = itemsOf(body.providerErrors, 'providerErrors').map(({ item }) => item);
  const others = errors.filter(({ errorCode }) => errorCode !== 'tokenNotFound' && !OWN_STATE.includes(errorCode));
  const came = (others.length > 0 ? others : errors).map(({ provider, errorCode }) => `${provider}: ${errorCode}`);
  return findingsOf(answer, [
    ...(Array.isArray(body.routes) && body.routes.length === 0 ? [] : differs('routes', '[]', body.routes)),
    ...(others.length === 0 && errors.some(({ errorCode }) => errorCode === 'tokenNotFound')
      ? []
      : differs('providerErrors', 'tokenNotFound of each that was asked', came)),
  ]);
}

const unlisted: Check['run'] = async (context) => [
  ...(await unlistedAs('sellAsset', context)),
  ...(await unlistedAs('buyAsset', context)),
];

const lowerCase: Check['run'] = async ({ ask, material }) => {
  const good = await material.goodRequest();
  const [sellAsset, buyAsset] = [String(good.sellAsset), String(good.buyAsset)];
  const request = { ...good, sellAsset: sellAsset.toLowerCase(), buyAsset: buyAsset.toLowerCase() };
  const answer = await ask(post(request));
  const wrong = wantStatus(answer, 200);
  if (wrong.length > 0) return wrong;
  return sampleOf(request, answer).routes.flatMap(({ route, at }) =>
    findingsOf(answer, [
      ...(route.sellAsset === sellAsset
        ? []
        : differs(`${at}.sellAsset`, `as it is listed, ${sellAsset}`, route.sellAsset)),
      ...(route.buyAsset === buyAsset ? [] : differs(`${at}.buyAsset`, `as it is listed, ${buyAsset}`, route.buyAsset)),
    ]),
  );
};

const tooFine: Check['run'] = async ({ ask, material }) => {
  const good = await material.goodRequest();
  const token = (await material.listed()).find(({ asset }) => sameAsset(asset, String(good.sellAsset)));
  if (token?.decimals === undefined) throw new NotJudged('the decimals of the sold asset are not known');
  const request = { ...good, sellAmount: `1.${'0'.repeat(token.decimals)}1` };
  const answer = await ask(post(request));
  const wrong = wantStatus(answer, 200);
  if (wrong.length > 0) return wrong;
  const { routes, body } = sampleOf(request, answer);
  const codes = itemsOf(body.providerErrors, '').map(({ item }) => item.errorCode);
  return findingsOf(answer, [
    ...(routes.length === 0 ? [] : differs('routes', 'none: the amount is finer than the asset', routes.length)),
    ...(codes.includes('invalidSellAmount') ? [] : differs('providerErrors', 'invalidSellAmount', codes)),
  ]);
};

const OPTIONAL = ['sourceAddress', 'destinationAddress', 'refundAddress', 'affiliate', 'affiliateFee', 'providers'];

const leftOut: Check['run'] = async ({ ask, material }) => {
  const good = await material.goodRequest();
  const bodies = ['', null].map((nothing) => ({
    ...good,
    ...Object.fromEntries(OPTIONAL.map((one) => [one, nothing])),
  }));
  return (await Promise.all(bodies.map((body) => ask(post(body))))).flatMap((answer) => wantStatus(answer, 200));
};

const wantsJson: Check['run'] = async ({ ask, material }) => {
  const good = await material.goodRequest();
  const accepts = ['application/json, text/event-stream', 'application/json;q=1, text/event-stream;q=0.1'];
  const answers = await Promise.all(accepts.map((accept) => ask({ ...post(good), headers: { accept } })));
  return answers.flatMap((answer) => {
    const type = answer.headers.get('content-type') ?? '';
    return type.startsWith('application/json')
      ? []
      : findingsOf(answer, differs('header Content-Type', 'application/json', type));
  });
};

export const QUOTE_ADDITIONS: readonly Check[] = [
  portage('route.tags', '2.7', 'each tag is on exactly one route, RECOMMENDED on the first', overSamples(tagRule)),
  portage('route.cheapest', '2.7', 'CHEAPEST is the highest expected output', overSamples(cheapest)),
  portage('route.fastest', '2.7', 'FASTEST is the lowest estimated total', overSamples(fastest)),
  portage(
    'quote.error-set',
    '2.2',
    '`error` says something when there is no route at all',
    overSamples(({ body, routes }) =>
      routes.length > 0 || (typeof body.error === 'string' && body.error !== '')
        ? []
        : differs('error', 'a sentence', body.error),
    ),
  ),
  portage('quote.everybody', '2.2', 'every provider that was asked by name answers', allNamed),
  portage(
    'quote.unlisted',
    '4.1',
    'an asset that nobody lists is 200 with `tokenNotFound` of each that was asked',
    unlisted,
  ),
  portage('quote.letter-case', '1', 'assets are taken in any letter case, and answered as they are listed', lowerCase),
  portage('quote.too-fine', '2.1', 'more fraction digits than the asset has is `invalidSellAmount`', tooFine),
  portage(
    'quote.unknown-fields',
    '2.1',
    'unknown fields are ignored',
    async ({ ask, material }): Promise<Finding[]> =>
      wantStatus(await ask(post({ ...(await material.goodRequest()), nobodyKnowsThis: { a: 1 } })), 200),
  ),
  portage('quote.left-out', '2.1', 'an optional field that is `""` or `null` is left out', leftOut),
  portage(
    'quote.accept',
    '4.1',
    'JSON is answered where it is wanted no less than events, by the weights of `Accept`',
    wantsJson,
  ),
];
