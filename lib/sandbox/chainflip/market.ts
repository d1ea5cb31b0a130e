/**
 * Holds the emulated Chainflip's market, pools against ETH-USDC, fees, limits and switches, as plain data: a dump and a
 * load give the same market, and every control changes it in one place.
 */
import {
  ASSETS,
  CF_CHAINS,
  type CfAsset,
  type CfChain,
  INTERNAL_ASSETS,
  type InternalAsset,
  ORACLES,
  type Oracle,
} from './assets.ts';

/** The scale of prices: dollars per whole coin times this. */
export const PRICE_SCALE = 1_000_000_000_000n;
const MILLION = 1_000_000n;

export type PoolState = {
  /** The pool's present mid price: dollars per whole coin, times PRICE_SCALE. */
  mid: bigint;
  /** The wide market's price in the same unit: oracles and index report it, and `mid` returns to it. */
  reference: bigint;
  /** Half the spread around `mid`, parts per million. */
  halfSpreadPpm: number;
  /** Resting orders, whole dollars. */
  depthUsd: number;
  /** What makers add just in time for a swap, whole dollars; the node's simulation does not include it. */
  jitUsd: number;
};

type AssetSwitches = {
  vaultSwapDepositsEnabled: boolean;
  depositChannelDepositsEnabled: boolean;
  depositChannelCreationEnabled: boolean;
  egressEnabled: boolean;
  boostDepositsEnabled: boolean;
  livePriceProtectionEnabled: boolean;
};

/** Amounts in base units of the asset. */
type AssetState = {
  minimumDeposit: bigint;
  /** The network keeps larger deposits; null means no limit. */
  maximumSwap: bigint | null;
  minimumChunk: bigint;
  egressDust: bigint;
  /** Millionths; a swap pays the higher rate of its two assets. */
  networkFeePpm: number;
  /** The default live price protection in basis points; null for none. */
  oracleProtectionBps: number | null;
  /** The amount in dollars above which the backend streams a swap of the asset; undefined means the general value. */
  dcaChunkUsd?: number;
  /** The chain's switches for deposits and payouts; the backend lists them, but still quotes. */
  switches: AssetSwitches;
  /** Switched off in the backend itself: quotes and channels answer that the asset is disabled. */
  disabled: { deposits: boolean; payouts: boolean };
};

export type ChainState = {
  /** The number of blocks awaited above the deposit's own. */
  safetyMargin: number | null;
  /** In state-chain blocks. */
  ingressDelayBlocks: number;
  boostDelayBlocks: number;
  /** In FLIP base units. */
  channelOpeningFee: bigint;
  /** EVM: wei per gas. Bitcoin: sat per 1000 vB. Solana and Asset Hub: millionths of the usual fee. */
  gasPrice: bigint;
};

type OracleState = {
  /** The oracle's deviation from the wide market, parts per million. */
  offsetPpm: number;
  status: 'UpToDate' | 'MaybeStale' | 'Stale';
};

export type MarketState = {
  /** Pools of all assets but ETH-USDC; an asset without a pool cannot be swapped. */
  pools: Partial<Record<InternalAsset, PoolState>>;
  assets: Record<InternalAsset, AssetState>;
  chains: Record<CfChain, ChainState>;
  oracles: Record<Oracle, OracleState>;
  /** The standard rate in millionths, and the minimum per swap in USDC base units. */
  networkFee: { ratePpm: number; minimum: bigint };
  /** Bitcoin's boost pools, cheapest first; amounts in satoshi. */
  boostPools: { tierBps: number; available: bigint }[];
  /** The commission on channels and vault swaps that the backend itself creates. */
  houseCommissionBps: number;
  /** `replenishment`: how many times makers refill a pool while a swap streams through it. */
  dca: { chunkUsd: number; maxChunks: number; intervalBlocks: number; replenishment: number };
  /** The deviation from the index that the backend calls low liquidity: percent, negative. */
  lowLiquidityPercent: number;
  swapRetryDelayBlocks: number;
  maxRetryDurationBlocks: number;
  maxRequestDurationBlocks: number;
  /** The backend's two maintenance flags. */
  maintenance: { swaps: boolean; quotes: boolean };
};

type PoolSeed = readonly [usd: number, halfSpreadPpm: number, depthUsd: number, jitUsd: number];
type AssetSeed = readonly [minimumDeposit: bigint, minimumChunk: bigint, egressDust: bigint, oracleBps: number | null];

/**
 * Prices equal those of the sandbox's other pools; spreads are in millionths (BTC 4 bps, ETH 3, SOL 6, DOT 15, FLIP 60,
 * stables 1).
 */
const POOLS: Readonly<Partial<Record<InternalAsset, PoolSeed>>> = {
  Usdt: [1, 100, 3_000_000, 4_000_000],
  Wbtc: [95_000, 400, 800_000, 1_200_000],
  Cbbtc: [95_000, 400, 800_000, 1_200_000],
  Flip: [0.5, 6000, 250_000, 0],
  Eth: [3300, 300, 3_000_000, 5_000_000],
  Btc: [95_000, 400, 5_000_000, 8_000_000],
  ArbUsdc: [1, 100, 2_000_000, 2_000_000],
  ArbUsdt: [1, 100, 1_000_000, 1_000_000],
  ArbEth: [3300, 300, 1_500_000, 2_500_000],
  Sol: [150, 600, 1_500_000, 2_000_000],
  SolUsdc: [1, 100, 2_000_000, 2_000_000],
  SolUsdt: [1, 100, 1_000_000, 1_000_000],
  HubDot: [4, 1500, 300_000, 200_000],
  HubUsdt: [1, 100, 500_000, 500_000],
  HubUsdc: [1, 100, 500_000, 500_000],
  Bnb: [900, 800, 600_000, 900_000],
  BscUsdt: [1, 100, 500_000, 1_000_000],
};

const coin = (whole: number, decimals: number): bigint =>
  (BigInt(Math.round(whole * 1_000_000)) * 10n ** BigInt(decimals)) / MILLION;
const dollars = (whole: number): bigint => coin(whole, 6);

const ASSET_SEEDS: Readonly<Record<InternalAsset, AssetSeed>> = {
  Usdc: [dollars(20), dollars(1000), 1n, null],
  Usdt: [dollars(20), dollars(1000), 1n, 50],
  Wbtc: [30_000n, 2_000_000n, 1n, null],
  Cbbtc: [30_000n, 2_000_000n, 1n, null],
  Flip: [coin(4, 18), coin(1000, 18), 1n, null],
  Eth: [coin(0.01, 18), coin(0.2, 18), 1n, 100],
  Btc: [30_000n, 2_000_000n, 600n, 100],
  ArbUsdc: [dollars(10), dollars(1000), 1n, 50],
  ArbUsdt: [dollars(10), dollars(1000), 1n, 50],
  ArbEth: [coin(0.005, 18), coin(0.2, 18), 1n, 100],
  Sol: [coin(0.1, 9), coin(5, 9), 1_000_000n, 100],
  SolUsdc: [dollars(10), dollars(1000), 1n, 50],
  SolUsdt: [dollars(10), dollars(1000), 1n, 50],
  HubDot: [coin(4, 10), coin(200, 10), coin(0.01, 10), null],
  HubUsdt: [dollars(10), dollars(1000), 10_000n, 50],
  HubUsdc: [dollars(10), dollars(1000), 10_000n, 50],
  Bnb: [coin(0.02, 18), coin(1, 18), 1n, null],
  BscUsdt: [coin(10, 18), coin(1000, 18), 1n, null],
};

const CHAIN_SEEDS: Readonly<Record<CfChain, Pick<ChainState, 'safetyMargin' | 'boostDelayBlocks' | 'gasPrice'>>> = {
  Ethereum: { safetyMargin: 2, boostDelayBlocks: 0, gasPrice: 3_000_000_000n },
  Bitcoin: { safetyMargin: 2, boostDelayBlocks: 0, gasPrice: 2200n },
  Arbitrum: { safetyMargin: 1, boostDelayBlocks: 0, gasPrice: 100_000_000n },
  Solana: { safetyMargin: 1, boostDelayBlocks: 0, gasPrice: MILLION },
  Assethub: { safetyMargin: null, boostDelayBlocks: 0, gasPrice: MILLION },
  Bsc: { safetyMargin: 2, boostDelayBlocks: 0, gasPrice: 1_000_000_000n },
};

const STANDARD_FEE_PPM = 1000;

/** Built from a list of names, so every name has its entry. */
const byName = <K extends string, V>(names: readonly K[], value: (name: K) => V): Record<K, V> =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, V>;

function seedAsset(id: InternalAsset): AssetState {
  const [minimumDeposit, minimumChunk, egressDust, oracleProtectionBps] = ASSET_SEEDS[id];
  return {
    minimumDeposit,
    maximumSwap: null,
    minimumChunk,
    egressDust,
    networkFeePpm: STANDARD_FEE_PPM,
    oracleProtectionBps,
    disabled: { deposits: false, payouts: false },
    switches: {
      vaultSwapDepositsEnabled: ASSETS[id].chain !== 'Assethub',
      depositChannelDepositsEnabled: true,
      depositChannelCreationEnabled: true,
      egressEnabled: true,
      boostDepositsEnabled: id === 'Btc',
      livePriceProtectionEnabled: ASSETS[id].oracle !== undefined,
    },
  };
}

/** The market in a world's first block. */
export function seedMarket(): MarketState {
  const pools: MarketState['pools'] = {};
  for (const id of INTERNAL_ASSETS) {
    const seed = POOLS[id];
    if (seed === undefined) continue;
    const price = priceOf(seed[0]);
    pools[id] = { mid: price, reference: price, halfSpreadPpm: seed[1], depthUsd: seed[2], jitUsd: seed[3] };
  }
  return {
    pools,
    assets: byName(INTERNAL_ASSETS, seedAsset),
    chains: byName(CF_CHAINS, (chain) => ({ ...CHAIN_SEEDS[chain], ingressDelayBlocks: 0, channelOpeningFee: 0n })),
    oracles: byName(ORACLES, () => ({ offsetPpm: 0, status: 'UpToDate' as const })),
    networkFee: { ratePpm: STANDARD_FEE_PPM, minimum: dollars(0.5) },
    boostPools: [
      { tierBps: 5, available: 400_000_000n },
      { tierBps: 10, available: 300_000_000n },
      { tierBps: 30, available: 500_000_000n },
    ],
    houseCommissionBps: 0,
    dca: { chunkUsd: 10_000, maxChunks: 7200, intervalBlocks: 2, replenishment: 4 },
    lowLiquidityPercent: -5,
    swapRetryDelayBlocks: 5,
    maxRetryDurationBlocks: 600,
    maxRequestDurationBlocks: 14_400,
    maintenance: { swaps: false, quotes: false },
  };
}

const priceOf = (usd: number): bigint => BigInt(Math.round(usd * 1_000_000)) * (PRICE_SCALE / MILLION);

/** The wide market's price in dollars per whole coin, times PRICE_SCALE; undefined without a pool. */
export const referencePrice = (market: MarketState, asset: CfAsset): bigint | undefined =>
  asset.id === 'Usdc' ? PRICE_SCALE : market.pools[asset.id]?.reference;

const ORACLE_POOL: Readonly<Record<Oracle, InternalAsset>> = {
  Btc: 'Btc',
  Eth: 'Eth',
  Sol: 'Sol',
  Usdc: 'Usdc',
  Usdt: 'Usdt',
};

/** The oracle's price in dollars per whole coin, times PRICE_SCALE; undefined for an asset without an oracle. */
export function oraclePrice(market: MarketState, asset: CfAsset): bigint | undefined {
  if (asset.oracle === undefined) return undefined;
  const price = referencePrice(market, ASSETS[ORACLE_POOL[asset.oracle]]);
  return price === undefined
    ? undefined
    : (price * (MILLION + BigInt(market.oracles[asset.oracle].offsetPpm))) / MILLION;
}

/** The share of the gap between a pool's price and the wide market that closes with each block, parts per million. */
const RETURN_PPM = 100_000n;

/** Applies one state-chain block: makers pull each pool towards the wide market. */
export function settleMarket(market: MarketState): void {
  for (const pool of Object.values(market.pools)) {
    const apart = pool.reference - pool.mid;
    const step = (apart * RETURN_PPM) / MILLION;
    pool.mid = step === 0n ? pool.reference : pool.mid + step;
  }
}

/**
 * Moves the wide market's price of an asset by a percentage, together with all pools of the same coin (Btc, Wbtc,
 * Cbbtc; Eth, ArbEth), so that there is no arbitrage between them. Undefined when the asset has no pool.
 */
export function movePrice(market: MarketState, id: InternalAsset, percent: number): bigint | undefined {
  const factor = MILLION + BigInt(Math.round(percent * 10_000));
  const pool = market.pools[id];
  if (pool === undefined || factor <= 0n) return undefined;
  const from = pool.reference;
  for (const other of Object.values(market.pools)) {
    if (other.reference !== from || (ASSETS[id].stable && other !== pool)) continue;
    other.reference = (other.reference * factor) / MILLION;
    other.mid = (other.mid * factor) / MILLION;
  }
  return pool.reference;
}
