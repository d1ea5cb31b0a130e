/** For tests: chains and a provider that report what a test sets, over the real store. */
import { encodeRoute } from '../api/encode.ts';
import type {
  ChainClients,
  CosmosClient,
  CosmosTxResult,
  EvmClient,
  EvmReceipt,
  EvmTransaction,
  UtxoClient,
  UtxoTx,
} from '../chain-clients/chain-clients.ts';
import { ChainUnavailable } from '../chain-clients/chain-clients.ts';
import type { Store } from '../db/store.ts';
import { toBaseUnits } from '../domain/amount.ts';
import { assetOf } from '../domain/asset.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Observation, ObserveResult } from '../domain/swap-status.ts';
import type { Provider, TrackedLeg } from '../providers/provider.ts';
import { testSigning } from '../signing/test-signing.ts';
import { createTracking, type TrackingDeps } from './get-tracking.ts';

export const VAULT = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
export const OTHER_VAULT = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
export const MEMO = '=:e:0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1:123456';
export const HASH = 'ab'.repeat(32);

const amount = (asset: string, decimals: number, text: string) => ({
  asset: assetOf(asset),
  decimals,
  baseUnits: toBaseUnits(text, decimals, 'exact') ?? 0n,
});

export const ether = (text: string) => amount('ETH.ETH', 18, text);
export const bitcoin = (text: string) => amount('BTC.BTC', 8, text);

/** BTC to ETH through a vault, unless said otherwise. */
export function draftOf(over: Partial<RouteDraft> = {}): RouteDraft {
  const sell = over.sell ?? bitcoin('0.5');
  const buy = over.expectedBuy ?? ether('10');
  const guaranteed = { ...buy, baseUnits: (buy.baseUnits * 97n) / 100n };
  return {
    providers: ['THORCHAIN'],
    sell,
    expectedBuy: buy,
    guaranteedBuy: guaranteed,
    sourceAddress: '',
    destinationAddress: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1',
    inboundAddress: VAULT,
    targetAddress: VAULT,
    memo: MEMO,
    fees: [],
    totalSlippageBps: 30,
    legs: [{ provider: 'THORCHAIN', sell, buy, buyAtMaxSlippage: guaranteed }],
    warnings: [],
    pricesUsd: [],
    ...over,
  };
}

/** `6a` and one push, as wallets write a memo. */
export function opReturn(memo: string): string {
  const bytes = Buffer.from(memo);
  const length = bytes.length <= 75 ? [bytes.length] : [0x4c, bytes.length];
  return Buffer.concat([Buffer.from([0x6a, ...length]), bytes]).toString('hex');
}

export function paymentTx(over: Partial<UtxoTx> & { to?: string; memo?: string; value?: bigint } = {}): UtxoTx {
  const { to = VAULT, memo = MEMO, value = 50_000_000n, ...rest } = over;
  return {
    txid: HASH,
    vin: [{ txid: 'cc'.repeat(32), vout: 1 }],
    vout: [
      { address: to, value, scriptHex: '0014' },
      { value: 0n, scriptHex: opReturn(memo) },
    ],
    ...rest,
  };
}

/** The state of the local chains; a test changes it as it goes. */
export type FakeChains = {
  down: boolean;
  tip: number;
  /** Unix seconds of an EVM chain's newest block. */
  headSeconds: number;
  utxo: Map<string, UtxoTx>;
  spends: Map<string, string>;
  evm: Map<string, { tx: EvmTransaction; receipt?: EvmReceipt }>;
  cosmos: Map<string, CosmosTxResult>;
  rpc: (method: string, params: unknown[]) => unknown;
  asked: string[];
};

export function fakeChains(): FakeChains {
  return {
    down: false,
    tip: 100,
    headSeconds: 2_100_000_000,
    utxo: new Map(),
    spends: new Map(),
    evm: new Map(),
    cosmos: new Map(),
    rpc: () => null,
    asked: [],
  };
}

const unused = () => Promise.reject(new Error('not part of this test'));

export function fakeClients(chains: FakeChains, without: ChainId[] = []): ChainClients {
  const answer = async <T>(what: string, value: () => T): Promise<T> => {
    chains.asked.push(what);
    if (chains.down) throw new ChainUnavailable('down');
    return value();
  };
  const utxo = (chain: ChainId): UtxoClient => ({
    kind: 'utxo',
    chain,
    utxos: unused,
    balance: unused,
    transactionHex: unused,
    feeRate: unused,
    broadcast: unused,
    transaction: (txid) => answer('transaction', () => chains.utxo.get(txid)),
    tipHeight: () => answer('tip', () => chains.tip),
    outspend: (txid, vout) =>
      answer('outspend', () => {
        const by = chains.spends.get(`${txid}:${vout}`);
        return by ? { spent: true, txid: by } : { spent: false };
      }),
  });
  const minedIn = (block: number) => [...chains.evm.values()].some(({ receipt }) => receipt?.blockNumber === block);
  const madeEvm = (chain: ChainId): EvmClient => ({
    kind: 'evm',
    chain,
    rpc: (method, params) => answer(method, () => chains.rpc(method, params)),
    receipt: (hash) => answer('receipt', () => chains.evm.get(hash)?.receipt),
    transaction: (hash) => answer('transaction', () => chains.evm.get(hash)?.tx),
    blockNumber: () => answer('tip', () => chains.tip),
    blockTime: (block) => answer('blockTime', () => (minedIn(block) ? 1_700_000_000 : chains.headSeconds)),
    call: unused,
    codeAt: unused,
    transactionCount: unused,
  });
  const evmClients = new Map<ChainId, EvmClient>();
  const evm = (chain: ChainId): EvmClient => {
    const client = evmClients.get(chain) ?? madeEvm(chain);
    evmClients.set(chain, client);
    return client;
  };
  const cosmos = (chain: ChainId): CosmosClient => ({
    kind: 'cosmos',
    chain,
    account: unused,
    balances: unused,
    broadcast: unused,
    transaction: (hash) => answer('transaction', () => chains.cosmos.get(hash)),
    latestHeight: () => answer('tip', () => chains.tip),
  });
  const has = (chain: ChainId, all: ChainId[]) => all.includes(chain) && !without.includes(chain);
  return {
    utxo: (chain) => (has(chain, ['BTC', 'LTC', 'DOGE', 'DASH']) ? utxo(chain) : undefined),
    evm: (chain) => (has(chain, ['ETH', 'BSC']) ? evm(chain) : undefined),
    cosmos: (chain) => (has(chain, ['GAIA', 'THOR', 'MAYA']) ? cosmos(chain) : undefined),
    solana: () => undefined,
    substrate: () => undefined,
    missing: () => undefined,
  };
}

/** `say` sets the provider's next answer; a promise lets a test hold it back. */
export type FakeProvider = {
  provider: Provider;
  asked: TrackedLeg[];
  say: () => ObserveResult | Promise<ObserveResult>;
};

export const seenBy = (observations: Observation[], over: Partial<ObserveResult> = {}): ObserveResult => ({
  observations,
  stale: false,
  ...over,
});

export function fakeProvider(): FakeProvider {
  const fake: FakeProvider = {
    asked: [],
    say: () => seenBy([]),
    provider: {
      name: 'fake',
      ids: ['THORCHAIN'],
      refuse: () => undefined,
      quote: async () => [],
      tokens: async () => [],
      track: async (leg) => {
        fake.asked.push(leg);
        return fake.say();
      },
    },
  };
  return fake;
}

/** Signs routes as the tracked deployment does. */
export const signing = await testSigning();

let quotes = 0;

/** Stores a quote with these routes and returns its id. */
export async function saveQuote(store: Store, drafts: RouteDraft[], createdAt = 0): Promise<string> {
  quotes += 1;
  const id = `quote-${quotes}`;
  const context = { slippagePercent: 3, pricesUsd: new Map<string, number>(), publicUrl: 'http://127.0.0.1:3000' };
  const routes = drafts.map((draft) => encodeRoute({ draft, tags: [] }, context));
  await store.saveQuote({ id, createdAt, request: {}, response: { quoteId: id, routes }, drafts });
  return id;
}

/** Everything that a tracking test needs; time is stopped until the test moves it. */
export function trackingWorld(store: Store, over: Partial<TrackingDeps> = {}) {
  const chains = fakeChains();
  const provider = fakeProvider();
  const clock = { now: 1_800_000_000_000 };
  const logged: Record<string, unknown>[] = [];
  const deps: TrackingDeps = {
    store,
    network: 'sandbox',
    clients: fakeClients(chains),
    providerOf: () => provider.provider,
    verify: signing.verify,
    now: () => clock.now,
    log: (event) => logged.push(event),
    ...over,
  };
  return { chains, provider, clock, logged, deps, tracking: createTracking(deps) };
}
