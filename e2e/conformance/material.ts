/** Requests what many checks examine, once, when the first check needs it. */
import { addressOn, hashOn } from './addresses.ts';
import type { Answer, Ask } from './asker.ts';
import type { Options } from './options.ts';
import { type ListedToken, listedTokens, openPairs, type Pair, providerPairs, saleAmount } from './pairs.ts';
import { type Fields, fieldsOf, isFields, listOf } from './rules.ts';
import { splitAssetId } from './vocabulary.ts';

export type Sample = {
  asked: string;
  request: Fields;
  answer: Answer;
  /** Empty where the answer is not a JSON object. */
  body: Fields;
  /** The routes that are objects, with their index in the answer. */
  routes: { at: string; index: number; route: Fields }[];
};

export type Material = {
  tokens(): Promise<Answer>;
  listed(): Promise<ListedToken[]>;
  /** A valid request. */
  goodRequest(): Promise<Fields>;
  /** Quotes without addresses, one for each kind of chain. */
  indicative(): Promise<Sample[]>;
  /** Quotes with both addresses, one for each provider id, asked by name. */
  byProvider(): Promise<Sample[]>;
  /** Quotes with both addresses and `includeTx`. */
  withTx(): Promise<Sample[]>;
  /** All of the above. */
  samples(): Promise<Sample[]>;
  /** The first sample with a route and both addresses. */
  quoted(): Promise<Sample | undefined>;
  /** The tracking of that quote with a hash that belongs to no transaction, and of the swap named by --swap. */
  tracked(): Promise<Answer[]>;
  /** The tracking of the swap named by --swap. */
  finished(): Promise<Answer | undefined>;
};

/** These providers neither open nor order anything to make a transaction; the others may. */
export const MAKES_TX_ALONE = [
  'THORCHAIN',
  'THORCHAIN_STREAMING',
  'MAYACHAIN',
  'MAYACHAIN_STREAMING',
  'ONEINCH',
  'JUPITER',
];

/** The request for a service that lists nothing. */
const LAST_RESORT: Fields = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.01' };

export const requestOf = ({ sell, buy }: Pair): Fields => ({
  sellAsset: sell.asset,
  buyAsset: buy.asset,
  sellAmount: saleAmount(sell),
  slippage: 3,
});
const addressesOf = ({ sell, buy }: Pair, { sources }: Options): Fields => ({
  sourceAddress: sources[sell.chain] ?? addressOn(sell.chain),
  destinationAddress: addressOn(buy.chain),
});

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

export function sampleOf(request: Fields, answer: Answer): Sample {
  const body = fieldsOf(answer.json);
  const routes = listOf(body.routes).flatMap((route, index) =>
    isFields(route) ? [{ at: `routes[${index}]`, index, route }] : [],
  );
  return { asked: answer.asked, request, answer, body, routes };
}

export function createMaterial(ask: (what: Ask) => Promise<Answer>, options: Options): Material {
  const quote = async (request: Fields): Promise<Sample> =>
    sampleOf(request, await ask({ method: 'POST', path: '/v1/quote', body: request }));
  const tokens = once(() => ask({ path: '/v1/tokens' }));
  const listed = once(async () => listedTokens((await tokens()).json));
  const pairs = once(async () => openPairs(await listed()));
  const goodRequest = once(async () => {
    const [pair] = await pairs();
    return pair ? requestOf(pair) : { ...LAST_RESORT, slippage: 3 };
  });
  const indicative = once(async () => {
    const found = await pairs();
    return Promise.all(found.length === 0 ? [quote(await goodRequest())] : found.map((pair) => quote(requestOf(pair))));
  });
  const byProvider = once(async () => {
    const fallback = await goodRequest();
    const asked = providerPairs(await listed()).map(({ id, pair }) =>
      quote({ ...(pair ? { ...requestOf(pair), ...addressesOf(pair, options) } : fallback), providers: [id] }),
    );
    return Promise.all(asked);
  });
  const withTx = once(async () => {
    const own = providerPairs(await listed()).filter(({ id }) => options.withChannels || MAKES_TX_ALONE.includes(id));
    const named = own.flatMap(({ id, pair }) => (pair ? [{ pair, providers: [id] }] : []));
    const open = (await pairs()).map((pair) => ({ pair, providers: MAKES_TX_ALONE }));
    return Promise.all(
      [...open, ...named].map(({ pair, providers }) =>
        quote({ ...requestOf(pair), ...addressesOf(pair, options), providers, includeTx: true }),
      ),
    );
  });
  const samples = once(async () => (await Promise.all([indicative(), byProvider(), withTx()])).flat());
  const quoted = once(async () =>
    (await byProvider()).find(({ routes, request }) => routes.length > 0 && request.sourceAddress !== undefined),
  );
  const track = (body: Fields) => ask({ method: 'POST', path: '/v1/track', body });
  const finished = once(async () => (options.swap ? track(options.swap) : undefined));
  const tracked = once(async () => {
    const [sample, end] = await Promise.all([quoted(), finished()]);
    const chainId = splitAssetId(String(sample?.request.sellAsset))?.chain;
    const { quoteId } = sample?.body ?? {};
    const started =
      chainId === undefined || typeof quoteId !== 'string'
        ? []
        : [await track({ hash: hashOn(chainId), chainId, quoteId, routeIndex: 0 })];
    return [...started, ...(end ? [end] : [])];
  });
  return { tokens, listed, goodRequest, indicative, byProvider, withTx, samples, quoted, tracked, finished };
}
