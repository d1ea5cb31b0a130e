/** Invents from a seed what happens in a world: who swaps what and how they pay, and what goes wrong meanwhile. */
import type { ProviderId } from '../../lib/domain/provider-id.ts';
import { createRandom, type Random } from './random.ts';
import type { Coin } from './wallet.ts';

const coin = (id: string, decimals: number, usd: number): Coin => {
  const [chain, rest = ''] = id.split('.');
  const token = rest.split('-')[1];
  return { id, chain: chain as Coin['chain'], decimals, usd, ...(token === undefined ? {} : { token }) };
};

export const COINS = {
  ETH: coin('ETH.ETH', 18, 3000),
  BTC: coin('BTC.BTC', 8, 90_000),
  LTC: coin('LTC.LTC', 8, 90),
  DOGE: coin('DOGE.DOGE', 8, 0.2),
  BCH: coin('BCH.BCH', 8, 450),
  ATOM: coin('GAIA.ATOM', 6, 8),
  RUNE: coin('THOR.RUNE', 8, 3),
  SOL: coin('SOL.SOL', 9, 180),
  ARB: coin('ARB.ETH', 18, 3000),
  USDC: coin('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6, 1),
  USDT: coin('ETH.USDT-0xdAC17F958D2ee523a2206206994597C13D831ec7', 6, 1),
  WBTC: coin('ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8, 90_000),
  DAI: coin('ETH.DAI-0x6B175474E89094C44Da98b954EedeAC495271d0F', 18, 1),
  BONK: coin('SOL.BONK-DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', 5, 0.00002),
  SOL_USDC: coin('SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 6, 1),
  // Sold by none: what a first leg bought, and a failed second one gives back.
  SOL_USDT: coin('SOL.USDT-Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 6, 1),
} as const;
export type CoinName = keyof typeof COINS;

/** What each provider sells and buys in the sandbox; without the latter the same. */
const TRADED: readonly [readonly ProviderId[], readonly CoinName[], (readonly CoinName[])?][] = [
  [
    ['THORCHAIN', 'THORCHAIN_STREAMING'],
    ['ETH', 'BTC', 'LTC', 'DOGE', 'BCH', 'ATOM', 'RUNE', 'USDC'],
  ],
  [
    ['MAYACHAIN', 'MAYACHAIN_STREAMING'],
    ['ETH', 'BTC', 'USDC', 'RUNE'],
  ],
  [
    ['CHAINFLIP', 'CHAINFLIP_STREAMING'],
    ['ETH', 'BTC', 'USDC', 'USDT', 'SOL', 'ARB'],
  ],
  [['ONEINCH'], ['ETH', 'USDC', 'USDT']],
  [['JUPITER'], ['SOL', 'SOL_USDC', 'BONK']],
  [['GARDEN'], ['BTC', 'WBTC', 'ETH']],
  [['ONEINCH->CHAINFLIP'], ['DAI'], ['BTC', 'SOL', 'ARB']],
  [['JUPITER->CHAINFLIP'], ['BONK'], ['BTC', 'ETH']],
  [['CHAINFLIP->ONEINCH'], ['ARB', 'BTC', 'SOL'], ['DAI']],
];

/**
 * `honest`: exactly as quoted. `twice`: the same bill is paid a second time later. `channel`: through a deposit channel.
 * `cancelled`: another transaction takes the payment's place, also after a fork that took its block back.
 */
export type Manner = 'honest' | 'channel' | 'twice' | 'cancelled';

export type SwapPlan = {
  number: number;
  atMs: number;
  sell: CoinName;
  buy: CoinName;
  provider: ProviderId;
  usd: number;
  slippage: number;
  /** Of the affiliate; 0 without one. */
  feeBps: number;
  manner: Manner;
  /** Between quote and payment. */
  hesitatesMs: number;
  /** Before the first look of the client; then it looks less and less often. */
  looksEveryMs: number;
};

export type Happening =
  | { kind: 'fault'; atMs: number; target: string; fault: string; params: Record<string, unknown>; forMs: number }
  | { kind: 'restart'; atMs: number }
  /** The wall clock alone moves. */
  | { kind: 'clock'; atMs: number; byMs: number }
  | { kind: 'control'; atMs: number; action: string; body: Record<string, unknown> };

export type Story = { seed: number; swaps: SwapPlan[]; happenings: Happening[] };

const TARGETS = [
  ...['thornode', 'mayanode', 'chainflip-backend', 'chainflip-rpc', 'chainflip-broker', 'oneinch', 'jupiter'],
  ...['rpc/eth', 'rpc/arb', 'rpc/sol', 'esplora/btc', 'esplora/ltc', 'esplora/doge', 'lcd/gaia', 'lcd/thor'],
];
const WIRE_FAULTS = ['429', '500', 'html', 'garbage', 'down', 'hang', 'slow'];
/** Of the networks themselves: payments are refunded, wait, or are told late. */
const NETWORK_FAULTS: readonly [target: string, fault: string, params: Record<string, unknown>][] = [
  ['thornode', 'forceRefund', { reason: 'emit asset 100 less than price limit 200' }],
  ['mayanode', 'forceRefund', { reason: 'emit asset 100 less than price limit 200' }],
  ['thornode', 'delayOutbounds', { blocks: 100 }],
  ['thornode', 'holdOutbounds', {}],
  ['thornode', 'stale', { seconds: 600 }],
  ['thornode', 'failSubSwaps', {}],
  ['chainflip-backend', 'stale', {}],
  ['chainflip-backend', 'flap', {}],
  ['chainflip-backend', 'reschedules', { count: 3 }],
  ['ETH', 'halt', {}],
  ['BTC', 'halt', {}],
  ['ETH', 'no-blocks', {}],
];
const MOVES: readonly [action: string, asset: string, body: Record<string, unknown>][] = [
  ['move-price', 'asset', { asset: 'BTC.BTC' }],
  ['move-price', 'asset', { asset: 'ETH.ETH' }],
  ['move-price', 'asset', { asset: 'ETH.ETH', network: 'maya' }],
  ['chainflip-move-price', 'asset', { asset: 'Btc' }],
  ['chainflip-move-price', 'asset', { asset: 'Eth' }],
  ['oneinch-move-price', 'asset', { asset: 'ETH' }],
];

/** Up to ten minutes either way, as a time server or an operator does, or an hour ahead, as after a machine's sleep. */
const jumpMs = (random: Random): number =>
  random.chance(10) ? 3_600_000 : random.of([-1, 1]) * random.between(500, 600_000);

const SWAP_EVERY_MS = 25;

function planOf(number: number, random: Random): SwapPlan {
  const [ids, sold, bought = sold] = random.of(TRADED);
  const sell = random.of(sold);
  const buy = random.of(bought.filter((one) => one !== sell));
  const provider = random.of(ids);
  // The network pays its own channels alone: what is sold without a vault's contract goes through one.
  const needsChannel = provider.startsWith('CHAINFLIP') && ['BTC'].includes(sell);
  return {
    number,
    atMs: number * SWAP_EVERY_MS + random.below(SWAP_EVERY_MS),
    sell,
    buy,
    provider,
    // What is swapped in parts has to be worth it.
    usd: provider.endsWith('_STREAMING') ? random.between(6000, 90_000) : random.between(60, 20_000),
    slippage: random.of([0.5, 1, 3, 5, 20]),
    feeBps: number % 4 === 0 ? 100 : 0,
    manner: needsChannel ? 'channel' : random.chance(4) ? 'twice' : 'honest',
    hesitatesMs: random.between(50, 5000),
    looksEveryMs: random.between(300, 6000),
  };
}

function happeningOf(atMs: number, random: Random): Happening {
  const kind = random.below(20);
  if (kind < 3) return { kind: 'restart', atMs };
  if (kind < 4) return { kind: 'clock', atMs, byMs: jumpMs(random) };
  if (kind < 7) {
    const [action, , body] = random.of(MOVES);
    return { kind: 'control', atMs, action, body: { ...body, percent: random.of([-8, -3, 3, 8]) } };
  }
  const forMs = random.between(100, 8000);
  if (kind < 13)
    return { kind: 'fault', atMs, target: random.of(TARGETS), fault: random.of(WIRE_FAULTS), params: {}, forMs };
  const [target, fault, params] = random.of(NETWORK_FAULTS);
  return { kind: 'fault', atMs, target, fault, params, forMs };
}

/** Blocks that replace others on the chains of the Bitcoin family. From numbers of their own: other happenings stay. */
function forksUntil(lastMs: number, random: Random): Happening[] {
  const forks: Happening[] = [];
  for (let atMs = random.between(500, 3000); atMs < lastMs; atMs += random.between(500, 4000))
    forks.push({
      kind: 'fault',
      atMs,
      target: random.of(['BTC', 'BTC', 'LTC', 'DOGE', 'BCH']),
      fault: 'reorg',
      params: { blocks: random.between(1, 4) },
      forMs: random.between(500, 4000),
    });
  return forks;
}

/**
 * Blocks that replace others on EVM chains, never as many as the product waits for before it calls a payment final. A
 * swap that has only been mined once more may come to another price.
 */
function evmForksUntil(lastMs: number, random: Random): Happening[] {
  const forks: Happening[] = [];
  for (let atMs = random.between(100, 1000); atMs < lastMs; atMs += random.between(50, 1000)) {
    const target = random.of(['ETH', 'ETH', 'ARB'] as const);
    const blocks = target === 'ETH' ? 1 : random.between(1, 3);
    const params = { blocks, times: random.between(1, 3) };
    forks.push({ kind: 'fault', atMs, target, fault: 'reorg', params, forMs: 500 });
  }
  return forks;
}

/** On chains whose nodes let a transaction take another one's place. From numbers of their own, as the forks. */
function withCancelled(plans: readonly SwapPlan[], random: Random): SwapPlan[] {
  const canBe = ({ sell, manner }: SwapPlan): boolean => ['BTC', 'LTC'].includes(sell) && manner === 'honest';
  return plans.map((plan) => (canBe(plan) && random.chance(25) ? { ...plan, manner: 'cancelled' } : plan));
}

/** @param count how many swaps there are. */
export function invent(seed: number, count: number): Story {
  const random = createRandom(seed);
  const plans = Array.from({ length: count }, (_none, number) => planOf(number, random));
  const swaps = withCancelled(plans, createRandom(seed ^ 0xb125));
  const lastMs = count * SWAP_EVERY_MS;
  const happenings: Happening[] = [];
  for (let atMs = random.between(100, 1000); atMs < lastMs; atMs += random.between(60, 1000))
    happenings.push(happeningOf(atMs, random));
  happenings.push(
    ...forksUntil(lastMs, createRandom(seed ^ 0xf02c)),
    ...evmForksUntil(lastMs, createRandom(seed ^ 0xe4a)),
  );
  return { seed, swaps, happenings };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function happeningLine(one: Happening): string {
  switch (one.kind) {
    case 'restart':
      return 'the server is killed and starts again';
    case 'clock':
      return `the clock jumps by ${seconds(one.byMs)}`;
    case 'control':
      return `${one.action} ${JSON.stringify(one.body)}`;
    case 'fault':
      return `${one.target} ${one.fault} ${JSON.stringify(one.params)} for ${seconds(one.forMs)}`;
  }
}

/** The story in the order in which it happens. */
export function linesOf({ swaps, happenings }: Story): string[] {
  const all = [
    ...swaps.map((one): [number, string] => [
      one.atMs,
      `swap ${one.number}: ${one.provider} ${one.sell} to ${one.buy}, ${one.usd} USD, slippage ${one.slippage} %, ` +
        `${one.feeBps > 0 ? 'with an affiliate, ' : ''}${one.manner}, paid ${seconds(one.hesitatesMs)} after the quote, looked at every ${seconds(one.looksEveryMs)}`,
    ]),
    ...happenings.map((one): [number, string] => [one.atMs, happeningLine(one)]),
  ];
  return all.sort((a, b) => a[0] - b[0]).map(([atMs, line]) => `${seconds(atMs).padStart(8)}  ${line}`);
}
