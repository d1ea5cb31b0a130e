/** Observes payments as nodes do: only those in a block, to a live vault, through its own router. */
import type { InboundPayment, Ledger } from '../ledger.ts';
import { moduleAccount } from './names.ts';
import { dustOf, isChainHalted, ledgerOf, type Network } from './network.ts';
import { nodeChain } from './network-config.ts';
import { formatNodeAsset, type NodeAsset } from './node-asset.ts';
import { openInbounds } from './open-inbounds.ts';
import { inboundConfirmations } from './quote-math.ts';
import { type Inbound, inboundOf, type Vault } from './state.ts';
import { assetOfPayment, toNodeUnits } from './units.ts';

/** The number of blocks observed again, in case a local chain came back from a crash slightly behind. */
const OVERLAP = 3;
/** The share of nodes that report at once; the rest follow a block later. */
const EARLY_SHARE = 0.3;

/** Records each chain's height when it is first met; payments above it are observed. Returns whether any was new. */
export function meetChains(network: Network): boolean {
  let met = false;
  for (const chain of [...network.config.chains.map((one) => one.chain), network.config.home]) {
    const ledger = ledgerOf(network, chain);
    if (!ledger || network.state.observed[chain] !== undefined) continue;
    network.state.observed[chain] = ledger.height();
    met = true;
  }
  return met;
}

/** Reads the new blocks of every chain into the state. Heights and payments change together. */
export async function observeChains(network: Network): Promise<boolean> {
  let found = false;
  for (const chain of [...network.config.chains.map((one) => one.chain), network.config.home]) {
    const ledger = ledgerOf(network, chain);
    if (!ledger || isChainHalted(network, chain)) continue;
    const tip = ledger.height();
    const seen = network.state.observed[chain] ?? tip;
    if (tip === seen) continue;
    const payments = await ledger.inboundsAbove(Math.max(0, Math.min(seen, tip) - OVERLAP));
    if (takeIn(network, ledger, payments)) found = true;
    network.state.observed[chain] = tip;
  }
  return found;
}

function takeIn(network: Network, ledger: Ledger, payments: readonly InboundPayment[]): boolean {
  const perHash = new Map<string, number>();
  let found = false;
  for (const payment of payments) {
    const vault = vaultPaid(network, ledger, payment);
    if (!vault) continue;
    // Hex hashes are stored in upper case; Solana's are base58, which is case-sensitive.
    const hash = payment.chain === 'SOL' ? payment.hash : payment.hash.replace(/^0x/i, '').toUpperCase();
    const at = perHash.get(hash) ?? 0;
    perHash.set(hash, at + 1);
    // Further payments of one native transaction get a suffix.
    const id = at === 0 ? hash : `${hash}-${at}`;
    if (inboundOf(network.state, id)) continue;
    const inbound = inboundFrom(network, payment, vault, id);
    if (!inbound) continue;
    network.state.inbounds.push(inbound);
    found = true;
    network.world.log({
      event: 'inbound observed',
      network: network.config.id,
      id,
      coin: inbound.coin,
      memo: inbound.memo,
    });
  }
  return found;
}

const sameAddress = (a: string, b: string): boolean =>
  a === b ||
  (/^0x/i.test(a) && a.toLowerCase() === b.toLowerCase()) ||
  a.replace(/^[a-z]+:/, '') === b.replace(/^[a-z]+:/, '');

function vaultPaid(network: Network, ledger: Ledger, payment: InboundPayment): Vault | undefined {
  const { state, config } = network;
  const living = state.vaults.filter((vault) => vault.status !== 'inactive');
  if (payment.chain === config.home) return payment.to === 'module' ? living.at(-1) : undefined;
  const vault = living.find((one) => sameAddress(ledger.vaultAddress(one.name), payment.to));
  if (!vault) return undefined;
  // A vault's payment to itself is change, not a deposit.
  if (state.vaults.some((one) => sameAddress(ledger.vaultAddress(one.name), payment.from))) return undefined;
  if (payment.token === undefined || !ledger.routerAddress) return vault;
  const router = ledger.routerAddress(config.id);
  return payment.router && sameAddress(payment.router, router) ? vault : undefined;
}

function inboundFrom(network: Network, payment: InboundPayment, vault: Vault, id: string): Inbound | undefined {
  const { config, state } = network;
  const asset = assetOfPayment(network, payment.chain, payment.token);
  if (!asset) return undefined;
  const amount = toNodeUnits(network, asset, payment.amountBaseUnits);
  if (amount <= 0n || isDust(network, asset, amount)) return undefined;
  const native = payment.chain === config.home;
  const chain = nodeChain(config, payment.chain);
  const confirmations = native ? 0 : inboundConfirmations(network, asset, amount);
  const gas = gasOf(network, payment);
  const decimals = state.pools.find((pool) => pool.name === formatNodeAsset(asset))?.decimals;
  return {
    id,
    chain: payment.chain,
    from: payment.from,
    to: native ? moduleAccount(config, network.world.secret, 'asgard') : payment.to,
    vault: vault.name,
    coin: { asset: formatNodeAsset(asset), amount, ...(decimals ? { decimals } : {}) },
    ...(gas && chain ? { gas: { asset: chain.gasAsset, amount: gas } } : {}),
    memo: payment.memo,
    externalHeight: payment.blockHeight,
    finaliseExternalHeight: payment.blockHeight + Math.max(confirmations - 1, 0),
    native,
    firstSeenHeight: state.height,
    preCount: 0,
    finalCount: native ? config.nodes : 0,
    isSwap: /^(=|s|swap):/i.test(payment.memo),
    handled: false,
    queued: false,
    outbounds: [],
    affiliates: [],
  };
}

function isDust(network: Network, asset: NodeAsset, amount: bigint): boolean {
  const chain = nodeChain(network.config, asset.chain);
  return chain?.gasAsset === formatNodeAsset(asset) && amount < dustOf(network, asset.chain);
}

function gasOf(network: Network, payment: InboundPayment): bigint | undefined {
  const asset = assetOfPayment(network, payment.chain, undefined);
  if (payment.gasBaseUnits === undefined || !asset) return undefined;
  return toNodeUnits(network, asset, payment.gasBaseUnits);
}

/**
 * Advances the node and confirmation counts of payments that are not final. Returns whether anything changed that must
 * be saved.
 */
export function advanceInbounds(network: Network): boolean {
  const { state, config } = network;
  let changed = false;
  for (const inbound of openInbounds(network)) {
    if (inbound.finalisedHeight !== undefined) {
      if (inbound.finalCount < config.nodes) {
        inbound.finalCount = Math.min(config.nodes, inbound.finalCount + Math.ceil(config.nodes / 20));
      }
      continue;
    }
    const ledger = ledgerOf(network, inbound.chain);
    if (!inbound.native && state.height === inbound.firstSeenHeight) {
      inbound.preCount = Math.ceil(config.nodes * EARLY_SHARE);
      continue;
    }
    if (inbound.consensusHeight === undefined) {
      inbound.consensusHeight = state.height;
      inbound.preCount = Math.ceil(config.nodes * 0.9);
      changed = true;
    }
    const halted = !inbound.native && isChainHalted(network, inbound.chain);
    if (!halted && (inbound.native || (ledger && ledger.height() >= inbound.finaliseExternalHeight))) {
      inbound.finalisedHeight = state.height;
      inbound.finalisedAt = network.world.clock.now();
      inbound.finalCount = Math.ceil(config.nodes * 0.7);
      changed = true;
    }
  }
  return changed;
}
