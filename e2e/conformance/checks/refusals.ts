/** Checks sections 2.1, 4.1 and 7.1: which quote requests are refused, and how. */
import { addressElsewhere } from '../addresses.ts';
import type { Answer, Ask } from '../asker.ts';
import { type Check, type Context, type Finding, findingsOf, NotJudged, portage, spec, wantStatus } from '../check.ts';
import { differs, type Fields, fieldsOf, listOf, show } from '../rules.ts';
import { splitAssetId } from '../vocabulary.ts';
import { problemBody, problemDifferences, wholeValidationRule } from './problems.ts';

/** A fault to introduce into a valid request. */
type Wrong = { name: string; field: string; change: (good: Fields) => Fields };

const withField = (field: string, value: unknown): Wrong => ({
  name: `${field} is ${show(value)}`,
  field,
  change: (good) => ({ ...good, [field]: value }),
});
const without = (field: string): Wrong => ({
  name: `${field} is missing`,
  field,
  change: (good) => Object.fromEntries(Object.entries(good).filter(([name]) => name !== field)),
});

const MISSING = ['sellAsset', 'buyAsset', 'sellAmount', 'slippage'].map(without);
const WRONG_TYPES = [
  withField('sellAsset', 1),
  withField('buyAsset', ['ETH.ETH']),
  withField('sellAmount', 1),
  withField('slippage', '1'),
  withField('providers', 'THORCHAIN'),
  withField('sourceAddress', 1),
  withField('destinationAddress', {}),
  withField('affiliate', 1),
  withField('affiliateFee', '30'),
  withField('includeTx', 'true'),
];
const SLIPPAGES = [withField('slippage', -0.1), withField('slippage', 100.1)];
const PROVIDER_IDS = [withField('providers', ['NOBODY']), withField('providers', [1])];
const NO_DECIMALS = ['abc', '1e3', '-1', ''].map((amount) => withField('sellAmount', amount));
/** Bodies of which none is a JSON object. */
const NO_BODIES = ['', 'sell me something', '{"sellAsset":"BTC.BTC"', '[]', '1', 'null', '"text"'];

const post = (body: Fields): Ask => ({ method: 'POST', path: '/v1/quote', body });

const refused =
  (wrongs: readonly Wrong[], judge: (answer: Answer, wrong: Wrong) => Finding[]): Check['run'] =>
  async ({ ask, material }) => {
    const good = await material.goodRequest();
    const answers = await Promise.all(wrongs.map((wrong) => ask(post(wrong.change(good)))));
    return answers.flatMap((answer, index) => judge(answer, wrongs[index] as Wrong));
  };

/** Expects a 400; at the level `portage` the field must be named as well. */
const only400 = (answer: Answer): Finding[] => wantStatus(answer, 400);
const naming = (answer: Answer, { field }: Wrong): Finding[] => {
  const wrong = wantStatus(answer, 400);
  return wrong.length > 0 ? wrong : findingsOf(answer, problemDifferences(answer, field));
};

/**
 * The specification does not decide between a validation error and each provider's own `invalidSellAmount`, so both
 * pass.
 */
function refusedOrNoRoute(answer: Answer): Finding[] {
  if (answer.status === 400) return [];
  const wrong = wantStatus(answer, 400, 200);
  if (wrong.length > 0) return wrong;
  const { routes } = fieldsOf(answer.json);
  return listOf(routes).length === 0 ? [] : findingsOf(answer, differs('routes', 'none, or HTTP 400', routes));
}

/** All 400s that quotes got so far, at least one. */
async function badRequests({ ask, material, answers }: Context): Promise<readonly Answer[]> {
  await ask(post({ ...(await material.goodRequest()), slippage: 101 }));
  return answers.filter(({ path, status, method }) => path === '/v1/quote' && method === 'POST' && status === 400);
}

export const REFUSAL_CHECKS: readonly Check[] = [
  spec('quote.refuses.missing', '2.1', 'a required field that is missing is 400', refused(MISSING, only400)),
  spec('quote.refuses.type', '2.1', 'a field of another type is 400', refused(WRONG_TYPES, only400)),
  spec('quote.refuses.slippage', '2.1, 8', 'slippage below 0 or above 100 is 400', refused(SLIPPAGES, only400)),
  spec(
    'quote.refuses.provider',
    '1, 2.1',
    'a provider that is not in the enumeration is 400',
    refused(PROVIDER_IDS, only400),
  ),
  spec(
    'quote.refuses.amount',
    '2.1',
    'an amount that is no decimal finds no route',
    refused(NO_DECIMALS, refusedOrNoRoute),
  ),
  spec('quote.refuses.body', '1, 4.1', 'a body that is no JSON object is 400', async ({ ask }) => {
    const answers = await Promise.all(NO_BODIES.map((raw) => ask({ method: 'POST', path: '/v1/quote', raw })));
    return answers.flatMap((answer) => wantStatus(answer, 400));
  }),
  {
    ...spec('quote.validation-body', '7.1', 'every 400 of a quote has the validation body', async (context) =>
      (await badRequests(context)).flatMap((answer) => findingsOf(answer, wholeValidationRule(answer.json, ''))),
    ),
    last: true,
  },
];

const sameAsset: Wrong = {
  name: 'both assets are the same',
  field: 'buyAsset',
  change: (good) => ({ ...good, buyAsset: good.sellAsset }),
};
const elsewhere = (field: string, of: 'sellAsset' | 'buyAsset'): Wrong => ({
  name: `${field} is of another chain`,
  field,
  change: (good) => ({ ...good, [field]: addressElsewhere(splitAssetId(String(good[of]))?.chain ?? '') }),
});
const ASSETS = ['BTC', 'NOPE.COIN', '', '.BTC', 'BTC.'].flatMap((asset) => [
  withField('sellAsset', asset),
  withField('buyAsset', asset),
]);
const AMOUNTS = ['0', '0.0', '1.', '.5', '+1', '1,5', '1e3', '-1', ` 1`, '9'.repeat(79)];
const FEES = [-1, 1001, 1.5].map(
  (affiliateFee): Wrong => ({
    name: `affiliateFee is ${affiliateFee}`,
    field: 'affiliateFee',
    change: (good) => ({ ...good, affiliate: 'ptg', affiliateFee }),
  }),
);
const feeAlone: Wrong = {
  name: 'a fee without an affiliate',
  field: 'affiliate',
  change: (good) => ({ ...good, affiliateFee: 30 }),
};

const everyField: Check['run'] = async ({ ask }) => {
  const answer = await ask(
    post({
      sellAsset: 'BTC',
      buyAsset: 'NOPE.ETH',
      sellAmount: '1e3',
      slippage: 101,
      providers: ['NOBODY'],
      includeTx: 'yes',
      affiliateFee: 2000,
    }),
  );
  const wrong = wantStatus(answer, 400);
  const fields = ['sellAsset', 'buyAsset', 'sellAmount', 'slippage', 'providers', 'includeTx', 'affiliateFee'];
  return wrong.length > 0 ? wrong : findingsOf(answer, problemDifferences(answer, ...fields));
};

export const REFUSAL_ADDITIONS: readonly Check[] = [
  portage(
    'quote.refuses.named',
    '7.1',
    'a missing or mistyped field is named with sentence and code',
    refused([...MISSING, ...WRONG_TYPES, ...SLIPPAGES, ...PROVIDER_IDS], naming),
  ),
  portage('quote.refuses.every-field', '7.1', 'every wrong field is named, not only the first', everyField),
  portage(
    'quote.refuses.asset',
    '1',
    'an asset that is not well-formed, or of no known chain, is 400',
    refused(ASSETS, naming),
  ),
  portage('quote.refuses.same-asset', '2.1', 'selling an asset for itself is 400', refused([sameAsset], naming)),
  portage(
    'quote.refuses.amounts',
    '2.1',
    'an amount that is no decimal above zero of at most 78 digits is 400',
    refused(
      AMOUNTS.map((amount) => withField('sellAmount', amount)),
      naming,
    ),
  ),
  portage(
    'quote.refuses.address',
    '2.1',
    'an address of another chain is 400',
    refused(
      [
        elsewhere('sourceAddress', 'sellAsset'),
        elsewhere('destinationAddress', 'buyAsset'),
        elsewhere('refundAddress', 'sellAsset'),
      ],
      naming,
    ),
  ),
  portage(
    'quote.refuses.affiliate-fee',
    '2.1',
    'an affiliate fee that is no integer from 0 to 1000 is 400',
    refused(FEES, naming),
  ),
  portage('quote.refuses.fee-alone', '2.1', 'a fee with no affiliate is 400', async (context) => {
    if (context.options.key !== undefined) throw new NotJudged('the key may have an affiliate of its own');
    return refused([feeAlone], naming)(context);
  }),
  {
    ...portage(
      'quote.problem-body',
      '7.1',
      'every 400 also has `instance`, `timestamp` and `traceId`',
      async (context) => (await badRequests(context)).flatMap((answer) => findingsOf(answer, problemBody(answer))),
    ),
    last: true,
  },
];
