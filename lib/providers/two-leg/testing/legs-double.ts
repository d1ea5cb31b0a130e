/** For tests: two providers that quote, open and are tracked as a test sets, behind any pair. */
import type { ChainClients, EvmClient, EvmReceipt, SolanaClient } from '../../../chain-clients/chain-clients.ts';
import { ChainUnavailable } from '../../../chain-clients/chain-clients.ts';
import { type Amount, formatAmount, mulDiv, toBaseUnits } from '../../../domain/amount.ts';
import { assetKey, assetOf } from '../../../domain/asset.ts';
import type { OpenedChannel } from '../../../domain/deposit-channel.ts';
import type { ProviderId } from '../../../domain/provider-id.ts';
import type { RouteDraft } from '../../../domain/route.ts';
import type { ObserveResult } from '../../../domain/swap-status.ts';
import {
  type ChannelRequest,
  NO_CHANNELS,
  type Provider,
  type ProviderQuoteRequest,
  type SwapCall,
  type TrackedLeg,
} from '../../provider.ts';
import { checkMeeting, composeRoute } from '../compose.ts';
import { firstRequest, secondRequest } from '../legs.ts';
import { PAIRS } from '../pairs.ts';
import type { TwoLegSetup } from '../two-leg.ts';

export const USDC = assetOf('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
export const UNI = assetOf('ETH.UNI-0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984');
export const BTC = assetOf('BTC.BTC');
export const ETH = assetOf('ETH.ETH');
export const SOL = assetOf('SOL.SOL');
export const BONK = assetOf('SOL.BONK-DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263');
export const SOL_USDC = assetOf('SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');

export const ETH_USER = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1';
export const OTHER_USER = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0';
export const BTC_USER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
export const SOL_USER = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK';
export const ETH_CHANNEL = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
export const BTC_CHANNEL = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
export const SOL_CHANNEL = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
export const RECEIVER = '0xCF1cC00000000000000000000000000000000cF1';
export const ROUTER = '0x111111125421cA6dc452d289314280a0f8842A65';

const DECIMALS: Record<string, number> = {
  'btc.btc': 8,
  'eth.eth': 18,
  'sol.sol': 9,
  [assetKey(UNI)]: 18,
  [assetKey(BONK)]: 5,
};
const decimalsOf = (asset: RouteDraft['sell']['asset']): number => DECIMALS[assetKey(asset)] ?? 6;

export const amountOf = (asset: RouteDraft['sell']['asset'], text: string): Amount => ({
  asset,
  decimals: decimalsOf(asset),
  baseUnits: toBaseUnits(text, decimalsOf(asset), 'down') ?? 0n,
});

const BPS = 10_000n;

/** Whole units bought for one sold. A test changes it. */
export type Rate = { rate: number };

/** Quotes by the rate; the minimum is the tolerance below, and is in `tracking` as a channel's terms. */
export function quoteBy(id: ProviderId, { rate }: Rate, request: ProviderQuoteRequest): RouteDraft {
  const sell = amountOf(request.sellAsset, request.sellAmount);
  const expectedBuy = amountOf(request.buyAsset, (Number(formatAmount(sell)) * rate).toFixed(18));
  const least = mulDiv(expectedBuy.baseUnits, BPS - BigInt(request.slippageBps), BPS, 'down');
  const guaranteedBuy = { ...expectedBuy, baseUnits: least };
  return {
    providers: [id],
    sell,
    expectedBuy,
    guaranteedBuy,
    sourceAddress: request.sourceAddress ?? '',
    destinationAddress: request.destinationAddress ?? '',
    fees: [],
    totalSlippageBps: 10,
    legs: [{ provider: id, sell, buy: expectedBuy, buyAtMaxSlippage: guaranteedBuy }],
    warnings: [],
    pricesUsd: [],
    tracking: { by: id, sold: sell.baseUnits.toString(), least: least.toString() },
  };
}

/** In proportion, by the terms stored with the route. */
const guaranteeFor = ({ tracking }: RouteDraft, sellBaseUnits: bigint): bigint =>
  mulDiv(BigInt(String(tracking?.least)), sellBaseUnits, BigInt(String(tracking?.sold)), 'down');

const NOTHING: ObserveResult = { observations: [], stale: false };

export type Chain = { down: boolean; hangs?: boolean; tip: number; receipts: Map<string, EvmReceipt>; balance: bigint };

const unused = () => Promise.reject(new Error('not part of this test'));

function clientsOf(chain: Chain): ChainClients {
  const answer = async <T>(value: () => T): Promise<T> => {
    if (chain.down) throw new ChainUnavailable('down');
    if (chain.hangs) await new Promise(() => undefined);
    return value();
  };
  const evm: EvmClient = {
    kind: 'evm',
    chain: 'ETH',
    rpc: (method) => answer(() => `0x${(method === 'eth_getBalance' ? chain.balance : 21_000n).toString(16)}`),
    receipt: (hash) => answer(() => chain.receipts.get(hash)),
    transaction: unused,
    blockNumber: () => answer(() => chain.tip),
    blockTime: () => answer(() => 1_800_000_000),
    call: unused,
    codeAt: unused,
    transactionCount: unused,
  };
  const solana: SolanaClient = {
    kind: 'solana',
    chain: 'SOL',
    rpc: () => answer(() => ({ value: { err: null } })),
    balance: () => answer(() => chain.balance),
    latestBlockhash: () => answer(() => ({ blockhash: SOL_CHANNEL, lastValidBlockHeight: 9 })),
    tokenBalance: unused,
    blockHeight: unused,
    status: unused,
    transaction: unused,
    broadcast: unused,
  };
  return {
    evm: (id) => (id === 'ETH' ? evm : undefined),
    utxo: () => undefined,
    cosmos: () => undefined,
    solana: (id) => (id === 'SOL' ? solana : undefined),
    substrate: () => undefined,
    missing: (id) => `Set a node of ${id}.`,
  };
}

type Upstream = {
  minimum: string;
  open: (request: ChannelRequest, n: number) => Promise<OpenedChannel>;
  swapCall: (request: ProviderQuoteRequest) => Promise<SwapCall>;
  first: (leg: TrackedLeg) => Promise<ObserveResult>;
  second: (leg: TrackedLeg) => Promise<ObserveResult>;
  /** Fields of a leg's quote beside its amounts. */
  more: (draft: RouteDraft, request: ProviderQuoteRequest) => Partial<RouteDraft>;
};

type Asked = {
  quoted: ProviderQuoteRequest[];
  opened: ChannelRequest[];
  called: ProviderQuoteRequest[];
  tracked: { by: 'first' | 'second'; leg: TrackedLeg }[];
};

const depositAddressOn = (chain: string): string => ({ BTC: BTC_CHANNEL, SOL: SOL_CHANNEL })[chain] ?? ETH_CHANNEL;

const upstreamOf = (clock: { now: number }, rates: readonly [Rate, Rate]): Upstream => ({
  minimum: '10',
  open: async ({ route: { sell } }, n) => ({
    depositAddress: depositAddressOn(sell.asset.chain),
    channelId: `100-${sell.asset.chain}-${n}`,
    issuedBlock: 100,
    sourceChainExpiryBlock: 9_000,
    expiresAt: clock.now + 86_400_000,
  }),
  swapCall: async (request) => {
    const draft = quoteBy('ONEINCH', rates[1], request);
    return {
      to: ROUTER,
      data: `0xe2c95c82${'00'.repeat(5 * 32)}`,
      expected: draft.expectedBuy.baseUnits,
      least: draft.guaranteedBuy.baseUnits,
      amountOffset: 68,
      leastOffset: 100,
    };
  },
  first: async () => NOTHING,
  second: async () => NOTHING,
  more: () => ({}),
});

function providerOf(index: 0 | 1, id: ProviderId, rate: Rate, upstream: Upstream, asked: Asked): Provider {
  const isChainflip = id === 'CHAINFLIP';
  const channels: Provider['channels'] = {
    policy: NO_CHANNELS,
    referenceAmount: async () => '500',
    open(request) {
      asked.opened.push(request);
      return upstream.open(request, asked.opened.length);
    },
  };
  return {
    name: id.toLowerCase(),
    ids: [id],
    refuse: () => undefined,
    async quote(request) {
      asked.quoted.push(request);
      const draft = quoteBy(id, rate, request);
      const channel = { minimumDeposit: amountOf(draft.sell.asset, upstream.minimum), retrySeconds: 300 };
      return [{ ...draft, ...(isChainflip ? { channel } : {}), ...upstream.more(draft, request) }];
    },
    track(leg) {
      asked.tracked.push({ by: index === 0 ? 'first' : 'second', leg });
      return index === 0 ? upstream.first(leg) : upstream.second(leg);
    },
    tokens: async () => [],
    guaranteeFor,
    ...(isChainflip ? { channels } : {}),
    swapCall(request) {
      asked.called.push(request);
      return upstream.swapCall(request);
    },
  };
}

/** One pair, with a record of all requests. */
export function legsWorld(id: ProviderId) {
  const pair = PAIRS.find((one) => one.id === id);
  if (!pair) throw new Error('no such pair');
  const clock = { now: 1_800_000_000_000 };
  const chain: Chain = { down: false, tip: 1_000, receipts: new Map(), balance: 0n };
  const rates: [Rate, Rate] = [{ rate: 1 }, { rate: 1 }];
  const asked: Asked = { quoted: [], opened: [], called: [], tracked: [] };
  const logged: Record<string, unknown>[] = [];
  const upstream = upstreamOf(clock, rates);
  const setup: TwoLegSetup = {
    pair,
    first: providerOf(0, pair.legs[0], rates[0], upstream, asked),
    second: providerOf(1, pair.legs[1], rates[1], upstream, asked),
    receivers: { ETH: RECEIVER },
    network: 'sandbox',
    clients: clientsOf(chain),
    now: () => clock.now,
    log: (event) => logged.push(event),
  };
  const request = (over: Partial<ProviderQuoteRequest> & Pick<ProviderQuoteRequest, 'sellAsset' | 'buyAsset'>) => ({
    providerId: id,
    sellAmount: '1000',
    slippageBps: 200,
    includeTx: true,
    ...over,
  });
  /** As the composer returns it. */
  async function draftFor(wanted: ProviderQuoteRequest, bridge = USDC): Promise<RouteDraft> {
    const [first] = await setup.first.quote(firstRequest(setup, wanted, bridge), LIVE);
    if (!first) throw new Error('no first leg');
    const [second] = await setup.second.quote(secondRequest(setup, wanted, first), LIVE);
    if (!second) throw new Error('no second leg');
    checkMeeting(setup.pair, first, second);
    asked.quoted.length = 0;
    return composeRoute(setup, wanted, first, second);
  }
  return { ...asked, pair, clock, chain, rates, logged, upstream, setup: setup, request, draftFor };
}

export const LIVE = { signal: new AbortController().signal };
