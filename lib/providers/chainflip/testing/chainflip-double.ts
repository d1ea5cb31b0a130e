/** Answers as Chainflip's backend, a node and a broker do, from recorded bodies, for this folder's tests. */
import { readFileSync } from 'node:fs';
import type {
  ChainClients,
  EvmClient,
  SolanaClient,
  SubstrateClient,
  UtxoClient,
} from '../../../chain-clients/chain-clients.ts';
import { assetOf } from '../../../domain/asset.ts';
import type { ProviderQuoteRequest } from '../../provider.ts';
import type { Call, Reply, Responder } from '../../test-upstream.ts';
import type { StoredChannel } from './runtime.ts';
import { createStateChain } from './state-chain.ts';

export type Json = Record<string, unknown>;

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../__fixtures__/${name}.json`, import.meta.url), 'utf8'));
export const objectFixture = (name: string): Json => fixture(name) as Json;
export const listFixture = (name: string): Json[] => fixture(name) as Json[];

export const NOW_MS = 1_782_589_000_000;
export const ALICE_BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
export const ALICE_ETH = '0x1111111111111111111111111111111111111111';
export const ALICE_SOL = '61ZpniPHgSH865figCtQtdDQEa1CCPnhArH8BGoqq99A';
/** What the broker of these tests opens. */
export const DEPOSIT_BTC = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
export const BROKER_ID = 'cFPZoVpm9tbFpYX2nd91W5JjbQdDjA6ejsj5DdbaWFyjJpMGL';
export const AFFILIATE_ID = 'cFK8496ZH4vostHJiRueRLxvTgHmpHg6VDySydqYCot2da4ce';

export type RpcReply = { result: unknown } | { error: { code: number; message: string } };
export type ChainflipAnswers = {
  quote?: (query: URLSearchParams) => Reply;
  info?: () => Reply;
  /** By method; undefined: as recorded. */
  rpc?: (method: string, params: unknown[]) => RpcReply | undefined;
  broker?: (params: unknown[]) => RpcReply | Reply;
  open?: (body: Json) => Reply;
  /** What the state chain stores otherwise than it was asked to; undefined: nothing. */
  stored?: (stored: StoredChannel) => StoredChannel;
};

/** The recorded environment with the minimums of a living network and no maximum. */
export function environment(changes: { minimum?: Json; maximum?: Json; dust?: Json; live?: Json } = {}): Json {
  const base = objectFixture('rpc-environment');
  const ingress = base.ingress_egress as Json;
  const swapping = base.swapping as Json;
  const minimum = { ...(ingress.minimum_deposit_amounts as Json), Bitcoin: { BTC: '0x9c40' }, ...changes.minimum };
  const maximum = { Bitcoin: { BTC: null }, ...changes.maximum };
  return {
    ...base,
    ingress_egress: {
      ...ingress,
      minimum_deposit_amounts: minimum,
      egress_dust_limits: { ...(ingress.egress_dust_limits as Json), ...changes.dust },
    },
    swapping: { ...swapping, maximum_swap_amounts: maximum, ...changes.live },
  };
}

/** The network's switches with some of one asset's turned. */
export const switched = (internal: string, changes: Json): Json => {
  const info = objectFixture('network-info');
  const assets = info.assets as Json[];
  return { ...info, assets: assets.map((one) => (one.asset === internal ? { ...one, ...changes } : one)) };
};

const HEX_USD = (price: number, decimals: number) =>
  `0x${((BigInt(Math.round(price * 1e6)) << 128n) / 10n ** BigInt(decimals)).toString(16)}`;
const oracle = (base: string, price: number, decimals: number) => ({
  price: HEX_USD(price, decimals),
  updated_at_oracle_timestamp: 1_782_588_990,
  updated_at_statechain_block: 1,
  base_asset: base,
  quote_asset: 'Usd',
  price_status: 'UpToDate',
});
export const ORACLE = [
  oracle('Btc', 104_400, 8),
  oracle('Eth', 2_550, 18),
  oracle('Sol', 150, 9),
  oracle('Usdc', 1, 6),
  oracle('Usdt', 1, 6),
];

/** Square root of 0.5 USDC for a FLIP, times 2^96. */
const FLIP_ROOT = `0x${BigInt(Math.round(Math.sqrt(0.5e-12) * 2 ** 96)).toString(16)}`;

function rpcResult({ answers, chain }: Served, method: string, params: unknown[]): RpcReply {
  const own = answers.rpc?.(method, params) ?? chain.answer(method);
  if (own) return own;
  if (method === 'cf_environment') return { result: environment() };
  if (method === 'cf_oracle_prices') return { result: ORACLE };
  if (method === 'cf_pool_price_v2')
    return (params[0] as Json).asset === 'FLIP'
      ? { result: { sell: FLIP_ROOT, buy: FLIP_ROOT, range_order: FLIP_ROOT } }
      : { error: { code: -32021, message: 'DispatchError: PoolDoesNotExist' } };
  return { error: { code: -32601, message: `Method not found: ${method}` } };
}

type RpcRequest = { id: unknown; method: string; params: unknown[] };

/** Batches are answered backwards: the order of the answers is nobody's promise. */
function answerRpc(served: Served, body: string): Reply {
  const one = ({ id, method, params }: RpcRequest) => ({ jsonrpc: '2.0', id, ...rpcResult(served, method, params) });
  const asked = JSON.parse(body) as RpcRequest | RpcRequest[];
  return { json: Array.isArray(asked) ? asked.map(one).reverse() : one(asked) };
}

/** The recorded answer to 0.1 BTC for ETH: one swap, or three parts, each with a boosted form. */
export const btcQuotes = (): Json[] => listFixture('quote-btc-eth-boost-dca');

/** As the backend repeats a call that it has priced. */
export const pricedWith = (query: URLSearchParams, quotes: Json[]): Json[] =>
  query.has('ccmGasBudget')
    ? quotes.map((quote) => ({
        ...quote,
        ccmParams: {
          gasBudget: query.get('ccmGasBudget'),
          messageLengthBytes: Number(query.get('ccmMessageLengthBytes')),
        },
      }))
    : quotes;

/** What a broker answers that did what it was asked. */
export const openedAs = (params: unknown[], changes: Json = {}): RpcReply => ({
  result: {
    ...objectFixture('rpc-swap-deposit-address'),
    address: DEPOSIT_BTC,
    issued_block: 6_726_421,
    channel_id: '0x84d9',
    source_chain_expiry_block: 900_144,
    refund_parameters: params[7],
    ...changes,
  },
});

/** Numbers as any opener writes them; what is none is left to whoever reads the answer. */
const answered = (number: unknown, expires: unknown) => {
  const big = (value: unknown) => (/^(0x[0-9a-f]+|\d+)$/.test(String(value)) ? BigInt(String(value)) : 0n);
  return { number: big(number), expires: big(expires) };
};

function answerBroker({ answers, everywhere }: Served, body: string): Reply {
  const { id, params } = JSON.parse(body) as RpcRequest;
  const own = answers.broker?.(params) ?? openedAs(params);
  const result = 'result' in own ? (own.result as Json | null) : null;
  if (result) everywhere.openedByBroker(params, answered(result.channel_id, result.source_chain_expiry_block));
  return 'result' in own || 'error' in own ? { json: { jsonrpc: '2.0', id, ...own } } : own;
}

export const openedByBackend = (changes: Json = {}): Json => ({
  id: '6726421-Bitcoin-34009',
  depositAddress: DEPOSIT_BTC,
  brokerCommissionBps: 0,
  maxBoostFeeBps: 0,
  issuedBlock: 6_726_421,
  srcChainExpiryBlock: '900144',
  estimatedExpiryTime: NOW_MS + 80_000_000,
  channelOpeningFee: '0',
  ...changes,
});

export const BROKER_PATH = '/broker';

function answerBackend({ answers, everywhere }: Served, body: Json): Reply {
  const own = answers.open?.(body) ?? { status: 201, json: openedByBackend() };
  const { id, srcChainExpiryBlock } = (own.json ?? {}) as Json;
  if (id !== undefined) everywhere.openedByBackend(body, answered(String(id).split('-')[2], srcChainExpiryBlock));
  return own;
}

type StateChain = ReturnType<typeof createStateChain>;
type Opener = Pick<StateChain, 'openedByBroker' | 'openedByBackend'>;
type Served = { answers: ChainflipAnswers; chain: StateChain; everywhere: Opener };

function respond(served: Served, { method, path, query, body }: Call): Reply | undefined {
  const { answers } = served;
  if (path === '/v2/quote') return answers.quote?.(query) ?? { json: pricedWith(query, btcQuotes()) };
  if (path === '/api/networkInfo') return answers.info?.() ?? { json: objectFixture('network-info') };
  if (path === '/api/openSwapDepositChannel') return answerBackend(served, JSON.parse(body));
  if (path === BROKER_PATH && method === 'POST') return answerBroker(served, body);
  if (path === '/' && method === 'POST') return answerRpc(served, body);
  return undefined;
}

/** Two nodes of one chain. */
export function chainflipDoubles(first: ChainflipAnswers, second: ChainflipAnswers): [Responder, Responder] {
  const chains = [createStateChain(first.stored), createStateChain(second.stored)] as const;
  const everywhere: Opener = {
    openedByBroker(...terms) {
      for (const chain of chains) chain.openedByBroker(...terms);
    },
    openedByBackend(...terms) {
      for (const chain of chains) chain.openedByBackend(...terms);
    },
  };
  return [
    (call) => respond({ answers: first, chain: chains[0], everywhere }, call),
    (call) => respond({ answers: second, chain: chains[1], everywhere }, call),
  ];
}
export const chainflipDouble = (answers: ChainflipAnswers = {}): Responder => chainflipDoubles(answers, {})[0];

export const request = (changes: Partial<ProviderQuoteRequest> = {}): ProviderQuoteRequest => ({
  providerId: 'CHAINFLIP',
  sellAsset: assetOf('BTC.BTC'),
  buyAsset: assetOf('ETH.ETH'),
  sellAmount: '0.1',
  slippageBps: 150,
  sourceAddress: ALICE_BTC,
  destinationAddress: ALICE_ETH,
  includeTx: false,
  ...changes,
});

/** No chain can be asked, unless given. */
export const clientsWith = (
  known: {
    evm?: Partial<EvmClient>;
    utxo?: Partial<UtxoClient>;
    solana?: Partial<SolanaClient>;
    substrate?: Partial<SubstrateClient>;
  } = {},
): ChainClients => ({
  evm: (chain) => (['ETH', 'ARB', 'BSC'].includes(chain) ? (known.evm as EvmClient | undefined) : undefined),
  utxo: (chain) => (chain === 'BTC' ? (known.utxo as UtxoClient | undefined) : undefined),
  cosmos: () => undefined,
  solana: (chain) => (chain === 'SOL' ? (known.solana as SolanaClient | undefined) : undefined),
  substrate: (chain) => (chain === 'DOT' ? (known.substrate as SubstrateClient | undefined) : undefined),
  missing: (chain) => `Nothing is configured for ${chain}.`,
});
