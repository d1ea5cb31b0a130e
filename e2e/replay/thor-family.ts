/** Feeds one recorded answer of a THORChain-like node or its Midgard to the adapter and prints the result. */
import { type Amount, formatAmount, fromBaseUnits } from '../../lib/domain/amount.ts';
import type { Asset } from '../../lib/domain/asset.ts';
import { ProviderError } from '../../lib/domain/errors.ts';
import type { RouteDraft } from '../../lib/domain/route.ts';
import type { Provider, ProviderQuoteRequest } from '../../lib/providers/provider.ts';
import { assetOfNode, nativeDecimalsOf, nodeDecimalsOf } from '../../lib/providers/thor-family/assets.ts';
import { FAMILY, type FamilyConfig, type FamilyVariant } from '../../lib/providers/thor-family/config.ts';
import { createThorFamily } from '../../lib/providers/thor-family/index.ts';
import { memoAssetMeans, parseSwapMemo } from '../../lib/providers/thor-family/memo.ts';
import {
  lastBlockSchema,
  midgardActionsSchema,
  nameSchema,
  networkSchema,
  txStatusSchema,
} from '../../lib/providers/thor-family/upstream-schemas.ts';
import type { Answer } from './manifest.ts';
import { CannotReplay, describeFact, NOBODY, named, object, text } from './to-text.ts';

/** The node's answers by path; any other path is HTTP 404. */
type World = Record<string, { status: number; body: unknown }>;

const HASH = 'A'.repeat(64);
const LATE_MS = 3_600_000;

const ok = (body: unknown) => ({ status: 200, body });

function adapter(config: FamilyConfig, world: World, now: () => number): Provider {
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname } = new URL(String(input));
    const known = world[pathname] ?? { status: 404, body: { code: 5, message: 'Not Found', details: [] } };
    return new Response(JSON.stringify(known.body), { status: known.status });
  };
  const urls = ['http://recorded.invalid'];
  return createThorFamily({
    variant: config.variant,
    nodeUrls: urls,
    midgardUrls: urls,
    network: 'mainnet',
    clients: NOBODY,
    fetch,
    now,
    monotonic: now,
    log: () => undefined,
  });
}

function assetFor(config: FamilyConfig, name: string | undefined, what: string): Asset {
  const asset = name === undefined ? undefined : assetOfNode(config, name);
  if (!asset) throw new CannotReplay(name ? `${name} is no asset that Portage has` : `nothing names ${what}`);
  return asset;
}

/** A pool that is deeper than any amount needs. */
const openPool = (asset: string) => ({ asset, status: 'Available', balance_asset: '1000000000000000000' });
const openVault = (chain: string) => ({ chain, address: 'vault', router: 'router', halted: false });

function requestOf(config: FamilyConfig, query: Record<string, string>): ProviderQuoteRequest {
  const sellAsset = assetFor(config, query.from_asset, 'from_asset');
  const buyAsset = assetFor(config, query.to_asset, 'to_asset');
  const tolerance = query.liquidity_tolerance_bps;
  const streams = (query.streaming_interval ?? '0') !== '0';
  return {
    providerId: streams ? config.streamingId : config.plainId,
    sellAsset,
    buyAsset,
    sellAmount: fromBaseUnits(BigInt(query.amount ?? '0'), nodeDecimalsOf(config, sellAsset)),
    slippageBps: tolerance === undefined ? 10_000 : Number(tolerance),
    ...(query.destination ? { destinationAddress: query.destination, sourceAddress: 'unknown' } : {}),
    ...(query.affiliate
      ? {
          affiliate: {
            name: query.affiliate,
            feeBps: Number(query.affiliate_bps),
            payout: { [config.payoutKey]: query.affiliate },
          },
        }
      : {}),
    includeTx: false,
  };
}

/** Everything but the quote is derived from the quote, so that only the recorded answer decides. */
async function replayQuote(config: FamilyConfig, { status, body, request: query }: Answer): Promise<string> {
  const request = requestOf(config, query);
  const quote = object(body);
  const prefix = `/${config.path}`;
  const from = request.sellAsset.chain;
  const own = { ...openVault(from), address: quote.inbound_address, router: quote.router };
  const others = [request.buyAsset.chain].filter((chain) => chain !== from).map(openVault);
  const world: World = {
    [`${prefix}/quote/swap`]: { status, body },
    [`${prefix}/pools`]: ok([query.from_asset, query.to_asset].map((asset) => openPool(asset ?? ''))),
    [`${prefix}/inbound_addresses`]: ok([own, ...others]),
    [`${prefix}/${config.payoutKey}/${query.affiliate}`]: ok({ name: query.affiliate }),
  };
  const nowMs = typeof quote.expiry === 'number' ? (quote.expiry - 600) * 1000 : 0;
  const [route] = await adapter(config, world, () => nowMs).quote(request, { signal: AbortSignal.timeout(5000) });
  if (!route) throw new CannotReplay('the adapter gave no route');
  return `route ${route.providers.join(', ')}: ${named(route.sell)} -> ${named(route.expectedBuy)}, at least ${formatAmount(route.guaranteedBuy)}`;
}

async function countTokens(config: FamilyConfig, world: World): Promise<string> {
  const tokens = await adapter(config, world, () => 0).tokens({ signal: AbortSignal.timeout(5000) });
  const usable = tokens.filter(({ unavailable }) => unavailable === undefined);
  return `tokens ${tokens.length} listed, ${usable.length} can be swapped now`;
}

const chainOfPool = (asset: string) => asset.split(/[./~-]/)[0] ?? '';

function replayPools(config: FamilyConfig, { status, body }: Answer): Promise<string> {
  const pools = Array.isArray(body) ? body : [];
  const chains = new Set(pools.map((pool) => chainOfPool(text(object(pool).asset) ?? '')));
  return countTokens(config, {
    [`/${config.path}/pools`]: { status, body },
    [`/${config.path}/inbound_addresses`]: ok([...chains].map(openVault)),
  });
}

/** Which native coins could be swapped if each had a pool. */
function replayHalts(
  config: FamilyConfig,
  path: 'inbound_addresses' | 'mimir',
  { status, body }: Answer,
): Promise<string> {
  const chains =
    path === 'inbound_addresses' && Array.isArray(body)
      ? body.map((entry) => text(object(entry).chain) ?? '')
      : ['BTC', 'ETH', config.variant === 'thor' ? 'LTC' : 'DASH'];
  const coins: Record<string, string> = { GAIA: 'ATOM', BSC: 'BNB', ARB: 'ETH', BASE: 'ETH', THOR: 'RUNE' };
  return countTokens(config, {
    [`/${config.path}/pools`]: ok(chains.map((chain) => openPool(`${chain}.${coins[chain] ?? chain}`))),
    [`/${config.path}/inbound_addresses`]: ok(chains.map(openVault)),
    [`/${config.path}/${path}`]: { status, body },
  });
}

function trackedRoute(config: FamilyConfig, query: Record<string, string>, memo: string): RouteDraft {
  const amountIn = (asset: Asset): Amount => ({
    asset,
    decimals: asset.kind === 'token' ? 6 : nativeDecimalsOf(config, asset),
    baseUnits: 1n,
  });
  const sell = amountIn(assetFor(config, query.from_asset, 'from_asset'));
  const buy = amountIn(assetFor(config, query.to_asset, 'to_asset'));
  return {
    providers: [config.plainId],
    sell,
    expectedBuy: buy,
    guaranteedBuy: buy,
    sourceAddress: '',
    destinationAddress: query.destination ?? parseSwapMemo(memo)?.destination ?? '',
    memo,
    fees: [],
    totalSlippageBps: 0,
    legs: [{ provider: config.plainId, sell, buy, buyAtMaxSlippage: buy }],
    warnings: [],
    pricesUsd: [],
  };
}

async function observe(config: FamilyConfig, query: Record<string, string>, memo: string, hash: string, world: World) {
  const route = trackedRoute(config, query, memo);
  const leg = { route, leg: 0, hash, chain: route.sell.asset.chain, knownSince: 0 };
  let now = 0;
  const provider = adapter(config, world, () => now);
  const look = () => provider.track(leg, { signal: AbortSignal.timeout(5000) });
  await look();
  now += LATE_MS;
  const result = await look();
  const facts = result.observations.map(describeFact);
  return `observations ${facts.join(', ') || 'none: not seen yet'}${result.stale ? ', stale' : ''}`;
}

function replayStatus(config: FamilyConfig, { status, body, request: query }: Answer): Promise<string> {
  const read = txStatusSchema.safeParse(body);
  const hash = query.hash ?? (read.success ? read.data.tx?.id : undefined) ?? HASH;
  const memo = (read.success ? read.data.tx?.memo : undefined) ?? '';
  const from = query.from_asset ?? (read.success ? read.data.tx?.coins[0]?.asset : undefined);
  return observe(config, { ...query, ...(from ? { from_asset: from } : {}) }, memo, hash, {
    [`/${config.path}/tx/status/${hash}`]: { status, body },
  });
}

const NOTHING_PLANNED = {
  stages: {
    inbound_observed: { started: true, completed: true },
    inbound_finalised: { completed: true },
    swap_status: { pending: false },
  },
};

/**
 * Midgard's actions count where the node, long after the swap, plans no payout. Each action is replayed as its own
 * swap.
 */
async function replayActions(config: FamilyConfig, { status, body }: Answer): Promise<string> {
  const { actions } = midgardActionsSchema.parse(body);
  const raw = object(body).actions;
  const lines = actions.map(async (action, i) => {
    const memo = action.metadata?.swap?.memo ?? '';
    const target = parseSwapMemo(memo)?.asset ?? '';
    const paid = action.out.flatMap(({ coins }) => coins.map(({ asset }) => asset));
    const to = paid.find((name) => {
      const asset = assetOfNode(config, name);
      return asset !== undefined && memoAssetMeans(config, target, asset);
    });
    const from = action.in[0]?.coins[0]?.asset ?? '';
    const world = {
      [`/${config.path}/tx/status/${HASH}`]: ok(NOTHING_PLANNED),
      '/v2/actions': { status, body: { actions: Array.isArray(raw) ? [raw[i]] : [] } },
    };
    try {
      return await observe(config, { from_asset: from, to_asset: to ?? target }, memo, HASH, world);
    } catch (error) {
      if (error instanceof CannotReplay) return `cannot: ${error.message}`;
      throw error;
    }
  });
  return (await Promise.all(lines)).join('; ');
}

const replayNetwork = (body: unknown) => {
  const { rune_price_in_tor: price, native_tx_fee_rune: fee } = networkSchema.parse(body);
  return `read: RUNE at ${fromBaseUnits(price ?? 0n, 8)} USD, fee ${fromBaseUnits(fee ?? 0n, 8)} RUNE`;
};
const replayLastBlock = (body: unknown) => {
  const list = lastBlockSchema.parse(body);
  return `read: height ${list[0]?.thorchain ?? list[0]?.mayachain}, ${list.length} chains`;
};
const replayName = (body: unknown) => {
  const { name, owner, expire_block_height: expires } = nameSchema.parse(body);
  return `read: ${name ?? 'a name'}${owner ? ' has an owner' : ' has no owner'}, until block ${expires ?? 'unknown'}`;
};

async function replayPath(config: FamilyConfig, endpoint: string, answer: Answer): Promise<string> {
  const path = endpoint.replace(`/${config.path}`, '').replace(/\?.*$/, '');
  if (path === '/quote/swap') return replayQuote(config, answer);
  if (path === '/pools') return replayPools(config, answer);
  if (path === '/inbound_addresses') return replayHalts(config, 'inbound_addresses', answer);
  if (path === '/mimir') return replayHalts(config, 'mimir', answer);
  if (path === '/network') return replayNetwork(answer.body);
  if (path === '/lastblock') return replayLastBlock(answer.body);
  if (path.startsWith('/tx/status')) return replayStatus(config, answer);
  if (path.startsWith('/v2/actions')) return replayActions(config, answer);
  if (/^\/(thor|maya)name/.test(path)) return replayName(answer.body);
  throw new CannotReplay(`no adapter asks ${endpoint}`);
}

/** Returns one line: `route …`, `error <code>: …`, `observations …`, `tokens …`, `read: …` or `cannot: …`. */
export const replayThorFamily =
  (variant: FamilyVariant) =>
  async (endpoint: string, answer: Answer): Promise<string> => {
    try {
      return await replayPath(FAMILY[variant], endpoint, answer);
    } catch (error) {
      if (error instanceof ProviderError) return `error ${error.code}: ${error.message}`;
      return `cannot: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
