/** Checks Portage's own report on its providers, and what the ledger says of each. */
import { type Check, findingsOf, portage, wantStatus } from '../check.ts';
import {
  assetId,
  type Difference,
  dateTime,
  decimal,
  differs,
  exactly,
  fieldsOf,
  filledText,
  flag,
  integer,
  isFields,
  listOf,
  listWith,
  number,
  oneOf,
  type Rule,
  table,
  textBy,
} from '../rules.ts';
import { CHAINS, PROVIDERS } from '../vocabulary.ts';

const chainId = textBy(oneOf(CHAINS));
const spreadFields = table({ p5: number, p50: number, p95: number });
const spread: Rule = (value, at) => {
  const wrong = spreadFields(value, at);
  const { p5, p50, p95 } = fieldsOf(value);
  const isOrdered = Number(p5) <= Number(p50) && Number(p50) <= Number(p95);
  return wrong.length > 0 || isOrdered ? wrong : differs(at, 'p5 ≤ p50 ≤ p95', value);
};

const figuresFields = table(
  {
    swaps: integer,
    completed: integer,
    refunded: integer,
    failed: integer,
    reasons: listWith(table({ code: filledText, count: integer })),
  },
  { asQuotedPercent: number, received: spread, seconds: spread, pace: spread },
);
/** Below this, swaps are not shown. */
const LEAST_SHOWN = 5;
const figures: Rule = (value, at) => {
  const wrong = figuresFields(value, at);
  if (wrong.length > 0) return wrong;
  const { swaps, completed, refunded, failed } = fieldsOf(value);
  const sum = Number(completed) + Number(refunded) + Number(failed);
  return [
    ...(Number(swaps) >= LEAST_SHOWN ? [] : differs(`${at}.swaps`, `${LEAST_SHOWN} or more`, swaps)),
    ...(sum === swaps ? [] : differs(`${at}.swaps`, `completed, refunded and failed together, ${sum}`, swaps)),
  ];
};

/** A longer time has the swaps of the shorter one. */
const ledger: Rule = (value, at) => {
  const wrong = table({}, { day: figures, week: figures, month: figures })(value, at);
  if (wrong.length > 0) return wrong;
  const counts = ['day', 'week', 'month'].map((span) => Number(fieldsOf(fieldsOf(value)[span]).swaps ?? 0));
  const isGrowing = counts.every((count, index) => index === 0 || count >= (counts[index - 1] ?? 0));
  return isGrowing ? [] : differs(at, 'no fewer swaps in the longer time', counts);
};

const providerFields = table(
  {
    provider: textBy(oneOf(PROVIDERS)),
    name: filledText,
    enabled: flag,
    chains: table({ sell: listWith(chainId), buy: listWith(chainId) }),
    halted: listWith(table({ chain: chainId, reason: filledText })),
    limits: listWith(table({ asset: textBy(assetId) }, { least: textBy(decimal), most: textBy(decimal) })),
  },
  {
    reason: filledText,
    answering: flag,
    since: dateTime,
    latency: table({ p50Ms: integer, p95Ms: integer, quotes: integer, failures: integer }),
    ledger,
  },
);

function everyone(value: unknown): Difference[] {
  const ids = listOf(value).map((one) => (isFields(one) ? one.provider : one));
  return exactly(PROVIDERS.join())(ids.join(), 'providers[].provider');
}

const report: Check['run'] = async ({ ask }) => {
  const answer = await ask({ path: '/v1/providers' });
  const wrong = wantStatus(answer, 200);
  if (wrong.length > 0) return wrong;
  const whole = table({ providers: listWith(providerFields), windowSeconds: integer, updatedAt: dateTime });
  return findingsOf(answer, [...whole(answer.json, ''), ...everyone(fieldsOf(answer.json).providers)]);
};

export const PROVIDER_ADDITIONS: readonly Check[] = [
  portage('providers.report', '1', 'every provider is reported with its fields, its ledger included', report),
];
