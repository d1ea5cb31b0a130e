/** Feeds one recorded answer of Garden to the adapter: a quote, an order with its payment, or the state of an order. */
import { CHAINS } from '../../lib/chains/chains.ts';
import { formatAmount, fromBaseUnits } from '../../lib/domain/amount.ts';
import type { Asset } from '../../lib/domain/asset.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { ProviderError } from '../../lib/domain/errors.ts';
import type { RouteDraft } from '../../lib/domain/route.ts';
import { htlcAddress } from '../../lib/payments/garden/bitcoin-htlc.ts';
import { createGarden } from '../../lib/providers/garden/index.ts';
import { termsOf } from '../../lib/providers/garden/order-terms.ts';
import { orderSchema } from '../../lib/providers/garden/upstream-schemas.ts';
import type { ProviderQuoteRequest } from '../../lib/providers/provider.ts';
import type { Answer } from './manifest.ts';
import { CannotReplay, describeFact, type Json, NOBODY, named, object, text } from './to-text.ts';

type Reply = { status: number; body: unknown };
/** Answers by method and path. */
type World = Record<string, Reply>;

const BASE = 'http://garden.invalid';
/** Used where a recording names no payer; nothing depends on it. */
const PAYER = {
  evm: '0x1111111111111111111111111111111111111111',
  bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
};
const SOLANA_PAYER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const SOLVER = '0x9dd9c2d208b07bf9a4ef9ca311f36d7185749635';
const CONTRACT = '0x2222222222222222222222222222222222222222';
const TOKEN = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';
const TIMELOCK = { evm: '7200', bitcoin: '144', solana: '216000' };
const SECRET_HASH = '00'.repeat(31).concat('01');
const KEYS = { redeemer: '460f2e8ff81fc4e0a8e6ce7796704e3829e3e3eedb8db9390bdc51f4f04cf0a6' };

/** Reads recordings of test networks as those of the main networks, which have the same shape. */
const ofMainNetwork = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/_(?:testnet|sepolia)\b/g, '')
      .replaceAll('"chain_id":11155111', '"chain_id":1')
      .replaceAll('"chain_id":84532', '"chain_id":8453'),
  );

const CHAIN_OF: Readonly<Record<string, ChainId>> = { bitcoin: 'BTC', ethereum: 'ETH', base: 'BASE', solana: 'SOL' };
const NATIVES: readonly string[] = ['btc', 'eth', 'sol'];

type Side = { id: string; asset: Asset; decimals: number; kind: keyof typeof TIMELOCK };

function sideOf(id: string): Side {
  const [network = '', name = ''] = id.split(':');
  const chain = CHAIN_OF[network];
  if (chain === undefined) throw new CannotReplay(`${id} is of no chain that Portage has`);
  const { kind, native } = CHAINS[chain];
  const asset: Asset = NATIVES.includes(name)
    ? { kind: 'native', chain, symbol: native.symbol }
    : { kind: 'token', chain, symbol: name.toUpperCase(), address: TOKEN };
  const decimals = asset.kind === 'native' ? native.decimals : 8;
  return { id, asset, decimals, kind: kind === 'evm' ? 'evm' : kind === 'solana' ? 'solana' : 'bitcoin' };
}

/** An entry of the live asset list, which names each asset's contract; here it matches the recording. */
function entryOf({ id, asset, decimals, kind }: Side, contract: string): Json {
  const networks = { evm: `evm:${asset.chain === 'BASE' ? 8453 : 1}`, bitcoin: 'bitcoin', solana: 'solana:1' };
  return {
    id,
    chain: networks[kind],
    decimals,
    htlc: kind === 'bitcoin' ? null : { address: contract },
    token: asset.kind === 'token' ? { address: asset.address } : null,
  };
}

const fetchFrom =
  (world: World): typeof fetch =>
  async (input, init) => {
    const path = new URL(String(input)).pathname;
    const known = world[`${init?.method ?? 'GET'} ${path}`] ?? {
      status: 404,
      body: { status: 'Error', error: 'none' },
    };
    return new Response(JSON.stringify(known.body), { status: known.status });
  };

const adapter = (world: World, at: number) =>
  createGarden({
    network: 'mainnet',
    urls: [BASE],
    appId: undefined,
    clients: NOBODY,
    fetch: fetchFrom(world),
    now: () => at,
    log: () => undefined,
  });

const call = () => ({ signal: AbortSignal.timeout(10_000) });
const ok = (result: unknown): Reply => ({ status: 200, body: { status: 'Ok', result } });

const ownerOf = (kind: Side['kind']): string => (kind === 'solana' ? SOLANA_PAYER : PAYER[kind]);

type Terms = { from: Side; to: Side; amount: string; toAmount: string };

/** The answer contains what was asked for; the manifest has the rest. */
function termsFor({ body, request }: Answer): Terms {
  const { result } = object(body);
  const quote = object(Array.isArray(result) ? result[0] : undefined);
  const [source, destination] = [object(quote.source), object(quote.destination)];
  const name = (reported: unknown, otherwise: string | undefined, any: string) =>
    String(ofMainNetwork(text(reported) ?? otherwise ?? any));
  return {
    from: sideOf(name(source.asset, request.from, 'bitcoin:btc')),
    to: sideOf(name(destination.asset, request.to, 'ethereum:wbtc')),
    amount: text(source.amount) ?? request.from_amount ?? '50000',
    toAmount: text(destination.amount) ?? request.to_amount ?? '49850',
  };
}

const worldOf = ({ from, to, amount, toAmount }: Terms, contract: string): World => ({
  'GET /assets': ok([entryOf(from, contract), entryOf(to, contract)]),
  'GET /quote': ok([
    { source: { asset: from.id, amount }, destination: { asset: to.id, amount: toAmount }, solver_id: SOLVER },
  ]),
});

const askedFor = ({ from, to, amount }: Terms, { request }: Answer, includeTx: boolean): ProviderQuoteRequest => ({
  providerId: 'GARDEN',
  sellAsset: from.asset,
  buyAsset: to.asset,
  sellAmount: fromBaseUnits(BigInt(amount), from.decimals),
  slippageBps: 100,
  sourceAddress: request.owner ?? ownerOf(from.kind),
  destinationAddress: ownerOf(to.kind),
  includeTx,
});

const routeLine = (route: RouteDraft): string =>
  `route ${route.providers.join()}: ${named(route.sell)} -> ${named(route.expectedBuy)}, at least ${formatAmount(route.guaranteedBuy)}`;

async function replayQuote(answer: Answer): Promise<string> {
  const terms = termsFor(answer);
  const world = {
    ...worldOf(terms, CONTRACT),
    'GET /quote': { status: answer.status, body: ofMainNetwork(answer.body) },
  };
  const [route] = await adapter(world, 0).quote(askedFor(terms, answer, false), call());
  return route ? routeLine(route) : 'no route';
}

/** The order as Garden would return it: as requested, and as the manifest says where the recording depends on it. */
function orderFor({ from, to, amount, toAmount }: Terms, id: string, { request }: Answer): Json {
  const secret_hash = request.secret_hash ?? SECRET_HASH;
  return {
    order_id: id,
    source_swap: {
      asset: from.id,
      initiator: request.owner ?? ownerOf(from.kind),
      redeemer: request.redeemer ?? (from.kind === 'bitcoin' ? KEYS.redeemer : SOLVER),
      timelock: request.timelock ?? TIMELOCK[from.kind],
      amount,
      secret_hash,
    },
    destination_swap: {
      asset: to.id,
      initiator: KEYS.redeemer,
      redeemer: ownerOf(to.kind),
      timelock: TIMELOCK[to.kind],
      amount: toAmount,
      secret_hash,
    },
  };
}

function paymentLine({ inboundAddress, targetAddress, typedData, ...route }: RouteDraft): string {
  if (inboundAddress !== undefined) return `deposit at ${inboundAddress}`;
  const order = termsOf(route)?.order;
  const by = order?.solana === undefined ? 'a call of' : 'a transaction that pays';
  return `${by} ${targetAddress}${typedData ? ', or a signature' : ''}`;
}

/** Quotes, orders and checks through the adapter, like any order. */
async function replayOrder(answer: Answer): Promise<string> {
  const body = ofMainNetwork(answer.body);
  const created = object(object(body).result);
  const id = text(created.order_id);
  const terms = termsFor({ ...answer, body: {} });
  if (id !== undefined && created.to !== undefined && answer.request.redeemer === undefined)
    return `order ${id}: a deposit of ${text(created.amount)} at ${text(created.to)}, whose terms are not recorded: it cannot be derived`;
  const payment = object(created.initiate_transaction ?? created.transaction);
  const contract = text(payment.to) ?? answer.request.program ?? CONTRACT;
  const world = {
    ...worldOf(terms, contract),
    'POST /orders': { status: answer.status, body },
    [`GET /orders/${id}`]: ok(orderFor(terms, id ?? '', answer)),
  };
  const request = askedFor(terms, answer, true);
  const garden = adapter(world, 0);
  const [route] = await garden.quote(request, call());
  const prepared = route && (await garden.prepare?.create(route, request, call()));
  if (!prepared) throw new CannotReplay('the adapter creates no order');
  return `order ${prepared.draft.orderId}: paid by ${paymentLine(prepared.draft)}`;
}

/** Whether the id by which Garden names a lock on Bitcoin is the address that the order's terms give. */
function lockLines(name: 'source' | 'destination', swap: Json): string[] {
  const id = text(swap.swap_id) ?? '';
  if (!/^(tb|bc)1p/.test(id)) return [];
  const [redeemer, initiator] = [text(swap.redeemer) ?? '', text(swap.initiator) ?? ''];
  const delegate = text(swap.delegate);
  // A delegate signs in place of the user, who locks the source and is paid at the destination.
  const keys =
    name === 'source' ? { redeemer, initiator: delegate ?? initiator } : { redeemer: delegate ?? redeemer, initiator };
  const terms = { ...keys, secretHash: text(swap.secret_hash) ?? '', timelock: Number(swap.timelock) };
  const derived = htlcAddress(terms, id.slice(0, 2));
  return [
    `the ${name} ${derived === id ? 'is at the address of its terms' : `is at ${id}, its terms give ${derived}`}`,
  ];
}

/** Reads the status as that of the swap in the order itself, at the time of its creation. */
async function replayStatus({ status, body }: Answer): Promise<string> {
  const { result } = object(body);
  const order = orderSchema.parse(result);
  const { source_swap: source, destination_swap: destination } = object(result);
  const locks = [...lockLines('source', object(source)), ...lockLines('destination', object(destination))];
  const sell = { asset: sideOf('ethereum:wbtc').asset, decimals: 8, baseUnits: order.source_swap.amount };
  const buy = { asset: sideOf('bitcoin:btc').asset, decimals: 8, baseUnits: order.destination_swap.amount };
  const route: RouteDraft = {
    providers: ['GARDEN'],
    sell,
    expectedBuy: buy,
    guaranteedBuy: buy,
    sourceAddress: '',
    destinationAddress: '',
    fees: [],
    totalSlippageBps: 0,
    legs: [{ provider: 'GARDEN', sell, buy, buyAtMaxSlippage: buy }],
    warnings: [],
    pricesUsd: [],
    orderId: order.order_id,
  };
  const world = { [`GET /orders/${order.order_id}`]: { status, body } };
  const leg = { route, leg: 0, hash: '', chain: sell.asset.chain, knownSince: 0 };
  const { observations, stale } = await adapter(world, order.created_at ?? 0).track(leg, call());
  const facts = observations.map(describeFact).join(', ') || 'none: not paid yet';
  return [`observations ${facts}${stale ? ', stale' : ''}`, ...locks].join('; ');
}

/** Returns one line: `route …`, `order …`, `observations …`, `error <code> …` or `cannot: …`. */
export async function replayGarden(endpoint: string, answer: Answer): Promise<string> {
  try {
    if (endpoint === '/v2/quote') return await replayQuote(answer);
    if (endpoint === '/v2/orders') return await replayOrder(answer);
    if (endpoint === '/v2/orders/:id') return await replayStatus(answer);
    throw new CannotReplay(`no adapter asks ${endpoint}`);
  } catch (error) {
    if (error instanceof ProviderError) return `error ${error.code}: ${error.message}`;
    return `cannot: ${error instanceof Error ? error.message : String(error)}`;
  }
}
