/** Caches 1inch's tokens and their decimals for each chain. */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { CHAINS, networkOf } from '../../chains/chains.ts';
import { type Asset, assetKey, formatAsset } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { ProviderError } from '../../domain/errors.ts';
import { timeLimit } from '../../domain/time-limit.ts';
import { ONEINCH_CHAINS } from '../../payments/oneinch/router.ts';
import { FACT_MS, shorter } from '../helper-time.ts';
import { createSnapshot, type Snapshot } from '../snapshot.ts';
import type { OneinchClient } from './client.ts';
import type { UpstreamToken } from './upstream-schemas.ts';

/** By lower-case address; undefined when 1inch does not serve the chain. */
export type ChainTokens = ReadonlyMap<string, UpstreamToken> | undefined;

/** `certain`: read from the token's contract. 1inch's own figure is good enough to show, not to pay with. */
export type Decimals = { decimals: number; certain: boolean };

export type TokenBook = {
  /** @throws {ProviderError} when no list was ever loaded. */
  tokensOf(chain: ChainId, signal: AbortSignal): Promise<ChainTokens>;
  /** The token as it is cached, without any request. */
  known(asset: Asset): UpstreamToken | undefined;
  /**
   * From the token's own contract, otherwise from the list. @throws {ProviderError} when it is not a token, or
   * nothing knows.
   */
  decimalsOf(asset: Asset, signal: AbortSignal): Promise<Decimals>;
};

/** Lists change by the day; on the smallest plan all of them take seven of sixty requests a minute. */
const REFRESH_MS = 60 * 60_000;
const KEEP_WARM_MS = 2 * 60 * 60_000;
const LIST_TIMEOUT_MS = 60_000;
const DECIMALS_CALL = '0x313ce567';
const MOST_DECIMALS = 36;

const decimalsIn = (answer: string): number | undefined => {
  const decimals = /^0x[0-9a-f]{1,64}$/i.test(answer) ? Number(BigInt(answer)) : Number.NaN;
  return Number.isInteger(decimals) && decimals <= MOST_DECIMALS ? decimals : undefined;
};

export const chainIdOf = (chain: ChainId, network: NetworkName): number => Number(networkOf(chain, network).networkId);

export function createTokenBook(deps: {
  client: OneinchClient;
  clients: ChainClients;
  network: NetworkName;
  now: () => number;
}): TokenBook {
  const { client, clients, network, now } = deps;
  const decimals = new Map<string, number>();
  const lists = new Map<ChainId, Snapshot<ChainTokens>>(
    ONEINCH_CHAINS.map((chain) => [
      chain,
      createSnapshot(
        async () => {
          const signal = timeLimit(LIST_TIMEOUT_MS);
          const caller = { signal, budgetMs: LIST_TIMEOUT_MS };
          const tokens = await client.tokens(chainIdOf(chain, network), caller);
          return tokens && new Map(tokens.map((token) => [token.address.toLowerCase(), token]));
        },
        { refreshMs: REFRESH_MS, keepWarmMs: KEEP_WARM_MS, now },
      ),
    ]),
  );

  const known = (asset: Asset): UpstreamToken | undefined =>
    asset.kind === 'token' ? lists.get(asset.chain)?.peek()?.get(asset.address.toLowerCase()) : undefined;

  const tokensOf: TokenBook['tokensOf'] = async (chain, signal) =>
    lists.get(chain)?.get({ maxAgeMs: Number.POSITIVE_INFINITY, signal });

  /** `undefined`: the chain cannot be asked. */
  async function onChain(asset: Asset & { kind: 'token' }, signal: AbortSignal): Promise<number | undefined> {
    const node = clients.evm(asset.chain);
    if (!node) return undefined;
    let answer: string;
    try {
      answer = await node.call(asset.address, DECIMALS_CALL, { signal: shorter(signal, FACT_MS) });
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
    const read = decimalsIn(answer);
    if (read === undefined)
      throw new ProviderError(
        'tokenNotFound',
        `${formatAsset(asset)} is no token: there is no such contract on ${CHAINS[asset.chain].name}.`,
      );
    return read;
  }

  return {
    tokensOf,
    known,
    async decimalsOf(asset, signal) {
      if (asset.kind !== 'token') return { decimals: CHAINS[asset.chain].native.decimals, certain: true };
      const read = decimals.get(assetKey(asset)) ?? (await onChain(asset, signal));
      if (read !== undefined) {
        decimals.set(assetKey(asset), read);
        return { decimals: read, certain: true };
      }
      const listed = (await tokensOf(asset.chain, signal))?.get(asset.address.toLowerCase());
      if (listed) return { decimals: listed.decimals, certain: false };
      throw new ProviderError(
        'tokenNotFound',
        `1inch does not list ${formatAsset(asset)}, and its decimals are not known.`,
      );
    },
  };
}
