/** Checks sections 2.8, 3 and 4.2: the state of a swap, in either of the two layouts. */
import type { Answer } from '../asker.ts';
import { type Check, findingsOf, NotJudged, spec, wantStatus } from '../check.ts';
import {
  type Difference,
  decimal,
  differs,
  type Fields,
  fieldsOf,
  filledText,
  flag,
  integer,
  isFields,
  list,
  number,
  object,
  oneOf,
  type Rule,
  table,
  text,
} from '../rules.ts';
import { PROVIDERS } from '../vocabulary.ts';
import { routeDifferences } from './route.ts';

const topRule = table({}, { success: flag, trackingStatus: filledText, stage: text, data: object, error: text });
const amount: Rule = (value, at) => [...text(value, at), ...decimal(value, at)];
const txRule = table({}, { hash: text, amount, asset: text, confirmations: integer, blockNumber: integer });
const dataRule = table(
  {},
  {
    quoteInfo: table(
      {},
      {
        quoteId: text,
        routeIndex: integer,
        senderAddress: text,
        recipientAddress: text,
        provider: (value, at) => [...text(value, at), ...oneOf(PROVIDERS)(value, at)],
        trackParams: table({}, { hash: text, chainId: text }),
      },
    ),
    inbound: txRule,
    swap: table({}, { swapId: text, status: text, swapTime: number }),
    outbound: txRule,
    route: object,
    trackingStatus: filledText,
    trackMeta: table({}, { outputTxHash: text }),
    isStreaming: flag,
    streamingProgress: table({}, { percentage: number }),
  },
);
const routeRule = table(
  {},
  {
    fees: list,
    legs: list,
    memo: text,
    meta: object,
    buyAsset: text,
    providers: list,
    sellAsset: text,
    sellAmount: text,
    expectedBuyAmount: text,
    sourceAddress: text,
    destinationAddress: text,
    inboundAddress: text,
    totalSlippageBps: number,
    actualBuyAmount: text,
  },
);

export const dataOf = (answer: Answer): Fields => fieldsOf(fieldsOf(answer.json).data);
/** The status, from whichever layout has it. */
export const statusOf = (answer: Answer): unknown =>
  fieldsOf(answer.json).trackingStatus ?? dataOf(answer).trackingStatus;

const overAnswers =
  (rule: (answer: Answer) => Difference[]): Check['run'] =>
  async ({ material }) => {
    const answers = (await material.tracked()).filter(({ status }) => status === 200);
    if (answers.length === 0) throw new NotJudged('no swap could be tracked: nothing was quoted');
    return answers.flatMap((answer) => findingsOf(answer, rule(answer)));
  };

const FINAL = ['completed', 'failed', 'refunded'];

export const TRACK_CHECKS: readonly Check[] = [
  spec('track.answer', '4.2', 'a quote that was just made can be tracked', async ({ material }) => {
    const answers = await material.tracked();
    if (answers.length === 0) throw new NotJudged('no provider offered a route that could be tracked');
    return answers.flatMap((answer) => wantStatus(answer, 200));
  }),
  spec(
    'track.fields',
    '2.8',
    'top level fields are of their types',
    overAnswers(({ json }) => topRule(json, '')),
  ),
  spec(
    'track.status',
    '2.8, 3',
    '`trackingStatus` is there, in one of the two layouts',
    overAnswers((answer) => {
      const status = statusOf(answer);
      return status === undefined ? differs('trackingStatus', 'there, or in `data`', status) : [];
    }),
  ),
  spec(
    'track.data',
    '2.8',
    'what `data` has is of its types',
    overAnswers(({ json }) => {
      const { data } = fieldsOf(json);
      return isFields(data) ? dataRule(data, 'data') : [];
    }),
  ),
  spec(
    'track.route',
    '2.8',
    'the route in `data` is a route as quoted',
    overAnswers((answer) => {
      const { route } = dataOf(answer);
      return isFields(route) ? [...routeRule(route, 'data.route'), ...routeDifferences(route, 'data.route')] : [];
    }),
  ),
  spec('track.failure', '2.8', 'where `success` is false, `error` says why', async ({ ask, material }) => {
    const unknown = { quoteId: 'nobody-ever-got-this', hash: '0'.repeat(64), chainId: 'BTC', routeIndex: 0 };
    const answers = [...(await material.tracked()), await ask({ method: 'POST', path: '/v1/track', body: unknown })];
    return answers.flatMap((answer) => {
      const { success, error } = fieldsOf(answer.json);
      return success === false ? findingsOf(answer, filledText(error, 'error')) : [];
    });
  }),
  spec('track.finished', '3', 'a finished swap has a final status', async ({ material }) => {
    const answer = await material.finished();
    if (!answer) throw new NotJudged('no finished swap was named by --swap');
    return findingsOf(answer, oneOf(FINAL)(statusOf(answer) ?? '', 'trackingStatus'));
  }),
  spec('track.completed', '3', 'once it is completed the hash of the payout is there', async ({ material }) => {
    const answer = await material.finished();
    if (!answer) throw new NotJudged('no finished swap was named by --swap');
    if (statusOf(answer) !== 'completed') throw new NotJudged('the swap named by --swap was not completed');
    const { outbound, trackMeta } = dataOf(answer);
    const hash = fieldsOf(outbound).hash ?? fieldsOf(trackMeta).outputTxHash;
    return findingsOf(answer, filledText(hash, 'data.outbound.hash or data.trackMeta.outputTxHash'));
  }),
];
