/** Finds a token's real decimals. No payment is built on a guess. */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import { type Asset, assetKey } from '../../domain/asset.ts';
import { isWithin } from '../../domain/is-within.ts';
import { FACT_MS, shorter } from '../helper-time.ts';
import { nativeDecimalsOf } from './assets.ts';
import type { FamilyConfig } from './config.ts';

/** `certain` false: good enough to show, not to pay with. */
export type Decimals = { decimals: number; certain: boolean };

export type DecimalsBook = {
  /** `poolDecimals`: the decimals of the node's pool, which it leaves out when they are 8 or more or were never set. */
  of(asset: Asset, poolDecimals: number | undefined, signal?: AbortSignal): Promise<Decimals>;
};

const DECIMALS_CALL = '0x313ce567';
const RETRY_MS = 60_000;
const SIX_DECIMALS = /^(USDC|USDT|USDC\.E)$/;

const guess = (asset: Asset) => (SIX_DECIMALS.test(asset.symbol) ? 6 : asset.symbol.includes('BTC') ? 8 : 18);

export function createDecimalsBook(config: FamilyConfig, clients: ChainClients, now: () => number): DecimalsBook {
  const read = new Map<string, number>();
  const failedAt = new Map<string, number>();

  async function readOnChain(asset: Asset & { kind: 'token' }, signal?: AbortSignal): Promise<number | undefined> {
    const key = assetKey(asset);
    const known = read.get(key);
    const client = clients.evm(asset.chain);
    if (known !== undefined || !client) return known;
    if (isWithin(RETRY_MS, failedAt.get(key) ?? Number.NEGATIVE_INFINITY, now())) return undefined;
    try {
      const answer = await client.call(asset.address, DECIMALS_CALL, { signal: shorter(signal, FACT_MS) });
      const decimals = /^0x[0-9a-f]{1,64}$/i.test(answer) ? Number(BigInt(answer)) : Number.NaN;
      if (!Number.isInteger(decimals) || decimals > 36) throw new Error('no decimals');
      read.set(key, decimals);
      return decimals;
    } catch {
      if (!signal?.aborted) failedAt.set(key, now());
      return undefined;
    }
  }

  return {
    async of(asset, poolDecimals, signal) {
      if (asset.kind !== 'token') return { decimals: nativeDecimalsOf(config, asset), certain: true };
      if (poolDecimals !== undefined && poolDecimals > 0 && poolDecimals <= 36)
        return { decimals: poolDecimals, certain: true };
      const onChain = await readOnChain(asset, signal);
      return onChain === undefined ? { decimals: guess(asset), certain: false } : { decimals: onChain, certain: true };
    },
  };
}
