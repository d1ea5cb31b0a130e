/** Checks sections 2.10 and 4.3: the deposit channel. */
import { addressElsewhere, addressOn } from '../addresses.ts';
import type { Answer, Ask } from '../asker.ts';
import { type Check, type Context, findingsOf, NotJudged, portage, spec, wantStatus } from '../check.ts';
import { type ListedToken, pairOf } from '../pairs.ts';
import { exactly, type Fields, fieldsOf, filledText, integer, table } from '../rules.ts';
import { problemBody, problemDifferences } from './problems.ts';
import { dataOf } from './track.ts';

const PATH = '/v1/chainflip-deposit-channel';
const recordRule = table({
  depositAddress: filledText,
  channelId: filledText,
  issuedBlock: integer,
  sourceChainExpiryBlock: integer,
});

const post = (body: unknown): Ask => ({ method: 'POST', path: PATH, body });

/**
 * The fields of the specification, and a refund address for services that require one; services ignore unknown fields.
 */
function goodRequest(tokens: readonly ListedToken[]): Fields {
  const pair = pairOf('CHAINFLIP', tokens);
  if (!pair) throw new NotJudged('the service lists no two assets of CHAINFLIP');
  return {
    sellAsset: pair.sell.asset,
    buyAsset: pair.buy.asset,
    destinationAddress: addressOn(pair.buy.chain),
    refundAddress: addressOn(pair.sell.chain),
  };
}

/** One opening for each service, so that every check examines the same channel. */
const opened = new WeakMap<Context['material'], Promise<{ request: Fields; answer: Answer }>>();

async function open(context: Context): Promise<{ request: Fields; answer: Answer }> {
  if (!context.options.withChannels) throw new NotJudged('no channel is opened without --with-channels');
  const request = goodRequest(await context.material.listed());
  const known = opened.get(context.material) ?? context.ask(post(request)).then((answer) => ({ request, answer }));
  opened.set(context.material, known);
  return known;
}

/** The opened channel; the check is not judged where none was opened. */
async function openChannel(context: Context): Promise<{ request: Fields; answer: Answer; record: Fields }> {
  const { request, answer } = await open(context);
  if (answer.status !== 200) throw new NotJudged('no channel was opened');
  return { request, answer, record: fieldsOf(answer.json) };
}

const REQUIRED = ['sellAsset', 'buyAsset', 'destinationAddress'];
const without = (good: Fields, field: string): Fields =>
  Object.fromEntries(Object.entries(good).filter(([name]) => name !== field));

/** Requests that no service which validates its input answers with a channel. */
const WRONG: readonly [field: string, change: (good: Fields) => Fields][] = [
  ...REQUIRED.map((field): [string, (good: Fields) => Fields] => [field, (good) => without(good, field)]),
  ['sellAsset', (good) => ({ ...good, sellAsset: 'BTC' })],
  ['buyAsset', (good) => ({ ...good, buyAsset: 1 })],
  ['buyAsset', (good) => ({ ...good, buyAsset: good.sellAsset })],
  [
    'destinationAddress',
    (good) => ({ ...good, destinationAddress: addressElsewhere(String(good.buyAsset).split('.')[0] ?? '') }),
  ],
  ['affiliateBps', (good) => ({ ...good, affiliateCode: 'ptg', affiliateBps: -1 })],
  ['maxBoostFeeBps', (good) => ({ ...good, maxBoostFeeBps: '10' })],
];

async function refused(context: Context, bodies: readonly Fields[]): Promise<Answer[]> {
  const answers = await Promise.all(bodies.map((body) => context.ask(post(body))));
  if (answers.every(({ status }) => status === 503)) throw new NotJudged('the service opens no channels');
  return answers;
}

export const CHANNEL_CHECKS: readonly Check[] = [
  spec('channel.answer', '4.3', 'a deposit channel is opened', async (context) => {
    const { answer } = await open(context);
    if (answer.status === 503) throw new NotJudged('the service opens no channels');
    return wantStatus(answer, 200);
  }),
  spec('channel.record', '2.10', 'the record has its four fields, of their types', async (context) => {
    const { answer } = await openChannel(context);
    return findingsOf(answer, recordRule(answer.json, ''));
  }),
];

export const CHANNEL_ADDITIONS: readonly Check[] = [
  portage('channel.refuses', '4.3', 'wrong and missing fields are 400 naming them', async (context) => {
    const good = goodRequest(await context.material.listed());
    const answers = await refused(
      context,
      WRONG.map(([, change]) => change(good)),
    );
    return answers.flatMap((answer, index) => {
      const wrong = wantStatus(answer, 400);
      return wrong.length > 0 ? wrong : findingsOf(answer, problemDifferences(answer, WRONG[index]?.[0] ?? ''));
    });
  }),
  portage('channel.every-field', '4.3', 'every wrong field is named, not only the first', async (context) => {
    const [answer] = await refused(context, [{ affiliateBps: -1, affiliateCode: 'ptg' }]);
    if (!answer) return [];
    const wrong = wantStatus(answer, 400);
    if (wrong.length > 0) return wrong;
    return findingsOf(answer, [...problemBody(answer), ...problemDifferences(answer, ...REQUIRED, 'affiliateBps')]);
  }),
  portage(
    'channel.form',
    '2.10',
    '`channelId` is block-Chain-number; quote, route and refund address are told',
    async (context) => {
      const { answer, record, request } = await openChannel(context);
      return findingsOf(answer, [
        ...(/^\d+-[A-Za-z]+-\d+$/.test(String(record.channelId))
          ? []
          : exactly('block-Chain-number')(record.channelId, 'channelId')),
        ...filledText(record.quoteId, 'quoteId'),
        ...integer(record.routeIndex, 'routeIndex'),
        ...exactly(request.refundAddress)(record.refundAddress, 'refundAddress'),
      ]);
    },
  ),
  portage('channel.same', '4.3', 'the same request finds the same channel', async (context) => {
    const { request, record } = await openChannel(context);
    const again = await context.ask(post(request));
    const wrong = wantStatus(again, 200);
    return wrong.length > 0
      ? wrong
      : findingsOf(again, exactly(record.channelId)(fieldsOf(again.json).channelId, 'channelId'));
  }),
  portage('channel.tracked', '4.3', 'a channel is tracked by the quoteId of its answer', async (context) => {
    const { record } = await openChannel(context);
    const { quoteId, routeIndex } = record;
    const answer = await context.ask({ method: 'POST', path: '/v1/track', body: { quoteId, routeIndex } });
    const wrong = wantStatus(answer, 200);
    return wrong.length > 0 ? wrong : findingsOf(answer, exactly(true)(fieldsOf(answer.json).success, 'success'));
  }),
  portage(
    'channel.keys',
    '4.2',
    'a channel is tracked by its number, as `depositChannelId` and as `channelId`, and by its address',
    async (context) => {
      const { record } = await openChannel(context);
      const { quoteId, routeIndex, channelId, depositAddress } = record;
      const keys = [{ depositChannelId: channelId }, { channelId }, { depositAddress }];
      const answers = await Promise.all(keys.map((body) => context.ask({ method: 'POST', path: '/v1/track', body })));
      return answers.flatMap((answer) => {
        const wrong = wantStatus(answer, 200);
        if (wrong.length > 0) return wrong;
        const { quoteInfo, depositChannel } = dataOf(answer);
        return findingsOf(answer, [
          ...exactly(quoteId)(fieldsOf(quoteInfo).quoteId, 'data.quoteInfo.quoteId'),
          ...exactly(routeIndex)(fieldsOf(quoteInfo).routeIndex, 'data.quoteInfo.routeIndex'),
          ...exactly(channelId)(fieldsOf(depositChannel).channelId, 'data.depositChannel.channelId'),
          ...exactly(depositAddress)(fieldsOf(depositChannel).depositAddress, 'data.depositChannel.depositAddress'),
        ]);
      });
    },
  ),
];
