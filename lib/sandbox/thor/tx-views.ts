/** Builds the node's views of one payment, its observation, stages and payouts, with the node's own fields. */
import { homeAccount } from './names.ts';
import type { Network } from './network.ts';
import { nodeChain } from './network-config.ts';
import { type Coin, type Inbound, inboundOf, type Outbound } from './state.ts';

const BLOCK_SECONDS = 6;

/** `coins[].decimals` is present only if a token has its own. */
export const coinView = (coin: Coin) => ({
  asset: coin.asset,
  amount: coin.amount.toString(),
  ...(coin.decimals ? { decimals: coin.decimals } : {}),
});

/** Hashes are upper case hex without 0x; in any other spelling they are unknown. */
export const findInbound = (network: Network, hash: string): Inbound | undefined => inboundOf(network.state, hash);

const txView = (inbound: Inbound) => ({
  id: inbound.id,
  chain: inbound.chain,
  // EVM senders are printed in lower case.
  from_address: /^0x/.test(inbound.from) ? inbound.from.toLowerCase() : inbound.from,
  to_address: inbound.to,
  coins: [coinView(inbound.coin)],
  gas: inbound.native ? null : [coinView(inbound.gas ?? { asset: inbound.coin.asset, amount: 1n })],
  memo: inbound.memo,
});

const outTxView = (outbound: Outbound) => ({
  id: outbound.txId,
  chain: outbound.chain,
  from_address: outbound.fromAddress,
  to_address: outbound.to,
  coins: [coinView(outbound.coin)],
  gas: outbound.gas ? [coinView(outbound.gas)] : null,
  memo: outbound.memo,
});

const plannedView = (outbound: Outbound) => ({
  chain: outbound.chain,
  to_address: outbound.to,
  coin: coinView(outbound.coin),
  refund: outbound.refund,
});

const signed = (inbound: Inbound) =>
  inbound.outbounds
    .filter((one) => one.state === 'signed')
    .sort((a, b) => (a.signedHeight ?? 0) - (b.signedHeight ?? 0));

/** Source: x/thorchain/querier.go newTxStagesResponse. */
export function stagesView(network: Network, inbound: Inbound | undefined): Record<string, unknown> {
  if (!inbound) return { inbound_observed: { started: false, final_count: 0, completed: false } };
  const seen = {
    ...(inbound.preCount > 0 ? { pre_confirmation_count: inbound.preCount } : {}),
    final_count: inbound.finalCount,
  };
  if (inbound.consensusHeight === undefined) {
    return { inbound_observed: { started: true, ...seen, completed: false } };
  }
  const finalised = inbound.finalisedHeight !== undefined;
  return {
    inbound_observed: { ...seen, completed: true },
    ...(inbound.native ? {} : { inbound_confirmation_counted: countedView(network, inbound) }),
    inbound_finalised: { completed: finalised },
    swap_status: { pending: inbound.queued, ...streamingView(network, inbound) },
    ...(inbound.isSwap ? { swap_finalised: { completed: finalised && !inbound.queued } } : {}),
    ...outboundView(network, inbound),
  };
}

function countedView(network: Network, inbound: Inbound) {
  if (inbound.finalisedHeight !== undefined) return { remaining_confirmation_seconds: 0, completed: true };
  const blockMs = nodeChain(network.config, inbound.chain)?.blockMs ?? 6000;
  const counted = (network.state.height - (inbound.consensusHeight ?? 0)) * BLOCK_SECONDS * 1000;
  const left = blockMs * (inbound.finaliseExternalHeight - inbound.externalHeight) - counted;
  return {
    counting_start_height: inbound.consensusHeight,
    chain: inbound.chain,
    external_observed_height: inbound.externalHeight,
    external_confirmation_delay_height: inbound.finaliseExternalHeight,
    remaining_confirmation_seconds: Math.max(0, Math.floor(left / 1000)),
    completed: false,
  };
}

/** Read from the legacy store: never present for THORChain's advanced queue; present on Maya while it streams. */
function streamingView(network: Network, inbound: Inbound) {
  const { progress } = inbound;
  if (network.config.id === 'thor' || !progress || !inbound.queued || progress.interval === 0n) return {};
  return {
    streaming: {
      interval: Number(progress.interval),
      quantity: Number(progress.quantity),
      count: Number(progress.count),
    },
  };
}

function outboundView(network: Network, inbound: Inbound) {
  const scheduled = inbound.outboundHeight;
  if (scheduled === undefined) return {};
  const { height } = network.state;
  const left = scheduled - height;
  const open = inbound.outbounds.some((one) => one.state === 'scheduled' && one.vault !== 'module');
  return {
    ...(scheduled > (inbound.finalisedHeight ?? 0)
      ? {
          outbound_delay:
            left > 0
              ? { remaining_delay_blocks: left, remaining_delay_seconds: left * BLOCK_SECONDS, completed: false }
              : { completed: true },
        }
      : {}),
    outbound_signed: open
      ? {
          scheduled_outbound_height: scheduled,
          ...(left <= 0 ? { blocks_since_scheduled: -left } : {}),
          completed: false,
        }
      : { completed: true },
  };
}

export function statusView(network: Network, inbound: Inbound | undefined): Record<string, unknown> {
  if (!inbound) return { stages: stagesView(network, undefined) };
  const outs = signed(inbound);
  return {
    tx: txView(inbound),
    ...(inbound.outbounds.length > 0 ? { planned_out_txs: inbound.outbounds.map(plannedView) } : {}),
    ...(outs.length > 0 ? { out_txs: outs.map(outTxView) } : {}),
    stages: stagesView(network, inbound),
  };
}

/** `/tx/{hash}`. */
export function observedView(network: Network, inbound: Inbound): Record<string, unknown> {
  const outs = signed(inbound);
  const done = inbound.handled && !inbound.queued && inbound.outbounds.every((one) => one.state === 'signed');
  return {
    observed_tx: {
      tx: txView(inbound),
      observed_pub_key: `${network.config.accountPrefix}pub-${inbound.vault}`,
      external_observed_height: inbound.externalHeight,
      external_confirmation_delay_height: inbound.finaliseExternalHeight,
      signers: signersOf(network, Math.max(inbound.preCount, inbound.finalCount)),
      ...(inbound.finalisedHeight === undefined ? {} : { status: done ? 'done' : 'incomplete' }),
      ...(outs.length > 0 ? { out_hashes: outs.map((one) => one.txId) } : {}),
    },
    ...(inbound.consensusHeight === undefined ? {} : { consensus_height: inbound.consensusHeight }),
    ...(inbound.finalisedHeight === undefined ? {} : { finalised_height: inbound.finalisedHeight }),
    ...(inbound.outboundHeight === undefined ? {} : { outbound_height: inbound.outboundHeight }),
    keysign_metric: { tx_id: inbound.id, node_tss_times: null },
  };
}

function signersOf(network: Network, count: number): string[] {
  const { config, world } = network;
  return Array.from({ length: count }, (_, at) => homeAccount(config, world.secret(`${config.id}-node-${at}`)));
}

/** `/tx/details/{hash}`. */
export function detailsView(network: Network, inbound: Inbound): Record<string, unknown> {
  const { observed_tx: observed, ...heights } = observedView(network, inbound);
  const refund = inbound.outbounds.find((one) => one.refund);
  return {
    tx_id: inbound.id,
    tx: observed,
    txs: [observed],
    actions: inbound.outbounds.map((one) => ({
      chain: one.chain,
      to_address: one.to,
      vault_pub_key: `${network.config.accountPrefix}pub-${one.vault}`,
      coin: coinView(one.coin),
      memo: one.memo,
      max_gas: [],
      in_hash: inbound.id,
      ...(one.txId ? { out_hash: one.txId } : {}),
    })),
    out_txs: signed(inbound).map(outTxView),
    ...heights,
    updated_vault: true,
    ...(network.config.id === 'maya' && refund
      ? {
          refund_height: refund.scheduledHeight,
          refunded_amount: coinView(refund.coin),
          partial_refund: inbound.outbounds.some((one) => !one.refund && !one.affiliate),
          refund_reason: inbound.refundReason,
        }
      : {}),
  };
}

/** `/swap/streaming/{hash}`; undefined once the swap has ended. */
export function streamingSwapView(network: Network, inbound: Inbound | undefined): Record<string, unknown> | undefined {
  const progress = inbound?.progress;
  if (!inbound || !progress || !inbound.queued) return undefined;
  if (network.config.id === 'maya' && progress.interval === 0n) return undefined;
  return {
    tx_id: inbound.id,
    interval: Number(progress.interval),
    quantity: Number(progress.quantity),
    count: Number(progress.count),
    last_height: progress.lastHeight,
    trade_target: progress.limit.toString(),
    source_asset: inbound.coin.asset,
    target_asset: progress.asset,
    destination: progress.destination,
    deposit: progress.deposit.toString(),
    in: progress.in.toString(),
    out: progress.out.toString(),
    ...(progress.failed.length > 0
      ? {
          failed_swaps: progress.failed.map((one) => Number(one.at)),
          failed_swap_reasons: progress.failed.map((one) => one.reason),
        }
      : {}),
  };
}
