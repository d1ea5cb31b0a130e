/** Feeds one recorded answer of Chainflip's backend, a node or a broker to the adapter and prints the result. */
import { z } from 'zod';
import { formatAmount } from '../../lib/domain/amount.ts';
import { formatAsset } from '../../lib/domain/asset.ts';
import { ProviderError } from '../../lib/domain/errors.ts';
import type { RouteDraft } from '../../lib/domain/route.ts';
import { DecodeError } from '../../lib/payments/byte-reader.ts';
import { CF_ASSETS, type CfAsset, cfAssetNamed } from '../../lib/payments/chainflip/assets.ts';
import { createChainflipClient } from '../../lib/providers/chainflip/client.ts';
import { createChainflip } from '../../lib/providers/chainflip/index.ts';
import { createNetworkState } from '../../lib/providers/chainflip/network-state.ts';
import { type SwapTerms, trackingOf } from '../../lib/providers/chainflip/terms.ts';
import { trackChainflip } from '../../lib/providers/chainflip/track.ts';
import { createTrackMemory } from '../../lib/providers/chainflip/track-memory.ts';
import { affiliateShares } from '../../lib/providers/chainflip/vault-swap/affiliates.ts';
import { encodingSchema as btcEncoding, btcFacts } from '../../lib/providers/chainflip/vault-swap/bitcoin.ts';
import { evmCallFacts, encodingSchema as evmEncoding } from '../../lib/providers/chainflip/vault-swap/evm.ts';
import { encodingSchema as solanaEncoding, solanaFacts } from '../../lib/providers/chainflip/vault-swap/solana.ts';
import { ChannelError } from '../../lib/providers/provider.ts';
import type { Answer } from './manifest.ts';
import { CannotReplay, describeFact, type Json, NOBODY, named, object, text } from './to-text.ts';

type Reply = { status: number; body: unknown };
/** Chainflip's answers: the backend's by path, the node's and the broker's by method. Anything else is an error. */
type World = Record<string, Reply>;

const BACKEND = 'http://backend.invalid';
const NODE = 'http://node.invalid';
const BROKER = 'http://broker.invalid';
const SLIPPAGE_BPS = 100;
const MOST_BOOST_BPS = 10_000;

const ok = (body: unknown): Reply => ({ status: 200, body });
const signal = () => AbortSignal.timeout(5000);
const quiet = () => undefined;

const callSchema = z.object({ id: z.unknown(), method: z.string() });

/** A recording holds a node's whole answer, or only its result. */
function rpcAnswer(world: World, { id, method }: z.output<typeof callSchema>): Json {
  const known = world[method];
  if (!known) return { jsonrpc: '2.0', id, error: { code: -32601, message: `Method not found: ${method}` } };
  const body = object(known.body);
  return 'jsonrpc' in body ? { ...body, id } : { jsonrpc: '2.0', id, result: known.body };
}

const fetchFrom =
  (world: World): typeof fetch =>
  async (input, init) => {
    const { origin, pathname } = new URL(String(input));
    if (origin === BACKEND) {
      const known = world[pathname] ?? { status: 404, body: { message: 'resource not found' } };
      return new Response(JSON.stringify(known.body), { status: known.status });
    }
    const asked = z.union([callSchema, z.array(callSchema)]).parse(JSON.parse(String(init?.body)));
    return Response.json(Array.isArray(asked) ? asked.map((one) => rpcAnswer(world, one)) : rpcAnswer(world, asked));
  };

const urls = (backend: boolean) => ({ backend: backend ? [BACKEND] : [], rpc: [NODE], broker: BROKER });
const clientOf = (world: World) =>
  createChainflipClient(urls(true), { fetch: fetchFrom(world), now: () => 0, log: quiet });

function adapter(world: World, { backend = true } = {}) {
  const { backend: backendUrls, rpc: rpcUrls, broker: brokerUrl } = urls(backend);
  const ways = { network: 'mainnet', backendUrls, rpcUrls, brokerUrl, clients: NOBODY } as const;
  // A recording contains no node's storage, so its channels cannot be confirmed.
  return createChainflip({ ...ways, unwitnessed: 'tell', fetch: fetchFrom(world), now: () => 0, log: quiet });
}

/** A network on which everything is open, and every amount is accepted. */
function openNetwork(): World {
  const minimums: Record<string, Json> = {};
  for (const { cf } of CF_ASSETS) minimums[cf.chain] = { ...minimums[cf.chain], [cf.asset]: '0x0' };
  return {
    cf_environment: ok({ ingress_egress: { minimum_deposit_amounts: minimums }, swapping: {} }),
    '/api/networkInfo': ok({ assets: CF_ASSETS.map(({ cf }) => ({ asset: cf })) }),
    cf_oracle_prices: ok([]),
  };
}

function assetFor(name: unknown, what: string): CfAsset {
  const { chain, asset } = object(name);
  const known = cfAssetNamed({ chain: text(chain) ?? '', asset: text(asset) ?? '' });
  if (!known) throw new CannotReplay(`${what} is no asset that Portage has: ${JSON.stringify(name)}`);
  return known;
}

const routeLine = (route: RouteDraft): string => {
  const boost = route.boost ? ` boosted for ${route.boost.feeBps} bps` : '';
  const chunks = route.maxStreamingQuantity === undefined ? '' : ` in ${route.maxStreamingQuantity} parts`;
  return `route ${route.providers.join()}${boost}${chunks}: ${named(route.sell)} -> ${named(route.expectedBuy)}, at least ${formatAmount(route.guaranteedBuy)}`;
};

type Asked = { sell: CfAsset; buy: CfAsset; baseUnits: bigint; slippageBps: number };

async function quoteLine(world: World, { sell, buy, baseUnits, slippageBps }: Asked, backend: boolean) {
  const { asset: sellAsset, decimals } = sell;
  const sellAmount = formatAmount({ asset: sellAsset, decimals, baseUnits });
  const lines = (['CHAINFLIP', 'CHAINFLIP_STREAMING'] as const).map(async (providerId) => {
    const pair = { sellAsset, buyAsset: buy.asset, sellAmount, slippageBps, maxBoostFeeBps: MOST_BOOST_BPS };
    try {
      const request = { ...pair, providerId, includeTx: false };
      return (await adapter(world, { backend }).quote(request, { signal: signal() })).map(routeLine).join('; ');
    } catch (error) {
      if (error instanceof ProviderError) return `error ${error.code} for ${providerId}: ${error.message}`;
      throw error;
    }
  });
  return (await Promise.all(lines)).join('; ');
}

const slippageOf = ({ slippage }: Record<string, string>): number =>
  slippage === undefined ? SLIPPAGE_BPS : Math.round(Number(slippage) * 100);

/** The answer contains what was asked for; the official SDK has the backend's list under `quotes`. */
function replayQuote({ status, body, request }: Answer): Promise<string> {
  const list = Array.isArray(body) ? body : (object(body).quotes ?? body);
  const quote = object(Array.isArray(list) ? list[0] : undefined);
  const asset = (side: 'src' | 'dest') =>
    quote[`${side}Asset`] ?? { chain: request[`${side}Chain`], asset: request[`${side}Asset`] };
  const asked = {
    sell: assetFor(asset('src'), 'the sold asset'),
    buy: assetFor(asset('dest'), 'the bought asset'),
    baseUnits: BigInt(text(quote.depositAmount) ?? request.amount ?? '0'),
    slippageBps: slippageOf(request),
  };
  return quoteLine({ ...openNetwork(), '/v2/quote': { status, body: list } }, asked, true);
}

/** A node's price is used only while the backend does not answer, so there is none here. */
function replayRate({ status, body, request }: Answer): Promise<string> {
  const result = object(object(body).result ?? body);
  const asked = {
    sell: assetFor(result.ingress_fee, 'the sold asset'),
    buy: assetFor(result.egress_fee, 'the bought asset'),
    baseUnits: BigInt(request.amount ?? '0'),
    slippageBps: slippageOf(request),
  };
  return quoteLine({ ...openNetwork(), cf_swap_rate_v3: { status, body } }, asked, false);
}

async function countTokens(world: World): Promise<string> {
  const tokens = await adapter(world).tokens({ signal: signal() });
  const usable = tokens.filter(({ unavailable }) => unavailable === undefined);
  return `tokens ${tokens.length} listed, ${usable.length} can be swapped now`;
}

async function priceLine({ status, body }: Answer): Promise<string> {
  const world = { ...openNetwork(), cf_oracle_prices: { status, body } };
  const prices = await createNetworkState(clientOf(world), () => 0).prices(signal());
  return `prices ${[...prices].map(([{ asset }, price]) => `${formatAsset(asset)} ${Number(price.toPrecision(8))}`).join(', ') || 'none'}`;
}

const AMOUNT_UNKNOWN = 1n;

function routeBetween(sold: CfAsset, bought: CfAsset, destinationAddress: string, terms?: SwapTerms): RouteDraft {
  const sell = { asset: sold.asset, decimals: sold.decimals, baseUnits: AMOUNT_UNKNOWN };
  const buy = { asset: bought.asset, decimals: bought.decimals, baseUnits: AMOUNT_UNKNOWN };
  return {
    providers: ['CHAINFLIP'],
    sell,
    expectedBuy: buy,
    guaranteedBuy: buy,
    sourceAddress: '',
    destinationAddress,
    fees: [],
    totalSlippageBps: 0,
    legs: [{ provider: 'CHAINFLIP', sell, buy, buyAtMaxSlippage: buy }],
    warnings: [],
    pricesUsd: [],
    ...(terms ? { tracking: trackingOf(terms) } : {}),
  };
}

/**
 * Reads the swap by its channel where the answer names one, else by a transaction, at the time of the backend's answer.
 */
async function replaySwap({ status, body, request }: Answer): Promise<string> {
  const swap = object(body);
  const side = (end: 'src' | 'dest') =>
    assetFor({ chain: swap[`${end}Chain`], asset: swap[`${end}Asset`] }, `the swap's ${end}Asset`);
  const channelId = text(object(swap.depositChannel).id);
  const hash = request.hash ?? text(object(swap.deposit).txRef) ?? (channelId === undefined ? 'recorded' : '');
  const destinationAddress = text(swap.destAddress) ?? '';
  const sold = side('src');
  const channel = channelId === undefined ? {} : { channel: { ...ANY_CHANNEL, channelId, destinationAddress } };
  const id = channelId ?? hash;
  const world = { [`/v2/swaps/${id}`]: { status, body } };
  const now = typeof swap.lastStatechainUpdateAt === 'number' ? swap.lastStatechainUpdateAt : 0;
  const deps = { client: clientOf(world), now: () => now, log: quiet, memory: createTrackMemory() };
  const route = routeBetween(sold, side('dest'), destinationAddress);
  const leg = { route, leg: 0, hash, chain: sold.asset.chain, knownSince: 0, ...channel };
  const { observations, stale } = await trackChainflip(deps, leg, { signal: signal() });
  const facts = observations.map(describeFact).join(', ') || 'none: not seen yet';
  return `observations ${channelId === undefined ? 'by hash' : `of channel ${channelId}`}: ${facts}${stale ? ', stale' : ''}`;
}
const ANY_CHANNEL = { depositAddress: '', issuedBlock: 0, sourceChainExpiryBlock: 0, expiresAt: 0, refundAddress: '' };

const numberOf = (value: unknown, otherwise: number): number => (value === undefined ? otherwise : Number(value));

/** The request is completed to match what the answer confirms, so that only the answer can be wrong. */
async function replayChannel({ status, body, request }: Answer): Promise<string> {
  const refund = object(object(object(body).result ?? body).refund_parameters);
  const sold = assetFor({ chain: request.srcChain, asset: request.srcAsset }, 'the sold asset');
  const bought = assetFor({ chain: request.destChain, asset: request.destAsset }, 'the bought asset');
  const live = refund.max_oracle_price_slippage;
  const terms: SwapTerms = {
    src: sold.cf,
    dst: bought.cf,
    amount: '1',
    minPriceX128: BigInt(text(refund.min_price) ?? 1).toString(),
    maxOraclePriceSlippage: live === undefined || live === null ? null : Number(live),
    retryDurationBlocks: numberOf(refund.retry_duration, 0),
    maxBoostFeeBps: 0,
    brokerCommissionBps: 0,
    affiliates: [],
  };
  const world = { broker_request_swap_deposit_address: { status, body } };
  const asked = {
    route: routeBetween(sold, bought, '', terms),
    destinationAddress: '',
    refundAddress: text(refund.refund_address) ?? '',
  };
  try {
    const channel = await adapter(world).channels?.open(asked, { signal: signal() });
    if (!channel) throw new CannotReplay('the adapter opens no channels');
    return `channel ${channel.channelId} at ${channel.depositAddress}, until block ${channel.sourceChainExpiryBlock}`;
  } catch (error) {
    if (error instanceof ChannelError) return `channel ${error.fault}: ${error.message}`;
    throw error;
  }
}

/** The request's `account` is the affiliate that is looked up. */
async function affiliateLine({ status, body, request: { account = '' } }: Answer): Promise<string> {
  const world = { cf_get_affiliates: { status, body } };
  const shares = await affiliateShares({ client: clientOf(world) }, 'cF…', [{ account, bps: 1 }], signal());
  return `affiliate ${account}: ${'unavailable' in shares ? shares.unavailable : `number ${shares[0]?.shortId}`}`;
}

/** What the transaction encodes, in the form in which it is compared with the quote. */
function replayEncoding({ body }: Answer): string {
  const encoding = object(body).result ?? body;
  const { chain } = object(encoding);
  const read = () => {
    if (chain === 'Bitcoin') return btcFacts(btcEncoding.parse(encoding));
    if (chain === 'Solana') return solanaFacts(solanaEncoding.parse(encoding), []);
    return evmCallFacts(evmEncoding.parse(encoding));
  };
  try {
    const facts = Object.entries(read()).map(([name, value]) => `${name} ${value}`);
    return `decoded ${facts.join(', ')}`;
  } catch (error) {
    if (error instanceof DecodeError) return `refused: ${error.message}`;
    throw error;
  }
}

async function replayPath(endpoint: string, answer: Answer): Promise<string> {
  const { status, body } = answer;
  if (endpoint === '/v2/quote') return replayQuote(answer);
  if (endpoint === 'cf_swap_rate_v3') return replayRate(answer);
  if (endpoint === '/api/networkInfo') return countTokens({ ...openNetwork(), [endpoint]: { status, body } });
  if (endpoint === 'cf_environment') return countTokens({ ...openNetwork(), [endpoint]: { status, body } });
  if (endpoint === 'cf_oracle_prices') return priceLine(answer);
  if (endpoint === '/v2/swaps') return replaySwap(answer);
  if (endpoint === 'cf_get_affiliates') return affiliateLine(answer);
  if (endpoint === 'broker_request_swap_deposit_address') return replayChannel(answer);
  if (endpoint === 'cf_request_swap_parameter_encoding') return replayEncoding(answer);
  throw new CannotReplay(`no adapter asks ${endpoint}`);
}

/**
 * Returns one line: `route …`, `error <code> …`, `observations …`, `tokens …`, `prices …`, `channel …`, `affiliate …`,
 * `decoded …`, `refused: …` or `cannot: …`.
 */
export async function replayChainflip(endpoint: string, answer: Answer): Promise<string> {
  try {
    return await replayPath(endpoint, answer);
  } catch (error) {
    if (error instanceof ProviderError) return `error ${error.code}: ${error.message}`;
    return `cannot: ${error instanceof Error ? error.message : String(error)}`;
  }
}
