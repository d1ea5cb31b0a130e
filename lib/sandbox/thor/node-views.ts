/**
 * Builds the node's lists with its own field types: inbound addresses, pools, heights, network, vaults, queues and
 * names.
 */
import {
  inboundAddress,
  isChainHalted,
  isChainPaused,
  isGloballyPaused,
  latestBlockAt,
  ledgerOf,
  type Network,
  outboundFee,
  vaultAddress,
} from './network.ts';
import { gasRate } from './network-config.ts';
import { nodeAsset, shortCodeOf } from './node-asset.ts';
import type { NameRecord, Pool } from './state.ts';
import { tamperedInbound } from './tampering.ts';
import { streamingSwapView } from './tx-views.ts';

const ONE = 100_000_000n;

export function inboundAddressesView(network: Network): Record<string, unknown>[] {
  const { config } = network;
  return config.chains
    .filter((chain) => chain.chain !== config.home)
    .map((chain) => {
      const inbound = inboundAddress(network, chain.chain);
      return tamperedInbound(network, {
        chain: chain.chain,
        pub_key: `${config.accountPrefix}pub-${network.state.vaults.findLast((one) => one.status === 'active')?.name}`,
        address: inbound?.address,
        ...(inbound?.router ? { router: inbound.router } : {}),
        halted: isChainHalted(network, chain.chain) || isChainHalted(network, config.home),
        global_trading_paused: isGloballyPaused(network),
        chain_trading_paused: isChainPaused(network, chain.chain),
        chain_lp_actions_paused: false,
        observed_fee_rate: chain.observedFeeRate.toString(),
        gas_rate: gasRate(chain).toString(),
        gas_rate_units: chain.gasUnits,
        outbound_tx_size: chain.outboundSize.toString(),
        outbound_fee: outboundFee(network, nodeAsset(chain.gasAsset)).toString(),
        dust_threshold: chain.dust.toString(),
      });
    });
}

/** The native coin's USD price in 1e8, from the deepest dollar pool; 0 without one. */
export function nativeUsd(network: Network): bigint {
  const stable = dollarPool(network);
  if (!stable) return 0n;
  return (stable.asset * 10n ** BigInt(network.config.nativeDecimals)) / stable.native;
}

function dollarPool(network: Network): Pool | undefined {
  return network.state.pools
    .filter((pool) => /\.(USDC|USDT|DAI)-/.test(pool.name) && pool.status === 'Available')
    .reduce<Pool | undefined>((best, pool) => (!best || pool.native > best.native ? pool : best), undefined);
}

export const poolUsd = (network: Network, pool: Pool): bigint => {
  const nativeOne = 10n ** BigInt(network.config.nativeDecimals);
  return pool.asset === 0n ? 0n : (pool.native * ONE * nativeUsd(network)) / pool.asset / nativeOne;
};

export function poolView(network: Network, pool: Pool): Record<string, unknown> {
  const asset = nodeAsset(pool.name);
  const thor = network.config.id === 'thor';
  const shortCode = shortCodeOf(asset, network.config.id);
  const text = (value: bigint) => value.toString();
  return {
    asset: pool.name,
    ...(shortCode ? { short_code: shortCode } : {}),
    status: pool.status,
    ...(pool.decimals ? { decimals: pool.decimals } : {}),
    pending_inbound_asset: '0',
    ...(thor ? { pending_inbound_rune: '0' } : { pending_inbound_cacao: '0' }),
    balance_asset: text(pool.asset),
    ...(thor ? { balance_rune: text(pool.native) } : { balance_cacao: text(pool.native) }),
    ...(thor ? { asset_tor_price: text(poolUsd(network, pool)) } : { bondable: false }),
    pool_units: text(pool.native),
    LP_units: text(pool.native),
    synth_units: '0',
    synth_supply: '0',
    savers_depth: '0',
    savers_units: '0',
    ...(thor ? { savers_fill_bps: '0', savers_capacity_remaining: '0' } : {}),
    synth_mint_paused: true,
    synth_supply_remaining: '0',
    ...(thor
      ? {
          derived_depth_bps: '0',
          trading_halted: isPoolHalted(network, asset.chain),
          volume_rune: text(pool.volumeNative),
          volume_asset: text((pool.volumeNative * pool.asset) / (pool.native || 1n)),
        }
      : {}),
  };
}

const isPoolHalted = (network: Network, chain: string): boolean =>
  isGloballyPaused(network) || isChainHalted(network, chain) || isChainPaused(network, chain);

export const lastBlockView = (network: Network): Record<string, unknown>[] =>
  network.config.chains
    .filter((chain) => chain.chain !== network.config.home)
    .map((chain) => ({
      chain: chain.chain,
      last_observed_in: network.state.observed[chain.chain] ?? ledgerOf(network, chain.chain)?.height() ?? 0,
      last_signed_out: network.state.lastSigned,
      [network.config.prefix]: network.state.height,
    }));

/**
 * The latest block, without the hashes, events and transactions, which nothing reads. Source: openapi.yaml,
 * `BlockResponse`.
 */
export const blockView = (network: Network): Record<string, unknown> => ({
  id: { hash: '', parts: { total: 1, hash: '' } },
  header: { height: network.state.height, time: new Date(latestBlockAt(network)).toISOString() },
  begin_block_events: [],
  end_block_events: [],
  txs: [],
});

export function networkView(network: Network): Record<string, unknown> {
  const { config, state } = network;
  const depth = state.pools.reduce((sum, pool) => sum + pool.native, 0n);
  const migrating = state.vaults.some((vault) => vault.status === 'retiring');
  if (config.id === 'maya') {
    return {
      bond_reward_cacao: '0',
      total_bond_units: '0',
      total_reserve: state.reserve.toString(),
      total_asgard: depth.toString(),
      gas_spent_cacao: '0',
      gas_withheld_cacao: '0',
      vaults_migrating: migrating,
      outbound_fee_multiplier: '15000',
    };
  }
  const price = nativeUsd(network);
  return {
    bond_reward_rune: '0',
    total_bond_units: '2257593',
    available_pools_rune: depth.toString(),
    vaults_liquidity_rune: depth.toString(),
    effective_security_bond: (depth * 2n).toString(),
    total_reserve: state.reserve.toString(),
    vaults_migrating: migrating,
    gas_spent_rune: '0',
    gas_withheld_rune: '0',
    outbound_fee_multiplier: '100',
    native_outbound_fee_rune: '2000000',
    native_tx_fee_rune: config.nativeTxFee.toString(),
    tns_register_fee_rune: '1000000000',
    tns_fee_per_block_rune: '20',
    rune_price_in_tor: price.toString(),
    tor_price_in_rune: (price === 0n ? 0n : (ONE * ONE) / price).toString(),
    tor_price_halted: false,
    xmr_active_vault_ready: false,
  };
}

export const asgardView = (network: Network): Record<string, unknown>[] =>
  network.state.vaults
    .filter((vault) => vault.status !== 'inactive')
    .map((vault) => ({
      block_height: vault.sinceHeight,
      pub_key: `${network.config.accountPrefix}pub-${vault.name}`,
      coins: network.state.pools.map((pool) => ({ asset: pool.name, amount: pool.asset.toString() })),
      type: 'AsgardVault',
      status: vault.status === 'active' ? 'ActiveVault' : 'RetiringVault',
      status_since: vault.sinceHeight,
      membership: [],
      chains: network.config.chains.map((chain) => chain.chain),
      inbound_tx_count: network.state.inbounds.filter((inbound) => inbound.vault === vault.name).length,
      outbound_tx_count: network.state.inbounds
        .flatMap((one) => one.outbounds)
        .filter((one) => one.vault === vault.name).length,
      routers: network.config.chains.flatMap((chain) => {
        const router =
          chain.kind === 'evm' ? ledgerOf(network, chain.chain)?.routerAddress?.(network.config.id) : undefined;
        return router ? [{ chain: chain.chain, router }] : [];
      }),
      addresses: network.config.chains.map((chain) => ({
        chain: chain.chain,
        address: vaultAddress(network, vault, chain),
      })),
      frozen: [],
    }));

const waiting = (network: Network) =>
  network.state.inbounds.flatMap((inbound) =>
    inbound.outbounds.filter((one) => one.state === 'scheduled').map((outbound) => ({ inbound, outbound })),
  );

export function queueView(network: Network): Record<string, unknown> {
  const scheduled = waiting(network);
  return {
    swap: network.state.inbounds.filter((inbound) => inbound.queued).length,
    outbound: scheduled.length,
    internal: 0,
    scheduled_outbound_value: scheduled.reduce((sum, one) => sum + one.outbound.value, 0n).toString(),
    scheduled_outbound_clout: '0',
  };
}

/** `scheduled`: payouts that are still delayed; otherwise those due and unsigned. */
export const outboundQueueView = (network: Network, scheduled: boolean): Record<string, unknown>[] =>
  waiting(network)
    .filter(({ outbound }) => outbound.scheduledHeight > network.state.height === scheduled)
    .map(({ inbound, outbound }) => ({
      chain: outbound.chain,
      to_address: outbound.to,
      vault_pub_key: `${network.config.accountPrefix}pub-${outbound.vault}`,
      coin: { asset: outbound.coin.asset, amount: outbound.coin.amount.toString() },
      memo: outbound.memo,
      max_gas: [],
      gas_rate: 0,
      in_hash: inbound.id,
      height: outbound.scheduledHeight,
    }));

export const swapQueueView = (network: Network): Record<string, unknown>[] =>
  network.state.inbounds
    .filter((inbound) => inbound.queued)
    .map((inbound) => ({
      tx: {
        id: inbound.id,
        chain: inbound.chain,
        from_address: inbound.from,
        to_address: inbound.to,
        memo: inbound.memo,
      },
      target_asset: inbound.progress?.asset,
      destination: inbound.progress?.destination,
      trade_target: inbound.progress?.limit.toString(),
      swap_type: 'market',
      stream_quantity: Number(inbound.progress?.quantity ?? 0n),
      stream_interval: Number(inbound.progress?.interval ?? 0n),
    }));

export const streamingSwapsView = (network: Network): unknown[] =>
  network.state.inbounds.map((inbound) => streamingSwapView(network, inbound)).filter((view) => view !== undefined);

export const nameView = (network: Network, record: NameRecord): Record<string, unknown> => ({
  name: record.name,
  expire_block_height: record.expireHeight,
  owner: record.owner,
  preferred_asset: record.preferredAsset,
  ...(network.config.id === 'thor'
    ? { affiliate_collector_rune: record.collected.toString() }
    : {
        affiliate_collector_cacao: record.collected.toString(),
        affiliate_bps: Number(record.affiliateBps ?? 0n),
        subaffiliates: [],
      }),
  aliases: record.aliases,
});

/** The mimirs, including the effects of faults: a chain halted by a fault shows as halted here too. */
export function mimirView(network: Network): Record<string, number> {
  const halted = network.config.chains
    .filter((chain) => isChainHalted(network, chain.chain))
    .map((chain) => [`HALT${chain.chain}CHAIN`, 1]);
  const paused = network.config.chains
    .filter((chain) => isChainPaused(network, chain.chain))
    .map((chain) => [`HALT${chain.chain}TRADING`, 1]);
  return {
    ...network.state.mimir,
    ...Object.fromEntries([...halted, ...paused]),
    ...(isGloballyPaused(network) ? { HALTTRADING: 1 } : {}),
  };
}
