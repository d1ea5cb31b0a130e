/** Checks Portage's own rules for tracking where the specification is silent. */
import { hashOn } from '../addresses.ts';
import type { Answer, Ask } from '../asker.ts';
import { type Check, type Context, type Finding, findingsOf, NotJudged, portage, wantStatus } from '../check.ts';
import type { Sample } from '../material.ts';
import {
  type Difference,
  differs,
  exactly,
  type Fields,
  fieldsOf,
  filledText,
  flag,
  integer,
  isFields,
  listOf,
  object,
  oneOf,
  table,
  text,
} from '../rules.ts';
import { REASON_CODES, STAGES, SWAP_STATUSES, splitAssetId, TRACKING_STATUSES } from '../vocabulary.ts';
import { problemBody, problemDifferences } from './problems.ts';
import { dataOf } from './track.ts';

const track = (body: unknown): Ask => ({ method: 'POST', path: '/v1/track', body });

type Known = { quoteId: string; chain: string; routes: number };

async function knownQuote({ material }: Context): Promise<Known> {
  const sample = await material.quoted();
  const quoteId = sample?.body.quoteId;
  const chain = splitAssetId(String(sample?.request.sellAsset))?.chain;
  if (!sample || typeof quoteId !== 'string' || chain === undefined)
    throw new NotJudged('no provider offered a route that could be tracked');
  return { quoteId, chain, routes: sample.routes.length };
}

/** Keys whose value is null or empty, at any depth. */
function empties(value: unknown, at: string): Difference[] {
  if (value === null || value === '') return differs(at, 'absent, as it is not known', value);
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => empties(inner, `${at}.${name}`));
}

const bodyRule = table({ success: flag, trackingStatus: text, data: object });

function bothLayouts(answer: Answer): Difference[] {
  const { trackingStatus, stage } = fieldsOf(answer.json);
  const { trackingStatus: inner, swap, isStreaming, streamingProgress } = dataOf(answer);
  const { percentage } = fieldsOf(streamingProgress);
  return [
    ...bodyRule(answer.json, ''),
    ...exactly(trackingStatus)(inner, 'data.trackingStatus'),
    ...oneOf(TRACKING_STATUSES)(trackingStatus, 'trackingStatus'),
    ...(stage === undefined ? [] : oneOf(STAGES)(stage, 'stage')),
    ...(isFields(swap) ? oneOf(SWAP_STATUSES)(swap.status, 'data.swap.status') : []),
    ...(isStreaming === undefined ? [] : flag(isStreaming, 'data.isStreaming')),
    ...(typeof percentage === 'number' && (percentage < 0 || percentage > 100)
      ? differs('data.streamingProgress.percentage', '0 to 100', percentage)
      : []),
  ];
}

const overTracked =
  (rule: (answer: Answer) => Difference[]): Check['run'] =>
  async ({ material }) => {
    const answers = (await material.tracked()).filter(({ status }) => status === 200);
    if (answers.length === 0) throw new NotJudged('nothing could be tracked');
    return answers.flatMap((answer) => findingsOf(answer, rule(answer)));
  };

const byQuoteAlone: Check['run'] = async (context) => {
  const { quoteId } = await knownQuote(context);
  // A quote that was not tracked with a hash, so that no payment of it is known.
  const sample = (await context.material.indicative()).find(({ routes }) => routes.length > 0);
  const fresh = sample ? String(sample.body.quoteId) : quoteId;
  const answer = await context.ask(track({ quoteId: fresh }));
  const wrong = wantStatus(answer, 200);
  if (wrong.length > 0) return wrong;
  const { success, trackingStatus } = fieldsOf(answer.json);
  const info = fieldsOf(dataOf(answer).quoteInfo);
  return findingsOf(answer, [
    ...exactly(true)(success, 'success'),
    ...exactly('not_started')(trackingStatus, 'trackingStatus'),
    ...exactly(fresh)(info.quoteId, 'data.quoteInfo.quoteId'),
    ...exactly(0)(info.routeIndex, 'data.quoteInfo.routeIndex'),
  ]);
};

const unknownQuote: Check['run'] = async ({ ask }) => {
  const answer = await ask(track({ quoteId: 'nobody-ever-got-this' }));
  const wrong = wantStatus(answer, 404);
  if (wrong.length > 0) return wrong;
  const { success, error } = fieldsOf(answer.json);
  return findingsOf(answer, [
    ...problemBody(answer),
    ...exactly(false)(success, 'success'),
    ...filledText(error, 'error'),
  ]);
};

const WRONG: readonly [field: string, body: Fields][] = [
  ['hash', { hash: 1 }],
  ['quoteId', { quoteId: ['x'] }],
  ['chainId', { quoteId: 'x', chainId: true }],
  ['routeIndex', { quoteId: 'x', routeIndex: '0' }],
  ['routeIndex', { quoteId: 'x', routeIndex: -1 }],
  ['routeIndex', { quoteId: 'x', routeIndex: 0.5 }],
  ['depositChannelId', { depositChannelId: 1 }],
  ['channelId', { channelId: ['x'] }],
  ['depositAddress', { depositAddress: 1 }],
];

const unknownChannel: Check['run'] = async ({ ask }) => {
  const unknown = { depositChannelId: '1-Bitcoin-1', channelId: '1-Bitcoin-1', depositAddress: 'nobody' };
  const answers = await Promise.all(Object.entries(unknown).map(([name, value]) => ask(track({ [name]: value }))));
  return answers.flatMap((answer) => {
    const wrong = wantStatus(answer, 404);
    if (wrong.length > 0) return wrong;
    return findingsOf(answer, [...problemBody(answer), ...exactly(false)(fieldsOf(answer.json).success, 'success')]);
  });
};

const ENDED_BADLY = ['failed', 'refunded'];

/** A completed swap may be refunded in part, with a code; a swap that goes well has none. */
function reason(answer: Answer): Difference[] {
  const { trackingStatus } = fieldsOf(answer.json);
  const { reasonCode, refund } = dataOf(answer);
  if (reasonCode !== undefined) {
    const known = oneOf(REASON_CODES)(reasonCode, 'data.reasonCode');
    return ENDED_BADLY.includes(String(trackingStatus)) || refund !== undefined
      ? known
      : differs('data.reasonCode', `absent beside ${trackingStatus}`, reasonCode);
  }
  return ENDED_BADLY.includes(String(trackingStatus))
    ? differs('data.reasonCode', `a code of the list beside ${trackingStatus}`, reasonCode)
    : [];
}

/** Entries are in the order of events; those of one moment may be in any order. */
function timeline(answer: Answer): Difference[] {
  const entries = listOf(dataOf(answer).timeline).map(fieldsOf);
  return entries.flatMap(({ at }, index) => {
    const [here, before] = [Date.parse(String(at)), Date.parse(String(entries[index - 1]?.at ?? at))];
    return here >= before ? [] : differs(`data.timeline[${index}].at`, 'a time, none before the entry above', at);
  });
}

/** THORChain and Maya pay out their own coins without a transaction, so there are no confirmations. */
const OWN_LEDGERS = ['THOR', 'MAYA'];

/** A payout has confirmations as its payment has, and a block once it is in one. */
function payout(answer: Answer): Difference[] {
  const { inbound, outbound, swap } = dataOf(answer);
  if (fieldsOf(answer.json).trackingStatus !== 'completed') return [];
  const [paid, sent] = [fieldsOf(inbound), fieldsOf(outbound)];
  const isOwn = OWN_LEDGERS.includes(splitAssetId(String(sent.asset))?.chain ?? '');
  return [
    ...['confirmations', 'blockNumber'].flatMap((name) => {
      const isUnmined = name === 'blockNumber' && sent.confirmations === 0;
      return isOwn || isUnmined || paid[name] === undefined ? [] : integer(sent[name], `data.outbound.${name}`);
    }),
    ...filledText(fieldsOf(swap).swapId, 'data.swap.swapId'),
  ];
}

const askedFor: Check['run'] = async ({ ask, material, options }) => {
  const { swap } = options;
  const paid = await material.finished();
  const chain = paid && splitAssetId(String(fieldsOf(dataOf(paid).route).sellAsset))?.chain;
  if (swap?.hash === undefined || chain === undefined)
    throw new NotJudged('no hash of a finished swap was named by --swap');
  const isSoldFrom = ({ request, routes, body }: Sample) =>
    routes.length > 0 && body.quoteId !== swap.quoteId && splitAssetId(String(request.sellAsset))?.chain === chain;
  const other = (await material.samples()).find(isSoldFrom);
  if (!other) throw new NotJudged('no other quote sells from the chain of the finished swap');
  const { quoteId } = other.body;
  const answer = await ask(track({ quoteId, routeIndex: 0, hash: swap.hash }));
  const wrong = wantStatus(answer, 200);
  if (wrong.length > 0) return wrong;
  const data = dataOf(answer);
  const [asked, info] = [fieldsOf(data.askedFor), fieldsOf(data.quoteInfo)];
  return findingsOf(answer, [
    ...exactly(quoteId)(asked.quoteId, 'data.askedFor.quoteId'),
    ...exactly(0)(asked.routeIndex, 'data.askedFor.routeIndex'),
    ...exactly(swap.quoteId)(info.quoteId, 'data.quoteInfo.quoteId'),
  ]);
};

const wrongFields: Check['run'] = async ({ ask }) => {
  const answers = await Promise.all(WRONG.map(async ([field, body]) => ({ field, answer: await ask(track(body)) })));
  return answers.flatMap(({ field, answer }): Finding[] => {
    const wrong = wantStatus(answer, 400);
    return wrong.length > 0 ? wrong : findingsOf(answer, problemDifferences(answer, field));
  });
};

const neither: Check['run'] = async ({ ask }) => {
  const answer = await ask(track({ routeIndex: 0 }));
  const wrong = wantStatus(answer, 400);
  return wrong.length > 0 ? wrong : findingsOf(answer, problemDifferences(answer, 'hash', 'quoteId'));
};

const ofTheQuote: Check['run'] = async (context) => {
  const { quoteId, chain, routes } = await knownQuote(context);
  const elsewhere = chain === 'BTC' ? 'ETH' : 'BTC';
  const [lower, other, beyond] = await Promise.all([
    context.ask(track({ quoteId, chainId: chain.toLowerCase() })),
    context.ask(track({ quoteId, chainId: elsewhere })),
    context.ask(track({ quoteId, routeIndex: routes + 50 })),
  ]);
  return [
    ...wantStatus(lower, 200),
    ...wantStatus(other, 400),
    ...(other.status === 400 ? findingsOf(other, problemDifferences(other, 'chainId')) : []),
    ...wantStatus(beyond, 400),
    ...(beyond.status === 400 ? findingsOf(beyond, problemDifferences(beyond, 'routeIndex')) : []),
  ];
};

const numericChain: Check['run'] = async ({ ask, material }) => {
  const sells = ({ request, routes }: Sample) =>
    routes.length > 0 && splitAssetId(String(request.sellAsset))?.chain === 'ETH';
  const sample = (await material.samples()).find(sells);
  if (!sample) throw new NotJudged('no provider offered a route from Ethereum');
  const { quoteId } = sample.body;
  const answers = await Promise.all([1, '1'].map((chainId) => ask(track({ quoteId, chainId }))));
  return answers.flatMap((answer) => wantStatus(answer, 200));
};

const notAHash: Check['run'] = async (context) => {
  const { quoteId } = await knownQuote(context);
  const answer = await context.ask(track({ quoteId, hash: 'no hash of any chain!' }));
  const wrong = wantStatus(answer, 400);
  return wrong.length > 0 ? wrong : findingsOf(answer, problemDifferences(answer, 'hash'));
};

const echo: Check['run'] = async (context) => {
  const { quoteId, chain } = await knownQuote(context);
  const hash = hashOn(chain);
  const answer = await context.ask(track({ quoteId, hash, routeIndex: 0, chainId: chain }));
  const wrong = wantStatus(answer, 200);
  if (wrong.length > 0) return wrong;
  const info = fieldsOf(dataOf(answer).quoteInfo);
  const params = fieldsOf(info.trackParams);
  return findingsOf(answer, [
    ...exactly(quoteId)(info.quoteId, 'data.quoteInfo.quoteId'),
    ...(String(params.hash).toLowerCase() === hash.toLowerCase()
      ? []
      : differs('data.quoteInfo.trackParams.hash', hash, params.hash)),
    ...filledText(params.chainId, 'data.quoteInfo.trackParams.chainId'),
    ...exactly('not_started')(fieldsOf(answer.json).trackingStatus, 'trackingStatus'),
  ]);
};

export const TRACK_ADDITIONS: readonly Check[] = [
  portage(
    'track.both-layouts',
    '2.8',
    'both layouts in one body, statuses and stages of the list',
    overTracked(bothLayouts),
  ),
  portage(
    'track.no-empties',
    '2.8',
    'what is not known is absent from `data`, never null or empty',
    overTracked((answer) => {
      // The route is left out because it is as quoted, and an indicative one has empty addresses.
      const { route: _route, ...data } = dataOf(answer);
      return empties(data, 'data');
    }),
  ),
  portage(
    'track.retry-after',
    '4.2',
    '`Retry-After` suggests the next poll of a swap that goes on',
    overTracked((answer) => {
      const over = ['completed', 'failed', 'refunded'].includes(String(fieldsOf(answer.json).trackingStatus));
      const retryAfter = answer.headers.get('retry-after');
      return over || /^\d+$/.test(retryAfter ?? '') ? [] : differs('header Retry-After', 'seconds', retryAfter);
    }),
  ),
  portage('track.by-quote', '4.2', 'a quoteId alone is enough; `routeIndex` defaults to 0', byQuoteAlone),
  portage('track.echo', '4.2', 'a hash that nobody has seen is `not_started`, and told as it was asked', echo),
  portage('track.unknown-quote', '4.2', 'an unknown quoteId is 404, with `success: false` and `error`', unknownQuote),
  portage('track.unknown-channel', '4.2', 'an unknown deposit channel is 404, with `success: false`', unknownChannel),
  portage(
    'track.reason-code',
    '2.8',
    '`data.reasonCode` is of the list, beside each failure and refund and nowhere else',
    overTracked(reason),
  ),
  portage('track.timeline', '2.8', 'the timeline is in the order of happening', overTracked(timeline)),
  portage(
    'track.payout',
    '2.8',
    'a completed swap has its `swapId`, and a payout with the depth that its payment has, and a block once it is in one',
    overTracked(payout),
  ),
  portage(
    'track.asked-for',
    '4.2',
    'a hash that belongs to another quote is answered with that swap; `data.askedFor` is the quote that was asked for',
    askedFor,
  ),
  portage('track.neither', '4.2', 'neither hash nor quoteId is 400 naming both', neither),
  portage('track.wrong-fields', '4.2', 'wrong fields are 400 naming them', wrongFields),
  portage(
    'track.of-the-quote',
    '4.2',
    '`chainId` is taken in either case and must be the route’s, so must `routeIndex`',
    ofTheQuote,
  ),
  portage('track.numeric-chain', '4.2', '`chainId` is taken as Ethereum’s number, in quotes or not', numericChain),
  portage('track.not-a-hash', '4.2', 'what cannot be a hash is 400', notAHash),
];
