/**
 * Plans the payouts of a swap: the affiliates' shares, the user's output less the outbound fee, and refunds less
 * theirs.
 */
import { addressChains, isAddressOn } from './addresses.ts';
import { cappedShare, floorToDecimals, share, swapLeg } from './math.ts';
import { affiliateCollector, aliasOn, findName } from './names.ts';
import { fault, isNative, legRules, type Network, outboundFee, poolFor, valueInNative } from './network.ts';
import { formatNodeAsset, type NodeAsset, nodeAsset, paidOn } from './node-asset.ts';
import { outboundDelayBlocks } from './outbound-delay.ts';
import { paysAffiliate } from './quote-math.ts';
import { activeVault, type Inbound, type Outbound } from './state.ts';

const DEFAULT_DELAY_BLOCKS = 100;

/**
 * Plans the user's payout and the affiliates' entries; some inbounds list the affiliates first, as on the live network.
 */
export function scheduleOutputs(
  network: Network,
  inbound: Inbound,
  assetName: string,
  destination: string,
  out: bigint,
): void {
  const target = nodeAsset(assetName);
  const affiliates = planAffiliates(network, inbound, target, out);
  const left = out - affiliates.taken;
  const amount = lessFee(network, target, left);
  if (amount === 0n) {
    inbound.failedReason = `not enough asset to pay for fees; fail to refund (${left} ${assetName}): swap output`;
    keep(network, target, left);
  } else {
    keepFee(network, target, left - amount);
  }
  const user = amount === 0n ? [] : [plan(network, inbound, target, destination, amount, `OUT:${inbound.id}`)];
  const affiliatesFirst = Number.parseInt(inbound.id.slice(0, 1), 16) % 2 === 1;
  const entries = affiliatesFirst ? [...affiliates.entries, ...user] : [...user, ...affiliates.entries];
  for (const entry of entries) add(inbound, entry);
}

function lessFee(network: Network, target: NodeAsset, amount: bigint): bigint {
  const fee = outboundFee(network, target);
  return floorToDecimals(amount > fee ? amount - fee : 0n, poolFor(network, target)?.decimals ?? 0);
}

/** What the receiver would be paid of an output. */
export function payoutOf(network: Network, inbound: Inbound, target: NodeAsset, out: bigint): bigint {
  const shares = inbound.affiliates.map((one) => affiliateShare(network, target, out, one)?.amount ?? 0n);
  return lessFee(network, target, out - shares.reduce((sum, amount) => sum + amount, 0n));
}

/** Plans a refund, or records why it is not made: an amount that the fee would consume stays in the pool. */
export function scheduleRefund(network: Network, inbound: Inbound, amount: bigint, reason: string): void {
  const source = nodeAsset(inbound.coin.asset);
  const paid = lessFee(network, source, amount);
  if (paid === 0n) {
    const text = `${reason}; fail to refund (${amount} ${inbound.coin.asset}): not enough asset to pay for fees`;
    inbound.failedReason = text;
    keep(network, source, amount);
    return;
  }
  inbound.refundReason = reason;
  keepFee(network, source, amount - paid);
  const asked = inbound.refundAddress;
  const to = asked && !inbound.native && isAddressOn(asked, inbound.chain) ? asked : inbound.from;
  add(inbound, { ...plan(network, inbound, source, to, paid, `REFUND:${inbound.id}`), refund: true });
}

type Draft = Omit<Outbound, 'key'>;

function add(inbound: Inbound, draft: Draft): void {
  inbound.outbounds.push({ ...draft, key: `${draft.vault}:${inbound.id}:${inbound.outbounds.length}` });
  if (!isInstant(draft)) {
    inbound.outboundHeight = Math.max(inbound.outboundHeight ?? 0, draft.scheduledHeight);
  }
}
const isInstant = (draft: Draft): boolean => draft.vault === 'module';

function plan(network: Network, inbound: Inbound, asset: NodeAsset, to: string, amount: bigint, memo: string): Draft {
  const { config, state } = network;
  const home = paidOn(asset, config.home) === config.home;
  const value = valueInNative(network, asset, amount);
  const delayed = fault(network, 'delayOutbounds');
  const extra = !delayed ? 0 : typeof delayed.blocks === 'number' ? delayed.blocks : DEFAULT_DELAY_BLOCKS;
  const name = formatNodeAsset(asset);
  const decimals = poolFor(network, asset)?.decimals;
  return {
    chain: paidOn(asset, config.home),
    vault: home ? 'module' : vaultFor(network, inbound, asset),
    to,
    coin: { asset: name, amount, ...(decimals ? { decimals } : {}) },
    memo,
    refund: false,
    affiliate: false,
    value,
    scheduledHeight: state.height + (home ? 0 : outboundDelayBlocks(config, state, value, extra)),
    state: 'scheduled',
  };
}

/**
 * The vault that pays: a refund leaves the vault that was paid while it is live; everything else leaves the active one.
 */
function vaultFor(network: Network, inbound: Inbound, asset: NodeAsset): string {
  const paid = network.state.vaults.find((vault) => vault.name === inbound.vault && vault.status !== 'inactive');
  return paid && inbound.chain === asset.chain ? paid.name : activeVault(network.state).name;
}

function planAffiliates(
  network: Network,
  inbound: Inbound,
  target: NodeAsset,
  out: bigint,
): { entries: Draft[]; taken: bigint } {
  const entries: Draft[] = [];
  let taken = 0n;
  for (const one of inbound.affiliates) {
    const { amount, to } = affiliateShare(network, target, out, one) ?? {};
    if (!amount || !to) continue;
    const native = sellForNative(network, target, amount);
    if (native === undefined || native <= network.config.nativeTxFee) continue;
    taken += amount;
    if (to.record) to.record.collected += native - network.config.nativeTxFee;
    const draft = plan(
      network,
      inbound,
      nodeAsset(network.config.native),
      to.address,
      native - network.config.nativeTxFee,
      `OUT:${inbound.id}`,
    );
    entries.push({ ...draft, affiliate: true });
  }
  return { entries, taken };
}

/** An unregistered name is skipped, and its share stays with the user. */
function affiliateShare(network: Network, target: NodeAsset, out: bigint, one: Inbound['affiliates'][number]) {
  const amount = cappedShare(one.bps, 10_000n, out);
  const to = affiliatePayee(network, one.name);
  return amount > 0n && to && paysAffiliate(network, target, amount) ? { amount, to } : undefined;
}

function affiliatePayee(network: Network, name: string) {
  const { config, state } = network;
  if (addressChains(name).includes(config.home)) return { address: name, record: undefined };
  const record = findName(state, name);
  if (!record) return undefined;
  if (config.id === 'thor' && record.preferredAsset !== '.') return { address: affiliateCollector(config), record };
  return { address: aliasOn(record, config.home) ?? record.owner, record: undefined };
}

/** Swaps the affiliate's share to the native coin through the target's pool. */
function sellForNative(network: Network, target: NodeAsset, amount: bigint): bigint | undefined {
  if (isNative(network, target)) return amount;
  const pool = poolFor(network, target);
  const leg = pool && swapLeg(pool, amount, 'toNative', legRules(network.config));
  if (!pool || !leg || leg.emit === 0n) return undefined;
  pool.asset = leg.pool.asset;
  pool.native = leg.pool.native;
  if (network.config.id === 'thor') {
    pool.income += leg.feeNative;
    network.state.reserve += leg.feeNative;
  }
  return leg.emit;
}

/** A withheld fee joins its pool; the network receives the native coins of equal value. */
function keepFee(network: Network, asset: NodeAsset, fee: bigint): void {
  if (isNative(network, asset)) {
    network.state.reserve += fee;
    return;
  }
  const pool = poolFor(network, asset);
  if (!pool || fee === 0n) return;
  pool.asset += fee;
  const native = share(fee, pool.asset, pool.native);
  pool.native -= native;
  network.state.reserve += native;
}

/** Coins that cannot be paid out go to their pool. */
function keep(network: Network, asset: NodeAsset, amount: bigint): void {
  const pool = poolFor(network, asset);
  if (pool) pool.asset += amount;
  else network.state.reserve += amount;
}
