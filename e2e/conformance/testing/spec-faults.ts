/** Faults against the specification, each with a single change and exactly the checks that must find it. */
import { type Fields, fieldsOf, isFields, listOf } from '../rules.ts';
import {
  add,
  at,
  deafTo,
  drop,
  fault,
  header,
  inBody,
  inChannel,
  inErrors,
  inFees,
  inLegs,
  inMeta,
  inPriced,
  inQuote,
  inRefusals,
  inRoutes,
  inTokens,
  inTracking,
  inTx,
  mend,
  type PlantedFault,
  put,
  status,
} from './plants.ts';
import type { Plant } from './right-service.ts';

const QUOTE = '/v1/quote';
const TRACK = '/v1/track';
const CHANNEL = '/v1/chainflip-deposit-channel';

const html: Plant = {
  after: at(QUOTE, (reply) =>
    reply.status === 400
      ? { status: 400, headers: { 'content-type': 'text/html' }, text: '<h1>Bad request</h1>' }
      : reply,
  ),
};
const nullIsOurFault: Plant = {
  after: at(QUOTE, (reply, { raw }) => (raw === 'null' ? { ...reply, status: 500 } : reply)),
};
const forgetful: Plant = {
  after: at(TRACK, (reply, { raw }) =>
    reply.status === 200 && !raw.includes('"finished"') ? { ...reply, status: 404, body: { error: 'no' } } : reply,
  ),
};
const ignoresProviders = deafTo(QUOTE, (body) => {
  if (listOf(body.providers).some((id) => id === 'THORCHAIN' || id === 'ONEINCH')) delete body.providers;
});
const untyped = {
  message: { amount: '1', redeemer: '0x', secretHash: '0x', timelock: '1' },
  primaryType: 'Initiate',
  types: { EIP712Domain: [], Initiate: [] },
};
const withoutAffiliateFee = ({ fees }: Fields) => listOf(fees).filter((fee) => fieldsOf(fee).type !== 'affiliate');
const one = (index: number, change: (value: Fields) => void) => (value: Fields, position: number) => {
  if (position === index) change(value);
};

const TOKEN_FAULTS: readonly PlantedFault[] = [
  fault('the token list has no total', ['tokens.answer'], inBody('/v1/tokens', drop('total'))),
  fault(
    'the total is one too high',
    ['tokens.total'],
    inBody(
      '/v1/tokens',
      put('total', (count: number) => count + 1),
    ),
  ),
  fault('decimals of tokens are text', ['tokens.record'], inTokens(put('decimals', String))),
  fault('a token has no name', ['tokens.record'], inTokens(one(2, drop('name')))),
  fault('a token without a chain in its identifier', ['tokens.asset'], inTokens(one(6, put('asset', 'SOL')))),
  fault('a token of another chain than its identifier', ['tokens.place'], inTokens(one(6, put('chain', 'ETH')))),
  fault('a provider that nobody knows', ['tokens.providers'], inTokens(add('providers', 'UNISWAP'))),
  fault('tokens as plain text', ['http.content-type'], header('/v1/tokens', 'content-type', 'text/plain')),
];

const QUOTE_FAULTS: readonly PlantedFault[] = [
  fault('a quote without an identifier', ['quote.fields'], inQuote(drop('quoteId'))),
  fault('every quote has the same identifier', ['quote.id'], inQuote(put('quoteId', 'finished'))),
  fault('quotes are 201', ['quote.status', 'quote.slippage-bounds', 'quote.affiliate'], status(QUOTE, 200, 201)),
  fault('a route that is null', ['quote.routes'], inQuote(add('routes', null))),
  fault('a provider error without a message', ['quote.provider-errors'], inErrors(drop('message'))),
  fault(
    'a provider error of an unknown provider',
    ['quote.provider-errors.provider', 'quote.restricted'],
    inErrors(put('provider', 'NOBODY')),
  ),
  fault('an error code of its own', ['quote.provider-errors.code'], inErrors(put('errorCode', 'TRADING_HALTED'))),
  fault('`providers` is ignored', ['quote.restricted'], ignoresProviders),
  fault(
    'slippage 0 is refused',
    ['quote.slippage-bounds'],
    deafTo(
      QUOTE,
      mend('slippage', (value) => value || -1),
    ),
  ),
  fault(
    'the affiliate’s fee is missing',
    ['quote.affiliate'],
    inRoutes((route) => put('fees', withoutAffiliateFee(route))(route)),
  ),
];

const ROUTE_FAULTS: readonly PlantedFault[] = [
  fault('a route has no slippage in total', ['route.fields'], inRoutes(drop('totalSlippageBps'))),
  fault('a route has no minimum', ['route.fields'], inRoutes(drop('expectedBuyAmountMaxSlippage'))),
  fault('an amount is a floating-point number', ['route.fields'], inRoutes(put('expectedBuyAmount', 0.1))),
  fault('an optional field is null', ['route.fields'], inRoutes(put('targetAddress', null))),
  fault('an amount has an exponent', ['route.amounts'], inRoutes(put('expectedBuyAmount', '1e-7'))),
  fault(
    'a route of an unknown provider',
    ['route.providers', 'quote.restricted', 'leg.count'],
    inRoutes(put('providers', ['UNISWAP'])),
  ),
  fault('a route buys another asset', ['route.assets', 'leg.chain'], inRoutes(put('buyAsset', 'DOGE.DOGE'))),
  fault(
    'a route guarantees more than it expects',
    ['route.guarantee'],
    inRoutes(put('expectedBuyAmountMaxSlippage', '9999999')),
  ),
  fault(
    'the destination is another one',
    ['route.addresses'],
    inRoutes(mend('destinationAddress', () => 'thor1somebody')),
  ),
  fault(
    'times have no total',
    ['route.estimated-time'],
    inRoutes(({ estimatedTime }) => drop('total')(fieldsOf(estimatedTime))),
  ),
  fault(
    'a warning with a code of its own',
    ['route.warnings'],
    inRoutes(add('warnings', { code: 'careful', display: 'Careful' })),
  ),
  fault('a leg has no minimum', ['leg.fields'], inLegs(drop('buyAmountMaxSlippage'))),
  fault('a leg of a provider that nobody knows', ['leg.provider', 'leg.count'], inLegs(put('provider', 'UNISWAP'))),
  fault(
    'a two-leg route lists one leg',
    ['leg.count', 'leg.chain'],
    inRoutes(put('legs', (legs: unknown[]) => legs.slice(0, 1))),
  ),
  fault('legs that do not meet', ['leg.chain'], inLegs(one(1, put('sellAsset', 'SOL.SOL')))),
  fault('an amount of a leg has a sign', ['leg.amounts'], inLegs(put('sellAmount', (amount: string) => `-${amount}`))),
  fault('a leg guarantees more than it expects', ['leg.guarantee'], inLegs(put('buyAmountMaxSlippage', '9999999'))),
  fault('a fee has no protocol', ['fee.fields'], inFees(drop('protocol'))),
  fault('a fee of a type of its own', ['fee.type'], inFees(one(1, put('type', 'gas')))),
  fault('the chain of a fee is a number', ['fee.chain'], inFees(put('chain', '1'))),
  fault('a fee of another protocol', ['fee.protocol'], inFees(put('protocol', 'UNISWAP'))),
  fault('a fee has an exponent', ['fee.amount'], inFees(put('amount', '1e-8'))),
  fault('the asset of a fee is a symbol', ['route.asset-format'], inFees(put('asset', 'ETH'))),
];

const META_FAULTS: readonly PlantedFault[] = [
  fault('a route has no tags', ['meta.fields'], inMeta(drop('tags'))),
  fault('the price impact is text', ['meta.fields'], inMeta(put('priceImpact', '0.1 %'))),
  fault('a tag of its own', ['meta.tags'], inMeta(add('tags', 'BEST'))),
  fault('a price is text', ['meta.assets'], inPriced(put('price', '1'))),
  fault('typed data has no domain', ['meta.typed-data'], inMeta(put('typedData', untyped))),
  fault(
    'a transaction without data',
    ['tx.shape'],
    inRoutes(({ tx }) => isFields(tx) && drop('data')(tx)),
  ),
  fault('the fee of a message is a number', ['tx.shape'], inTx(mend('fee', () => 5000))),
  fault('no transaction although it was asked for', ['tx.present'], inRoutes(drop('tx', 'transaction'))),
  fault('`transaction` has no chain', ['tx.transaction'], inTx(drop('chain'))),
];

const REFUSAL_FAULTS: readonly PlantedFault[] = [
  fault(
    'a missing amount is taken for 1',
    ['quote.refuses.missing'],
    deafTo(
      QUOTE,
      put('sellAmount', (given: unknown) => given ?? '1'),
    ),
  ),
  fault('slippage is taken as text', ['quote.refuses.type'], deafTo(QUOTE, mend('slippage', Number))),
  fault(
    'slippage above 100 is taken',
    ['quote.refuses.slippage'],
    deafTo(
      QUOTE,
      mend('slippage', (value) => (Number(value) > 100 ? 100 : value)),
    ),
  ),
  fault(
    'unknown providers are left out',
    ['quote.refuses.provider'],
    deafTo(
      QUOTE,
      mend('providers', (ids) => (Array.isArray(ids) ? ids.filter((id) => id !== 'NOBODY') : ids)),
    ),
  ),
  fault(
    'an amount with an exponent is taken',
    ['quote.refuses.amount'],
    deafTo(
      QUOTE,
      mend('sellAmount', (text) => (text === '1e3' ? '1000' : text)),
    ),
  ),
  fault('a body of null is 500', ['quote.refuses.body', 'http.internal-error'], nullIsOurFault),
  fault(
    'a validation error has another title',
    ['quote.validation-body'],
    inRefusals(QUOTE, 400, put('title', 'Bad Request')),
  ),
  fault('the status of an error is text', ['quote.validation-body'], inRefusals(QUOTE, 400, put('status', '400'))),
  fault('an error has no detail', ['quote.validation-body'], inRefusals(QUOTE, 400, drop('detail'))),
  fault(
    'a timestamp in milliseconds',
    ['quote.validation-body'],
    inRefusals(QUOTE, 400, put('timestamp', 1795242300000)),
  ),
  fault('an error body of HTML', ['quote.validation-body', 'http.json', 'http.content-type'], html),
];

const TRACK_FAULTS: readonly PlantedFault[] = [
  fault('a new quote cannot be tracked', ['track.answer'], forgetful),
  fault('`success` is text', ['track.fields'], inTracking(put('success', 'true'))),
  fault(
    'no status in either layout',
    ['track.status', 'track.finished'],
    inTracking((body, data) => {
      drop('trackingStatus')(body);
      drop('trackingStatus')(data);
    }),
  ),
  fault(
    'a block number is text',
    ['track.data'],
    inTracking((_body, { inbound }) => mend('blockNumber', String)(fieldsOf(inbound))),
  ),
  fault(
    'what was really bought is a number',
    ['track.route'],
    inTracking((_body, { route }) => mend('actualBuyAmount', Number)(fieldsOf(route))),
  ),
  fault('a failure has no reason', ['track.failure'], inRefusals(TRACK, 404, drop('error'))),
  fault(
    'a finished swap continues',
    ['track.finished'],
    inTracking(mend('trackingStatus', (said) => (said === 'completed' ? 'swapping' : said))),
  ),
  fault(
    'completed, and no hash of the payout',
    ['track.completed'],
    inTracking((_body, data) => drop('trackMeta', 'outbound')(data)),
  ),
  fault('the channel is 202', ['channel.answer'], status(CHANNEL, 200, 202)),
  fault('the expiry block is text', ['channel.record'], inChannel(put('sourceChainExpiryBlock', '2000'))),
  fault('the channel has no address', ['channel.record'], inChannel(drop('depositAddress'))),
];

export const SPEC_FAULTS: readonly PlantedFault[] = [
  ...TOKEN_FAULTS,
  ...QUOTE_FAULTS,
  ...ROUTE_FAULTS,
  ...META_FAULTS,
  ...REFUSAL_FAULTS,
  ...TRACK_FAULTS,
];
