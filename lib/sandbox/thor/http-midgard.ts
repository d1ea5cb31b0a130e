/** Serves the Midgard of both networks: actions, pools, names and health; newest first, numbers as strings. */
import type { ServiceAnswer } from '../ledger.ts';
import { aliasOn, findName } from './names.ts';
import type { Network } from './network.ts';
import { nativeUsd, poolUsd } from './node-views.ts';
import type { Coin, Inbound, Outbound } from './state.ts';

const PAGE = 50;
const reply = (body: unknown, status = 200): ServiceAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export async function handleMidgard(
  network: Network,
  request: { path: string; query: URLSearchParams },
): Promise<ServiceAnswer> {
  const segments = request.path.split('/').filter(Boolean);
  if (segments[0] !== 'v2') return reply({ error: 'not found' }, 404);
  const [head = '', ...rest] = segments.slice(1);
  if (head === 'health') return reply(healthView(network));
  if (head === 'actions') return reply(actionsPage(network, request.query));
  if (head === 'pools') return reply(network.state.pools.map((pool) => poolView(network, pool.name)));
  if (head === 'pool' && rest[0]) {
    const pool = network.state.pools.find((one) => one.name === rest[0]?.toUpperCase());
    return pool ? reply(poolView(network, pool.name)) : reply({ error: 'Unknown pool' }, 404);
  }
  const names = network.config.id === 'thor' ? 'thorname' : 'mayaname';
  if (head === names && rest[0] === 'lookup' && rest[1]) return lookup(network, rest[1]);
  return reply({ error: 'not found' }, 404);
}

const healthView = ({ world, state }: Network) => {
  const at = { height: state.height, timestamp: Math.floor(world.clock.now() / 1000) };
  return {
    database: true,
    inSync: true,
    scannerHeight: String(state.height + 1),
    lastThorNode: at,
    lastFetched: at,
    lastCommitted: at,
    lastAggregated: at,
  };
};

function lookup(network: Network, name: string): ServiceAnswer {
  const record = findName(network.state, name);
  if (!record)
    return reply({ error: `${network.config.id === 'thor' ? 'THORName' : 'MAYAName'} ${name} not found` }, 404);
  return reply({
    entries: record.aliases.map(({ chain, address }) => ({ address, chain })),
    expire: String(record.expireHeight),
    owner: aliasOn(record, network.config.home) ?? record.owner,
  });
}

function poolView(network: Network, name: string) {
  const pool = network.state.pools.find((one) => one.name === name);
  if (!pool) return undefined;
  const usd = Number(poolUsd(network, pool)) / 1e8;
  const native = Number(nativeUsd(network)) / 1e8;
  const text = pool.native.toString();
  return {
    annualPercentageRate: '0',
    asset: pool.name,
    assetDepth: pool.asset.toString(),
    assetPrice: String(native === 0 ? 0 : usd / native),
    assetPriceUSD: String(usd),
    liquidityUnits: text,
    nativeDecimal: pool.chainDecimals === 8 ? '-1' : String(pool.chainDecimals),
    poolAPY: '0',
    runeDepth: text,
    saversAPR: '0',
    saversDepth: '0',
    saversUnits: '0',
    status: pool.status.toLowerCase(),
    synthSupply: '0',
    synthUnits: '0',
    totalCollateral: '0',
    totalDebtTor: '0',
    units: text,
    volume24h: pool.volumeNative.toString(),
  };
}

function actionsPage(network: Network, query: URLSearchParams) {
  const hashes = (query.get('txid') ?? '').split(',').filter(Boolean);
  const addresses = (query.get('address') ?? '').toLowerCase().split(',').filter(Boolean);
  const types = (query.get('type') ?? '').split(',').filter(Boolean);
  const limit = Math.min(Number(query.get('limit') ?? PAGE) || PAGE, PAGE);
  const offset = Number(query.get('offset') ?? 0) || 0;
  const actions = network.state.inbounds
    .filter((inbound) => hashes.length === 0 || hashes.some((hash) => concerns(inbound, hash)))
    .filter(
      (inbound) =>
        addresses.length === 0 ||
        [inbound.from, ...inbound.outbounds.map((one) => one.to)].some((one) => addresses.includes(one.toLowerCase())),
    )
    .flatMap((inbound) => actionsOf(inbound))
    .filter((action) => types.length === 0 || types.includes(String(action.type)))
    .reverse();
  return {
    actions: actions.slice(offset, offset + limit),
    count: String(actions.length),
    meta: { nextPageToken: '', prevPageToken: '' },
  };
}

/** Midgard finds an action by the hash of its inbound or of an outbound. */
const concerns = (inbound: Inbound, hash: string): boolean =>
  [inbound.id, ...inbound.outbounds.map((one) => one.txId)].some((id) => id === hash || id === hash.toUpperCase());

const coins = (coin: Coin) => [{ amount: coin.amount.toString(), asset: coin.asset }];

/** A partial refund is a swap and a refund under one hash. Payments that are not final have no actions. */
function actionsOf(inbound: Inbound): Record<string, unknown>[] {
  if (inbound.finalisedHeight === undefined) return [];
  const payouts = inbound.outbounds.filter((one) => !one.refund);
  const refunds = inbound.outbounds.filter((one) => one.refund);
  const swapped = inbound.progress && (inbound.queued || inbound.progress.out > 0n);
  return [
    ...(refunds.length > 0 || inbound.failedReason ? [refundAction(inbound, refunds)] : []),
    ...(swapped ? [swapAction(inbound, payouts)] : []),
  ];
}

const common = (inbound: Inbound, outs: readonly Outbound[]) => ({
  date: `${inbound.finalisedAt ?? 0}000000`,
  height: String(inbound.finalisedHeight ?? 0),
  in: [{ address: inbound.from, coins: coins(inbound.coin), txID: inbound.id }],
  out: outs
    .filter((one) => one.state === 'signed')
    .map((one) => ({
      address: one.to,
      coins: coins(one.coin),
      height: String(one.signedHeight ?? 0),
      // Payouts in the native coin have no transaction of their own.
      txID: one.vault === 'module' ? '' : (one.txId ?? ''),
      ...(one.affiliate ? { affiliate: true } : {}),
    })),
  status: outs.length > 0 && outs.every((one) => one.state === 'signed') ? 'success' : 'pending',
});

function swapAction(inbound: Inbound, outs: readonly Outbound[]): Record<string, unknown> {
  const { progress } = inbound;
  if (!progress) return {};
  const totalBps = inbound.affiliates.reduce((sum, one) => sum + one.bps, 0n);
  return {
    ...common(inbound, outs),
    metadata: {
      swap: {
        affiliateAddress: inbound.affiliates.map((one) => one.name).join('/'),
        affiliateFee: totalBps.toString(),
        isStreamingSwap: progress.quantity > 1n,
        liquidityFee: progress.feeNative.toString(),
        memo: inbound.memo,
        networkFees: outs
          .filter((one) => one.state === 'signed' && one.gas)
          .flatMap((one) => coins(one.gas ?? one.coin)),
        streamingSwapMeta: {
          count: progress.count.toString(),
          depositedCoin: { amount: progress.deposit.toString(), asset: inbound.coin.asset },
          ...(progress.failed.length > 0
            ? {
                failedSwaps: progress.failed.map((one) => one.at.toString()),
                failedSwapReasons: progress.failed.map((one) => one.reason),
              }
            : {}),
          inCoin: { amount: progress.in.toString(), asset: inbound.coin.asset },
          interval: progress.interval.toString(),
          lastHeight: String(progress.lastHeight),
          outCoin: { amount: progress.out.toString(), asset: progress.asset },
          quantity: progress.quantity.toString(),
        },
        swapSlip: progress.slipBps.toString(),
        swapTarget: progress.limit.toString(),
        txType: 'swap',
      },
    },
    pools: [inbound.coin.asset, progress.asset].filter((name) => name !== 'THOR.RUNE' && name !== 'MAYA.CACAO'),
    type: 'swap',
  };
}

/** A refund that is consumed by its fee is complete without a payout. */
function refundAction(inbound: Inbound, outs: readonly Outbound[]): Record<string, unknown> {
  const shown = common(inbound, outs);
  return {
    ...shown,
    status: outs.length === 0 ? 'success' : shown.status,
    metadata: {
      refund: {
        affiliateAddress: '',
        affiliateFee: '0',
        memo: inbound.memo,
        networkFees: outs.filter((one) => one.gas).flatMap((one) => coins(one.gas ?? one.coin)),
        reason: inbound.refundReason ?? inbound.failedReason ?? '',
        txType: inbound.isSwap ? 'swap' : 'unknown',
      },
    },
    pools: [],
    type: 'refund',
  };
}
