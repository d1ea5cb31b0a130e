/**
 * Opens deposit channels on the local chains, each with an address of its own, and saves them before they are answered.
 */
import { chainOf } from '../../chains/chains.ts';
import { ASSETS, type CfChain, CHAIN_INFO } from './assets.ts';
import {
  type ChainflipNetwork,
  type Channel,
  chainIdOf,
  fault,
  ledgerOf,
  moment,
  PRIVATE_CHANNEL,
  type SwapOrder,
} from './network.ts';
import { addressOf, type OrderRefusal, refusalOf } from './orders.ts';

/** Block time of the state chain. */
export const BLOCK_SECONDS = 6;

export type OpenRefusal = OrderRefusal | 'DepositChannelCreationDisabled' | 'ChainNotServed';
export type OpenOptions = { throughBackend?: boolean; expectedDepositAmount?: bigint };

/** Opens a channel, or returns the reason for a refusal. The caller must save before it answers. */
export function openChannel(
  network: ChainflipNetwork,
  asked: SwapOrder,
  options: OpenOptions = {},
): Channel | OpenRefusal {
  const refusal = refusalOf(network, asked);
  if (refusal !== undefined) return refusal;
  const { state } = network;
  const src = ASSETS[asked.src];
  const info = CHAIN_INFO[src.chain];
  const ledger = ledgerOf(network, src.chain);
  if (!state.market.assets[src.id].switches.depositChannelCreationEnabled) return 'DepositChannelCreationDisabled';
  if (ledger?.channels === undefined || ledgerOf(network, ASSETS[asked.dst].chain) === undefined)
    return 'ChainNotServed';
  const number = state.nextChannel[src.chain] ?? Number(PRIVATE_CHANNEL) + 1;
  state.nextChannel[src.chain] = number + 1;
  // Payments up to this height predate the channel and are not its deposits.
  state.observed[src.chain] ??= ledger.height();
  const opened = moment(network);
  const order = opposed(tampered(network, canonical(asked)), lieOf(network, options.throughBackend ?? false));
  const channel: Channel = {
    ...order,
    id: `${opened.block}-${src.chain}-${number}`,
    chain: src.chain,
    number: BigInt(number),
    address: ledger.channels.channelAddress({ number: BigInt(number), ...tokenOf(order) }),
    opened: { ...opened, at: network.world.clock.now() },
    expiryBlock: ledger.height() + info.expiryBlocks,
    estimatedExpiryTime: network.world.clock.now() + blocksMs(network, src.chain, info.expiryBlocks),
    openingFee: state.market.chains[src.chain].channelOpeningFee,
    throughBackend: options.throughBackend ?? false,
    ...(options.expectedDepositAmount === undefined ? {} : { expectedDepositAmount: options.expectedDepositAmount }),
  };
  state.channels.push(channel);
  network.world.log({ event: 'channel opened', network: 'chainflip', id: channel.id, address: channel.address });
  return channel;
}

export function tokenOf(order: Pick<SwapOrder, 'src'>): { token?: string } {
  const { token } = ASSETS[order.src];
  return token === undefined ? {} : { token };
}

function canonical(order: SwapOrder): SwapOrder {
  return {
    ...order,
    destination: addressOf(order.dst, order.destination) ?? order.destination,
    terms: {
      ...order.terms,
      refundAddress: addressOf(order.src, order.terms.refundAddress) ?? order.terms.refundAddress,
    },
  };
}

/** Changes the order as a broker would that opens another channel than requested. */
function tampered(network: ChainflipNetwork, order: SwapOrder): SwapOrder {
  const other = fault(network, 'chainflip-broker', 'otherRefund');
  if (other === undefined) return order;
  const address = typeof other.refundAddress === 'string' ? other.refundAddress : order.terms.refundAddress;
  const minPriceX128 = typeof other.refundAddress === 'string' ? order.terms.minPriceX128 : 0n;
  return { ...order, terms: { ...order.terms, refundAddress: address, minPriceX128 } };
}

/** The lie of the opener: it opens another channel than it reports. */
const lieOf = (network: ChainflipNetwork, throughBackend: boolean) =>
  fault(network, throughBackend ? 'chainflip-backend' : 'chainflip-broker', 'lie');

function opposed(order: SwapOrder, lie: Record<string, unknown> | undefined): SwapOrder {
  const text = (key: string, otherwise: string) => (typeof lie?.[key] === 'string' ? lie[key] : otherwise);
  return {
    ...order,
    destination: text('destinationAddress', order.destination),
    terms: { ...order.terms, refundAddress: text('refundAddress', order.terms.refundAddress) },
  };
}

/** The opener's report of the channel: the requested order, and the address that a lie replaces. */
export function reportOf(network: ChainflipNetwork, channel: Channel, asked: SwapOrder): Channel {
  const lie = lieOf(network, channel.throughBackend);
  if (lie === undefined) return channel;
  const address = typeof lie.depositAddress === 'string' ? lie.depositAddress : channel.address;
  return { ...channel, ...canonical(asked), address };
}

/** The duration of so many blocks of the local chain at the world's speed, in milliseconds. */
const blocksMs = ({ world }: ChainflipNetwork, chain: CfChain, blocks: number): number =>
  Math.round((blocks * chainOf(chainIdOf(chain)).blockSeconds * 1000) / world.clock.speed);

/**
 * The state-chain block in which a channel on an EVM chain expires. Idle local EVM chains make few blocks, so block
 * heights alone would never expire it. Undefined for chains with a steady pace.
 */
function lastStateBlock({ chain, opened }: Channel): number | undefined {
  const { kind, expiryBlocks } = CHAIN_INFO[chain];
  if (kind !== 'evm') return undefined;
  return opened.block + Math.ceil((expiryBlocks * chainOf(chainIdOf(chain)).blockSeconds) / BLOCK_SECONDS);
}

/** Expires the channels whose time is over, at their chain's present height. Returns whether there were any. */
export function endChannels(network: ChainflipNetwork): boolean {
  let ended = false;
  for (const channel of network.state.channels) {
    const last = lastStateBlock(channel);
    if (last === undefined || network.state.block < last) continue;
    const tip = ledgerOf(network, channel.chain)?.height();
    const stands = network.world.faults.get(chainIdOf(channel.chain), 'no-blocks') !== undefined;
    if (tip === undefined || stands || tip >= channel.expiryBlock) continue;
    channel.expiryBlock = tip;
    ended = true;
  }
  return ended;
}

/** When a channel's last block is expected, Unix milliseconds; computed from its chain's present height. */
export function expiryTimeOf(network: ChainflipNetwork, channel: Channel): number {
  const { world, state } = network;
  const now = world.clock.now();
  const left = channel.expiryBlock - (ledgerOf(network, channel.chain)?.height() ?? channel.expiryBlock);
  if (left < 0) return Math.min(channel.estimatedExpiryTime, now);
  const byHeight = now + blocksMs(network, channel.chain, left);
  const last = lastStateBlock(channel);
  if (last === undefined) return byHeight;
  const byTime = now + Math.max(0, last - state.block) * Math.round((BLOCK_SECONDS * 1000) / world.clock.speed);
  return Math.min(byHeight, byTime);
}

/** Deposits in later blocks than the channel's last are ignored. */
export const isExpired = (network: ChainflipNetwork, channel: Channel): boolean =>
  (ledgerOf(network, channel.chain)?.height() ?? 0) > channel.expiryBlock;

export const channelById = (channels: readonly Channel[], id: string): Channel | undefined =>
  channels.find((one) => one.id.toLowerCase() === id.toLowerCase());
