/**
 * Observes deposits as the network's witnesses do: those in blocks of the local chains, to open channels and to the
 * vaults.
 */
import { sameAddress } from '../../chains/address.ts';
import type { ChannelDeposit, Ledger, VaultSwap } from '../ledger.ts';
import { ASSETS, assetOfToken, CF_CHAINS, type CfChain, CHAIN_INFO } from './assets.ts';
import {
  type ChainflipNetwork,
  type Channel,
  chainIdOf,
  ledgerOf,
  moment,
  PRIVATE_CHANNEL,
  type Swap,
  type SwapOrder,
} from './network.ts';
import { openSwaps } from './open-swaps.ts';
import { NEW_TRACKER } from './swap-math.ts';
import { orderOfBitcoin, orderOfVaultSwap, type ReadOrder } from './vault-orders.ts';

/** The number of blocks observed again, in case a local chain came back from a crash slightly behind. */
const OVERLAP = 3;

/** Records each chain's height when it is first met. Returns whether any was new. */
export function meetChains(network: ChainflipNetwork): boolean {
  let met = false;
  for (const chain of CF_CHAINS) {
    const ledger = ledgerOf(network, chain);
    if (ledger?.channels === undefined || network.state.observed[chain] !== undefined) continue;
    network.state.observed[chain] = ledger.height();
    met = true;
  }
  return met;
}

/**
 * Reads new blocks of every chain into the state. Returns whether money arrived. A chain that cannot be read is tried
 * again later.
 */
export async function observeChains(network: ChainflipNetwork): Promise<boolean> {
  const waiting: ChainflipNetwork['waiting'] = [];
  const found = await Promise.all(
    CF_CHAINS.map(async (chain) => {
      const ledger = ledgerOf(network, chain);
      if (ledger?.channels === undefined || network.world.faults.get(chainIdOf(chain), 'halt')) return false;
      try {
        return await observe(network, chain, ledger, waiting);
      } catch (error) {
        network.world.log({ event: 'chain not observed', network: 'chainflip', chain, error: String(error) });
        return false;
      }
    }),
  );
  // A lagging backend does not see them either.
  if (network.lagging === undefined) network.waiting = waiting;
  return found.some(Boolean);
}

/** Observes the blocks above the chain's recorded height; the overlap below it may have been read before. */
async function observe(
  network: ChainflipNetwork,
  chain: CfChain,
  ledger: Ledger,
  waiting: ChainflipNetwork['waiting'],
): Promise<boolean> {
  const { state } = network;
  const tip = ledger.height();
  const seen = state.observed[chain] ?? tip;
  const from = Math.max(0, Math.min(seen, tip) - OVERLAP);
  const open = state.channels.filter((one) => one.chain === chain && one.expiryBlock > from);
  waiting.push(...(await lookAhead(ledger, open)));
  if (tip === seen) return false;
  const addresses = open.map((one) => one.address);
  const priv = chain === 'Bitcoin' ? ledger.channels?.channelAddress({ number: PRIVATE_CHANNEL }) : undefined;
  if (priv !== undefined) addresses.push(priv);
  const deposits = addresses.length > 0 ? ((await ledger.channels?.depositsTo(addresses, from)) ?? []) : [];
  const calls = (await ledger.channels?.vaultSwapsAbove?.(from)) ?? [];
  const counts = new Map<string, number>();
  const keys = new Set<string>();
  let found = false;
  for (const deposit of deposits) {
    const to = channelOf(open, deposit);
    const key = placed(counts, `${deposit.chain}:${deposit.hash}:${deposit.to}:${deposit.token ?? ''}`);
    keys.add(key);
    if (to !== undefined) found = takeDeposit(network, to, deposit, key) || found;
    else if (priv !== undefined && sameAddress(deposit.chain, priv, deposit.to))
      found = takeVaultSwap(network, orderOfBitcoin(network, deposit), deposit, key) || found;
  }
  for (const call of calls) {
    const key = placed(counts, `${call.chain}:${call.hash}:vault`);
    keys.add(key);
    found = takeVaultSwap(network, orderOfVaultSwap(network, call), call, key) || found;
  }
  state.observed[chain] = tip;
  return forget(network, (one) => isOn(chain, one) && one.deposit.blockHeight > from && !keys.has(one.key)) || found;
}

const isOn = (chain: CfChain, { order }: Swap): boolean => ASSETS[order.src].chain === chain;

/** Whether its deposit counts whatever becomes of its block; until then it counts as its chain has it. */
const isTaken = ({ deposit, boost }: Swap): boolean =>
  deposit.confirmedBlock !== undefined || boost?.boosted !== undefined;

/** A fork may leave out a deposit. */
function forget(network: ChainflipNetwork, isMissing: (swap: Swap) => boolean): boolean {
  const { state } = network;
  const isGone = (one: Swap) => !isTaken(one) && isMissing(one);
  if (!openSwaps(network).some(isGone)) return false;
  state.swaps = state.swaps.filter((one) => !isGone(one));
  return true;
}

/** Gives the same keys at every observation: all payments of a transaction are in one block, in a fixed order. */
function placed(counts: Map<string, number>, key: string): string {
  const at = counts.get(key) ?? 0;
  counts.set(key, at + 1);
  return `${key}:${at}`;
}

/** Addresses are compared in another writing only where none is the same: many channels are open. */
const channelOf = (open: readonly Channel[], { chain, to }: ChannelDeposit): Channel | undefined =>
  open.find(({ address }) => address === to) ?? open.find(({ address }) => sameAddress(chain, address, to));

async function lookAhead(ledger: Ledger, open: readonly Channel[]): Promise<ChainflipNetwork['waiting']> {
  if (open.length === 0) return [];
  const pending = (await ledger.channels?.pendingTo(open.map((one) => one.address))) ?? [];
  return pending.flatMap((deposit) => {
    const channel = channelOf(open, deposit);
    const counts = channel !== undefined && ledger.height() < channel.expiryBlock && isOwnAsset(channel, deposit);
    return counts ? [{ ...deposit, channelId: channel.id }] : [];
  });
}

const isOwnAsset = (channel: Channel, deposit: ChannelDeposit): boolean =>
  assetOfToken(deposit.chain, deposit.token)?.id === channel.src;

/** Deposits of another asset than the channel's, or after its last block, are ignored. */
function takeDeposit(network: ChainflipNetwork, channel: Channel, deposit: ChannelDeposit, key: string): boolean {
  if (deposit.blockHeight > channel.expiryBlock || !isOwnAsset(channel, deposit)) return false;
  if (deposit.amountBaseUnits <= 0n) return false;
  return take(network, { order: orderOf(channel), origin: { kind: 'channel', channelId: channel.id } }, deposit, key);
}

function orderOf(channel: Channel): SwapOrder {
  const { src, dst, destination, broker, affiliates, maxBoostFeeBps, terms, dca, ccm } = channel;
  const options = { ...(broker ? { broker } : {}), ...(dca ? { dca } : {}), ...(ccm ? { ccm } : {}) };
  return { src, dst, destination, affiliates, maxBoostFeeBps, terms, ...options };
}

function takeVaultSwap(
  network: ChainflipNetwork,
  read: ReadOrder | undefined,
  paid: ChannelDeposit | VaultSwap,
  key: string,
): boolean {
  if (read === undefined) return false;
  const { order, broken } = read;
  return take(network, { order, origin: { kind: 'vault' }, ...(broken ? { broken } : {}) }, paid, key);
}

function take(
  network: ChainflipNetwork,
  begun: Pick<Swap, 'order' | 'origin' | 'broken'>,
  paid: ChannelDeposit | VaultSwap,
  key: string,
): boolean {
  const before = network.state.swaps.find((one) => one.key === key);
  if (before !== undefined) {
    // A chain that lost its last block includes the transaction in a later one, where it may pay another amount.
    if (!isTaken(before)) {
      before.deposit.blockHeight = paid.blockHeight;
      before.deposit.amount = paid.amountBaseUnits;
    }
    return false;
  }
  network.state.swaps.push({
    ...begun,
    key,
    deposit: {
      amount: paid.amountBaseUnits,
      txRef: paid.hash,
      blockHeight: paid.blockHeight,
      seen: moment(network),
    },
    fees: [],
    kept: 0n,
    input: 0n,
    chunks: [],
    remaining: 0n,
    swappedInput: 0n,
    swappedIntermediate: 0n,
    swappedOutput: 0n,
    tracker: NEW_TRACKER,
    fetched: begun.origin.kind === 'vault' && CHAIN_INFO.Bitcoin.chainId !== paid.chain,
  });
  network.world.log({ event: 'deposit seen', network: 'chainflip', key, amount: paid.amountBaseUnits });
  return true;
}
