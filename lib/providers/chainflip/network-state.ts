/**
 * Shares among all requests Chainflip's current limits (minimums, maximums, dust, switches) and prices. They are read
 * once a minute and never built in.
 */

import type { z } from 'zod';
import { ProviderError } from '../../domain/errors.ts';
import { isWithin } from '../../domain/is-within.ts';
import {
  CF_ASSETS,
  type CfAsset,
  type CfAssetName,
  cfAssetByInternal,
  cfAssetNamed,
  USDC,
} from '../../payments/chainflip/assets.ts';
import { createSnapshot, type Snapshot } from '../snapshot.ts';
import type { ChainflipClient, RpcCall } from './client.ts';
import { KEEP_WARM_MS, KEPT_MS, MAX_AGE_MS, REFRESH_MS, REST_MS, WAIT_MS } from './config.ts';
import { ChainflipRefusal } from './errors.ts';
import {
  type AssetSwitches,
  type CfEnvironment,
  environmentSchema,
  type NetworkInfo,
  oraclePricesSchema,
  poolPriceSchema,
  type RpcAnswer,
} from './upstream-schemas.ts';

/** The oracle's dollar and the pools' USDC count six decimals. */
const USD_DECIMALS = 6;

export type Prices = ReadonlyMap<CfAsset, number>;

export type NetworkState = {
  environment: CfEnvironment;
  /** By asset; undefined while the backend cannot be asked. */
  switches: ReadonlyMap<CfAsset, AssetSwitches> | undefined;
};

export type NetworkStateSource = {
  /** @throws {ProviderError} when the minimums are unknown: deposits below them are lost. */
  now(signal?: AbortSignal): Promise<NetworkState>;
  /** USD by asset, without assets that have no price. Throws only for the signal. */
  prices(signal?: AbortSignal): Promise<Prices>;
  /** Whether the asset is live by the last answer; undefined before the first one. */
  lists(name: CfAssetName): boolean | undefined;
};

const atIn = <T>(map: Record<string, Record<string, T>>, { chain, asset }: CfAssetName): T | undefined =>
  map[chain]?.[asset];

/** Base units of the asset; undefined when the chain names none. */
export const minimumDepositOf = ({ environment }: NetworkState, { cf }: CfAsset): bigint | undefined =>
  atIn(environment.ingress_egress.minimum_deposit_amounts, cf);
export const maximumSwapOf = ({ environment }: NetworkState, { cf }: CfAsset): bigint | undefined =>
  atIn(environment.swapping.maximum_swap_amounts, cf);
export const dustLimitOf = ({ environment }: NetworkState, { cf }: CfAsset): bigint =>
  atIn(environment.ingress_egress.egress_dust_limits, cf) ?? 0n;

function switchesOf(info: NetworkInfo): ReadonlyMap<CfAsset, AssetSwitches> {
  return new Map(
    info.assets.flatMap(({ asset, ...switches }) => {
      const known = typeof asset === 'string' ? cfAssetByInternal(asset) : cfAssetNamed(asset);
      return known ? [[known, switches] as const] : [];
    }),
  );
}

/** Assets without an oracle of their own are priced by their pool against USDC. */
const POOL_PRICED = CF_ASSETS.filter((one) => one.oracle === undefined);
const PRICE_CALLS: readonly RpcCall[] = [
  { method: 'cf_oracle_prices', params: [] },
  ...POOL_PRICED.map(({ cf }) => ({ method: 'cf_pool_price_v2', params: [cf, USDC] })),
];

const resultOf = <T>(schema: z.ZodType<T>, answer: RpcAnswer | undefined): T | undefined => {
  const parsed = schema.safeParse(answer?.result);
  return parsed.success ? parsed.data : undefined;
};

/** Fixed-point integers become floats here and nowhere else: prices are for ranking and display. */
const ratio = (value: bigint, bits: number, decimals: number): number | undefined => {
  const price = (Number(value) / 2 ** bits) * 10 ** (decimals - USD_DECIMALS);
  return Number.isFinite(price) && price > 0 ? price : undefined;
};

function poolPriceOf(asset: CfAsset, answer: RpcAnswer | undefined): number | undefined {
  const price = resultOf(poolPriceSchema, answer);
  const sides = [price?.sell, price?.buy].filter((side) => side !== undefined);
  const roots = sides.length > 0 ? sides : price?.range_order === undefined ? [] : [price.range_order];
  const prices = roots.flatMap((root) => ratio(root * root, 192, asset.decimals) ?? []);
  return prices.length === 0 ? undefined : prices.reduce((sum, one) => sum + one, 0) / prices.length;
}

function pricesFrom(answers: readonly (RpcAnswer | undefined)[]): Prices {
  const [first, ...pools] = answers;
  const oracle = new Map(
    (resultOf(oraclePricesSchema, first) ?? [])
      .filter(({ quote_asset, price_status }) => quote_asset === 'Usd' && price_status !== 'Stale')
      .map(({ base_asset, price }) => [base_asset, price]),
  );
  const prices = new Map<CfAsset, number>();
  for (const asset of CF_ASSETS) {
    const oraclePrice = asset.oracle && oracle.get(asset.oracle);
    const price =
      oraclePrice === undefined
        ? poolPriceOf(asset, pools[POOL_PRICED.indexOf(asset)])
        : ratio(oraclePrice, 128, asset.decimals);
    if (price !== undefined) prices.set(asset, price);
  }
  return prices;
}

type Dated<T> = { value: T; at: number };

export function createNetworkState(client: ChainflipClient, now: () => number): NetworkStateSource {
  const options = { refreshMs: REFRESH_MS, keepWarmMs: KEEP_WARM_MS, now };
  const dated = <T>(load: () => Promise<T>) =>
    createSnapshot(async (): Promise<Dated<T>> => {
      const at = now();
      return { value: await load(), at };
    }, options);
  const environment = dated(async () => {
    try {
      return await client.rpc(environmentSchema, { method: 'cf_environment', params: [] });
    } catch (error) {
      if (!(error instanceof ChainflipRefusal)) throw error;
      throw new ProviderError('httpError', 'Chainflip’s node does not say what it takes at the moment.', {
        cause: error,
      });
    }
  });
  const info = client.hasBackend ? dated(async () => switchesOf(await client.networkInfo())) : undefined;
  const priced = dated(async () => pricesFrom(await client.rpcBatch('prices', PRICE_CALLS)));

  let failedAt = Number.NEGATIVE_INFINITY;
  /** The newest answer; when it cannot be renewed, or not soon, the last known one, unless that is too old. */
  async function read<T>(snapshot: Snapshot<Dated<T>>, keptMs: number, signal?: AbortSignal): Promise<T> {
    const last = snapshot.peek();
    const kept = last !== undefined && isWithin(keptMs, last.at, now()) ? last : undefined;
    const waitMs = isWithin(REST_MS, failedAt, now()) ? 0 : WAIT_MS;
    const patienceMs = kept && waitMs;
    try {
      return (await snapshot.get({ maxAgeMs: MAX_AGE_MS, signal, patienceMs })).value;
    } catch (error) {
      if (signal?.aborted || kept === undefined) throw error;
      if (waitMs > 0) failedAt = now();
      return kept.value;
    }
  }

  const orNothing = async <T>(work: Promise<T>, signal?: AbortSignal): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (signal?.aborted) throw error;
      return undefined;
    }
  };

  return {
    async now(signal) {
      const [known, switches] = await Promise.all([
        read(environment, KEPT_MS.environment, signal),
        info ? orNothing(read(info, KEPT_MS.changing, signal), signal) : undefined,
      ]);
      return { environment: known, switches };
    },
    async prices(signal) {
      return (await orNothing(read(priced, KEPT_MS.changing, signal), signal)) ?? new Map();
    },
    lists(name) {
      const minimums = environment.peek()?.value.ingress_egress.minimum_deposit_amounts;
      return minimums && Object.hasOwn(minimums[name.chain] ?? {}, name.asset);
    },
  };
}
