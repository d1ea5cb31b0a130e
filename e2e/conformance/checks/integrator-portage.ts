/** Checks what belongs to integrators: without a key nothing is shown and nothing is added, with one what they did. */
import type { Ask } from '../asker.ts';
import { type Check, findingsOf, NotJudged, portage, wantStatus } from '../check.ts';
import {
  assetId,
  dateTime,
  decimal,
  differs,
  fieldsOf,
  filledText,
  integer,
  listOf,
  listWith,
  object,
  oneOf,
  type Rule,
  table,
  text,
  textBy,
} from '../rules.ts';
import { CHAINS, PROVIDERS, TRACKING_STATUSES } from '../vocabulary.ts';
import { problemBody } from './problems.ts';

const refused: Check['run'] = async ({ ask }) => {
  const answers = await Promise.all([
    ask({ path: '/v1/swaps', withKey: false }),
    ask({ path: '/v1/usage', withKey: false }),
    ask({ path: '/v1/webhooks', withKey: false }),
    ask({ method: 'PUT', path: '/v1/webhooks', withKey: false, raw: '{"url":"https://example.com/"}' }),
  ]);
  return answers.flatMap((answer) => {
    const wrong = wantStatus(answer, 401);
    return wrong.length > 0 ? wrong : findingsOf(answer, problemBody(answer));
  });
};

const amount = textBy(decimal);
const asset = textBy(assetId);
const provider = textBy(oneOf(PROVIDERS));

const paidOut = table({ asset, amount }, { hash: filledText });
const swapRule = table(
  {
    quoteId: filledText,
    routeIndex: integer,
    provider,
    status: textBy(oneOf(TRACKING_STATUSES)),
    createdAt: dateTime,
    chain: textBy(oneOf(CHAINS)),
    sellAsset: asset,
    sellAmount: amount,
    buyAsset: asset,
    expectedBuyAmount: amount,
    expectedBuyAmountMaxSlippage: amount,
  },
  { endedAt: dateTime, hash: filledText, received: paidOut, refund: paidOut, reasonCode: filledText, recipient: text },
);
const swapsRule = table({ swaps: listWith(swapRule) }, { next: filledText });

const useFields: Readonly<Record<string, Rule>> = {
  requests: object,
  quotes: integer,
  swaps: integer,
  completed: integer,
  unpriced: integer,
  soldUsd: amount,
  affiliateFeeUsd: amount,
  fees: listWith(table({ provider, asset, amount }, { usd: amount })),
};
const usageRule = table({
  from: filledText,
  to: filledText,
  total: table(useFields),
  days: listWith(table({ day: filledText, ...useFields })),
});

/** The answer by the rule, asked with the key. */
const withKey =
  (what: Ask, rule: Rule): Check['run'] =>
  async ({ ask, options }) => {
    if (options.key === undefined) throw new NotJudged('it needs a key: --key');
    const answer = await ask(what);
    const wrong = wantStatus(answer, 200);
    return wrong.length > 0 ? wrong : findingsOf(answer, rule(answer.json, ''));
  };

const asCsv: Check['run'] = async ({ ask, options }) => {
  if (options.key === undefined) throw new NotJudged('it needs a key: --key');
  const answer = await ask({ path: '/v1/swaps?format=csv' });
  const wrong = wantStatus(answer, 200);
  if (wrong.length > 0) return wrong;
  const type = answer.headers.get('content-type') ?? '';
  const [head = ''] = answer.text.split(/\r?\n/);
  return findingsOf(answer, [
    ...(type.startsWith('text/csv') ? [] : differs('header Content-Type', 'text/csv', type)),
    ...(head.split(',').includes('quote_id') ? [] : differs('the first line', 'names of columns', head)),
  ]);
};

/** What all days have together is the total. */
const sums: Rule = (value, at) => {
  const wrong = usageRule(value, at);
  if (wrong.length > 0) return wrong;
  const { total, days } = fieldsOf(value);
  return ['quotes', 'swaps', 'completed'].flatMap((name) => {
    const sum = listOf(days).reduce<number>((all, day) => all + Number(fieldsOf(day)[name]), 0);
    const came = fieldsOf(total)[name];
    return sum === came ? [] : differs(`total.${name}`, `the sum of the days, ${sum}`, came);
  });
};

export const INTEGRATOR_ADDITIONS: readonly Check[] = [
  portage('integrators.key', '4', 'swaps, use and webhooks are shown and changed with a key only', refused),
  portage(
    'integrators.swaps',
    '4',
    'a key’s swaps have their fields, of their types',
    withKey({ path: '/v1/swaps' }, swapsRule),
  ),
  portage('integrators.swaps-csv', '4', 'a key’s swaps are answered as CSV where that is wanted', asCsv),
  portage(
    'integrators.usage',
    '4',
    'a key’s use has its fields, and its days add up',
    withKey({ path: '/v1/usage' }, sums),
  ),
];
