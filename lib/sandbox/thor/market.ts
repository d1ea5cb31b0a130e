/**
 * Simulates the rest of the market: small arbitrage keeps pools near slowly moving prices, which are the same for the
 * same seed.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { swapLeg } from './math.ts';
import { legRules, type Network } from './network.ts';
import { PRICE_SCALE } from './seed-pools.ts';
import type { Pool } from './state.ts';

const MILLION = 1_000_000n;
/** Smaller deviations are not worth the pools' fee, so no trade follows. */
const IDLE_PPM = 1200n;
/** Prices move between random points this many blocks apart. */
const POINT_BLOCKS = 600;
const WANDER_PPM = 2000n;

/** Returns fees to the pools and makes arbitrageurs' trades. */
export function tradeMarket(network: Network): void {
  const { state } = network;
  for (const pool of state.pools) {
    if (pool.income > 0n) {
      pool.native += pool.income;
      state.reserve -= pool.income;
      pool.income = 0n;
    }
    if (state.marketOn && pool.status === 'Available') arbitrage(network, pool);
  }
}

function arbitrage(network: Network, pool: Pool): void {
  const wanted = (pool.marketPrice * (MILLION + wander(network, pool.name))) / MILLION;
  const price = (pool.native * PRICE_SCALE) / pool.asset;
  const apart = ((price > wanted ? price - wanted : wanted - price) * MILLION) / wanted;
  if (apart <= IDLE_PPM) return;
  // On the curve native × asset = constant, the depth at the target price is the root of constant ÷ price.
  const constant = pool.native * pool.asset;
  const assetWanted = squareRoot((constant * PRICE_SCALE) / wanted);
  const nativeWanted = squareRoot((constant * wanted) / PRICE_SCALE);
  const leg =
    price > wanted
      ? swapLeg(pool, assetWanted - pool.asset, 'toNative', legRules(network.config))
      : swapLeg(pool, nativeWanted - pool.native, 'fromNative', legRules(network.config));
  if (!leg) return;
  pool.asset = leg.pool.asset;
  pool.native = leg.pool.native;
  if (network.config.id === 'thor') {
    pool.income += leg.feeNative;
    network.state.reserve += leg.feeNative;
  }
}

/** The deviation of the market price from its start at this block, in parts per million. */
function wander(network: Network, name: string): bigint {
  const { height } = network.state;
  const point = Math.floor(height / POINT_BLOCKS);
  const into = BigInt(height % POINT_BLOCKS);
  const own = ways.get(network) ?? new Map<string, Way>();
  ways.set(network, own);
  let way = own.get(name);
  if (way?.point !== point) way = { point, from: pointAt(network, name, point), to: pointAt(network, name, point + 1) };
  own.set(name, way);
  return way.from + ((way.to - way.from) * into) / BigInt(POINT_BLOCKS);
}

/** By pool: between which points its price moves now. */
type Way = { point: number; from: bigint; to: bigint };
const ways = new WeakMap<Network, Map<string, Way>>();

function pointAt(network: Network, name: string, point: number): bigint {
  const text = `${network.world.seed}|${network.config.id}|${name}|${point}`;
  const hash = BigInt(`0x${bytesToHex(sha256(utf8ToBytes(text))).slice(0, 12)}`);
  return (hash % (2n * WANDER_PPM + 1n)) - WANDER_PPM;
}

function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let x = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (x + value / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}
