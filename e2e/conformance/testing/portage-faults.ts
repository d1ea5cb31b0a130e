/** Faults against Portage's own rules, each with exactly the checks that must find it. */
import { fieldsOf, isFields, listOf } from '../rules.ts';
import {
  at,
  deafTo,
  drop,
  fault,
  header,
  inBody,
  inChannel,
  inFees,
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
const NOBODY = '0x0000000000000000000000000000000000000001';

const NAMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const lowerCase = (value: unknown): unknown =>
  /^0x[0-9a-f]{40}$/i.test(String(value)) ? String(value).toLowerCase() : value;

const tagsOf = (route: unknown): unknown[] => listOf(fieldsOf(fieldsOf(route).meta).tags);
const twiceRecommended = inQuote(({ routes }) => {
  const tags = tagsOf(listOf(routes).at(-1));
  if (listOf(routes).length > 1) tags.push('RECOMMENDED');
});
const cheapestLast = inQuote(({ routes }) => {
  const all = listOf(routes);
  if (all.length < 2) return;
  const first = tagsOf(all[0]);
  first.splice(first.indexOf('CHEAPEST'), 1);
  tagsOf(all.at(-1)).push('CHEAPEST');
});
const fastestIsSlow = inRoutes((route) => {
  if (tagsOf(route).includes('FASTEST')) fieldsOf(route.estimatedTime).total = 99_999;
});
const worstFirst = inQuote(({ routes }) => {
  const all = listOf(routes);
  if (all.length < 2) return;
  const first = tagsOf(all[0]);
  first.splice(first.indexOf('RECOMMENDED'), 1);
  tagsOf(all.at(-1)).push('RECOMMENDED');
  all.unshift(all.pop());
});
const loose = inRoutes((route) => {
  route.expectedBuyAmountMaxSlippage = '0.00001';
  fieldsOf(listOf(route.legs).at(-1)).buyAmountMaxSlippage = '0.00001';
});
/** Gives half of the output that was wanted, or takes the first of two amounts. */
const halfWanted = deafTo(QUOTE, (body) => {
  if (body.sellAmount === undefined) mend('buyAmount', (text) => String(Number(text) / 2))(body);
});
const firstOfTwo = deafTo(QUOTE, (body) => {
  if (body.sellAmount !== undefined) delete body.buyAmount;
});
/** Accepts a symbol that is not listed at the token's address, and quotes another asset for it. */
const anySymbol = deafTo(QUOTE, (body) => {
  if (String(body.buyAsset).startsWith('ETH.XNOBODY-')) body.buyAsset = 'ETH.ETH';
});
const silent = inQuote((body, { raw }) => {
  if (listOf(fieldsOf(JSON.parse(raw)).providers).length === 12) delete body.providerErrors;
});
const anotherCode = inQuote(({ providerErrors }, { raw }) => {
  const [first] = listOf(providerErrors);
  if (isFields(first) && raw.includes('NOBODY')) first.errorCode = 'unsupportedChainId';
});
const unfiltered: Plant = {
  before: (asked) => {
    if (asked.query.get('provider') !== 'NOBODY') asked.query.delete('provider');
    return asked;
  },
};
const weak: Plant = {
  after: at('/v1/tokens', (reply) => ({ ...reply, headers: { ...reply.headers, etag: `W/${reply.headers.etag}` } })),
};
const brokenOff: Plant = {
  after: at(QUOTE, (reply) =>
    reply.text === undefined ? reply : { ...reply, text: reply.text.slice(0, reply.text.indexOf('event: quote')) },
  ),
};
const endless: Plant = {
  after: at('/v1/track', (reply) =>
    reply.text === undefined ? reply : { ...reply, text: reply.text.replaceAll('completed', 'swapping') },
  ),
};
const selfSale = deafTo(QUOTE, (body) => {
  if (body.sellAsset === body.buyAsset) body.buyAsset = 'SOL.SOL';
});
const anyAddress = deafTo(QUOTE, (body) => {
  if (body.sellAsset === 'BTC.BTC' && String(body.sourceAddress).startsWith('0x')) delete body.sourceAddress;
});
const anyRefund = deafTo(QUOTE, (body) => {
  delete body.refundAddress;
});
const emptyIsWrong = deafTo(QUOTE, (body) => {
  if (body.sourceAddress === '' || body.sourceAddress === null) body.sourceAddress = 'nowhere';
});
const eventsForAll: Plant = {
  before: (asked) =>
    String(asked.headers.accept).includes('text/event-stream')
      ? { ...asked, headers: { ...asked.headers, accept: 'text/event-stream' } }
      : asked,
};
const feeForNobody = deafTo(QUOTE, (body) => {
  if (body.affiliate === undefined && body.affiliateFee === 30) delete body.affiliateFee;
});
const funded = deafTo(QUOTE, (body) => {
  delete body.allowUnfunded;
});
const deafToChannels = deafTo('/v1/track', (body) => {
  delete body.channelId;
});
const anyChannel = deafTo('/v1/track', (body) => {
  if (body.depositAddress === 'nobody') body.quoteId = 'finished';
});
const numberless = deafTo('/v1/track', (body) => {
  if (body.chainId === 1) body.chainId = 'BTC';
});
const firstProvider: Plant = {
  before: (asked) => {
    const [first, second] = asked.query.getAll('provider');
    if (first !== undefined && second !== undefined) asked.query.set('provider', first);
    return asked;
  },
};
/** Refuses the first request as one too many. */
function limitsSilently(): Plant {
  let first = true;
  return {
    after: (reply) => {
      if (!first) return reply;
      first = false;
      return { ...reply, status: 429, headers: { ...reply.headers, 'retry-after': '0' } };
    },
  };
}
function anotherChannel(): Plant {
  let count = 0;
  return inChannel((body) => {
    count += 1;
    body.channelId = `1000-Bitcoin-${count}`;
  });
}

export const PORTAGE_FAULTS: readonly PlantedFault[] = [
  fault('a wanted output is not reached', ['quote.wanted'], halfWanted),
  fault('two amounts are taken', ['quote.one-amount'], firstOfTwo),
  fault('fee types in upper case', ['fee.type-case'], inFees(put('type', (type: string) => type.toUpperCase()))),
  fault('a tag on two routes', ['route.tags'], twiceRecommended),
  fault(
    'the best route is not the first',
    ['route.tags'],
    inQuote(({ routes }) => void listOf(routes).reverse()),
  ),
  fault('a worse route is recommended', ['route.recommended'], worstFirst),
  fault('less is guaranteed than the tolerance allows, and nothing said', ['quote.wanted', 'route.tolerance'], loose),
  fault(
    'two fees of one type without a label',
    ['fee.labels'],
    inFees(mend('type', (type) => (type === 'inbound' ? 'liquidity' : type))),
  ),
  fault('fees are worth something else', ['fee.usd'], inFees(put('usd', 0.5))),
  fault('a part of the fees is given as the total', ['fee.usd'], inMeta(put('feesUsd', 0.5))),
  fault('a token has the caller’s symbol', ['quote.symbol'], anySymbol),
  fault('CHEAPEST is on a worse route', ['route.cheapest'], cheapestLast),
  fault('FASTEST is on a slower route', ['route.fastest'], fastestIsSlow),
  fault(
    'amounts with trailing zeros',
    ['route.readable'],
    inFees(put('amount', (amount: string) => `${amount}${amount.includes('.') ? '' : '.'}0`)),
  ),
  fault(
    'addresses are made up',
    ['route.indicative'],
    inRoutes(put('sourceAddress', (given: string) => given || NOBODY)),
  ),
  fault(
    'an expiration in milliseconds',
    ['route.expiration'],
    inRoutes(mend('expiration', (seconds) => `${seconds}000`)),
  ),
  fault(
    'the tolerance is in basis points',
    ['route.slippage-percent'],
    inMeta(put('slippagePercent', (percent: number) => percent * 100)),
  ),
  fault('relative pictures', ['route.images'], inPriced(put('image', '/a.svg'))),
  fault('no route, and nothing said', ['quote.error-set'], inQuote(drop('error'))),
  fault('an unlisted asset gets another code', ['quote.unlisted'], anotherCode),
  fault('who offers nothing is silent', ['quote.everybody'], silent),
  fault(
    'only the first wrong field is named',
    ['quote.refuses.every-field'],
    inRefusals(
      QUOTE,
      400,
      put('errors', (errors: unknown[]) => errors.slice(0, 1)),
    ),
  ),
  fault('an asset is sold for itself', ['quote.refuses.same-asset'], selfSale),
  fault('an address of another chain is taken', ['quote.refuses.address'], anyAddress),
  fault('a refund address of another chain is taken', ['quote.refuses.address'], anyRefund),
  fault('an empty address is none', ['quote.left-out'], emptyIsWrong),
  fault('events are sent to whoever names them at all', ['quote.accept'], eventsForAll),
  fault('a fee for nobody is taken', ['quote.refuses.fee-alone'], feeForNobody),
  fault('the stream ends without the quote', ['quote.events'], brokenOff),
  fault(
    'a Solana transaction on Ethereum',
    ['tx.chain'],
    inMeta(mend('txType', (type) => (type === 'EVM' ? 'SOLANA' : type))),
  ),
  fault('a transaction from somebody else', ['tx.sender'], inTx(mend('from', () => NOBODY))),
  fault(
    'a route that can be paid for ever',
    ['route.lapses'],
    inRoutes((route) => {
      if (route.tx !== undefined) delete route.expiration;
    }),
  ),
  fault('whoever holds nothing gets no transaction', ['tx.unfunded'], funded),
  fault(
    'a reason of no list',
    ['track.reason-code'],
    inTracking((_body, data) => put('reasonCode', 'bad luck')(data)),
  ),
  fault(
    'a completed swap has a reason',
    ['track.reason-code'],
    inTracking(({ trackingStatus }, data) => {
      if (trackingStatus === 'completed') data.reasonCode = 'priceLimit';
    }),
  ),
  fault(
    'another quote’s swap is returned as the requested one',
    ['track.asked-for'],
    inTracking((_body, data) => drop('askedFor')(data)),
  ),
  fault(
    '`channelId` is not understood',
    ['channel.keys', 'track.unknown-channel', 'track.wrong-fields'],
    deafToChannels,
  ),
  fault('any deposit address is known', ['track.unknown-channel'], anyChannel),
  fault('a vault in lower case', ['route.checksum'], inMeta(put('vaultAddress', lowerCase(NAMED)))),
  fault('an address of a transaction in lower case', ['route.checksum'], inTx(mend('from', lowerCase))),
  fault(
    'a payout’s address in lower case',
    ['track.checksum'],
    inTracking((_body, { outbound }) => put('address', lowerCase(NAMED))(fieldsOf(outbound))),
  ),
  fault('a token’s contract in lower case', ['tokens.checksum'], inTokens(mend('address', lowerCase))),
  fault(
    'a timeline that ends with its beginning',
    ['track.timeline'],
    inTracking((_body, { timeline }) => listOf(timeline).reverse()),
  ),
  fault(
    'a payout without its depth',
    ['track.payout'],
    inTracking((_body, { outbound }) => drop('confirmations')(fieldsOf(outbound))),
  ),
  fault(
    'a payout without its block',
    ['track.payout'],
    inTracking((_body, { outbound }) => drop('blockNumber')(fieldsOf(outbound))),
  ),
  fault(
    'a completed swap without an id',
    ['track.payout'],
    inTracking((_body, { swap }) => drop('swapId')(fieldsOf(swap))),
  ),
  fault('a chain’s number is refused', ['track.numeric-chain'], numberless),
  fault('the first of two providers is taken', ['tokens.filter-twice'], firstProvider),
  fault('an unknown quote is 200', ['track.unknown-quote', 'track.unknown-channel'], status('/v1/track', 404, 200)),
  fault(
    'the two layouts differ',
    ['track.both-layouts'],
    inTracking((_body, data) => put('trackingStatus', 'pending')(data)),
  ),
  fault(
    'keys that hold nothing',
    ['track.no-empties'],
    inTracking((_body, data) => put('outbound', (given: unknown) => (isFields(given) ? given : { hash: '' }))(data)),
  ),
  fault('nobody says when to ask again', ['track.retry-after'], header('/v1/track', 'retry-after', undefined)),
  fault('every request opens another channel', ['channel.same'], anotherChannel()),
  fault('a channel of the short form', ['channel.form', 'channel.keys'], inChannel(put('channelId', '5190'))),
  fault('the provider filter does nothing', ['tokens.filter', 'tokens.filter-twice'], unfiltered),
  fault(
    'the list comes in another order',
    ['tokens.order', 'tokens.pages'],
    inBody('/v1/tokens', ({ tokens }) => {
      if (listOf(tokens).length === 7) listOf(tokens).reverse();
    }),
  ),
  fault('an ETag that is weak', ['tokens.etag'], weak),
  fault('a wrong method is 404', ['http.methods'], status('/v1/track', 405, 404)),
  fault('`Allow` is missing', ['http.methods'], header('/v1/track', 'allow', undefined, 405)),
  fault('a large body is 422', ['http.too-large'], status(QUOTE, 413, 422)),
  fault(
    'one origin only',
    ['http.origins'],
    header('/v1/tokens', 'access-control-allow-origin', 'https://portage.example'),
  ),
  fault('nobody says what the limit is', ['http.limited'], limitsSilently()),
  fault('a stream that stops before the end', ['track.events'], endless),
  fault('request ids are missing', ['http.traced'], header('/v1/tokens', 'x-request-id', undefined)),
  fault(
    'a provider’s ledger counts swaps twice',
    ['providers.report'],
    inBody('/v1/providers', ({ providers }) => {
      for (const one of listOf(providers)) mend('swaps', () => 99)(fieldsOf(fieldsOf(fieldsOf(one).ledger).month));
    }),
  ),
  fault(
    'an integrator’s swaps are shown to everybody',
    ['integrators.key', 'sign-in.token'],
    status('/v1/swaps', 401, 200),
  ),
  fault('the use of a key is shown to everybody', ['integrators.key'], status('/v1/usage', 401, 200)),
  fault(
    'a message to sign without its nonce',
    ['sign-in.message', 'sign-in.token'],
    inBody(
      '/v1/sign-in',
      mend('message', (text) => String(text).replace(/\nNonce: \w+/, '')),
    ),
  ),
  fault('a refused address is 451', ['served.address', 'served.problems'], status(QUOTE, 403, 451)),
  fault(
    'nobody says which address is refused',
    ['served.address', 'served.problems'],
    inRefusals(QUOTE, 403, drop('errors')),
  ),
  fault('maintenance without an end', ['served.problems'], {
    after: at('/v1/sign-in', (reply) => {
      const about = { instance: '/v1/sign-in', timestamp: new Date().toISOString(), traceId: 'x', detail: 'We move.' };
      const problem = { type: '/errors/maintenance', title: 'Maintenance', status: 503, ...about };
      return reply.status === 200 ? { ...reply, status: 503, body: problem } : reply;
    }),
  }),
  fault('a refused signature gets a token', ['sign-in.token'], status('/v1/sign-in/token', 401, 200)),
  fault('webhooks are shown to everybody', ['integrators.key'], status('/v1/webhooks', 401, 200)),
  fault(
    'a chain with another chain’s coin',
    ['chains.report'],
    inBody('/v1/chains', ({ chains }) => put('asset', 'DOGE.DOGE')(fieldsOf(fieldsOf(listOf(chains)[0]).native))),
  ),
  fault('the keys that sign are published nowhere', ['signatures.keys'], status('/.well-known/portage.json', 200, 404)),
  fault(
    'routes are signed by a key that is not published',
    ['signatures.routes'],
    inBody('/.well-known/portage.json', ({ keys }) => {
      for (const key of listOf(keys)) fieldsOf(key).kid = 'other';
    }),
  ),
];
