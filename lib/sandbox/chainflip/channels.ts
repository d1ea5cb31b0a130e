/** Opens deposit channels on the local chains, each with an address that no other swap has, and saves them before they are told. */
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

/** Of the state chain. */
export const BLOCK_SECONDS = 6;

export type OpenRefusal = OrderRefusal | 'DepositChannelCreationDisabled' | 'ChainNotServed';
export type OpenOptions = { throughBackend?: boolean; expectedDepositAmount?: bigint };

/** Opens a channel, or names why not. The caller saves before it answers. */
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
  // What came to this height before the channel was there is nobody's deposit.
  state.observed[src.chain] ??= ledger.height();
  const opened = moment(network);
  const order = tampered(network, canonical(asked));
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

/** A broker that opens something else than what it was asked for. */
function tampered(network: ChainflipNetwork, order: SwapOrder): SwapOrder {
  const other = fault(network, 'chainflip-broker', 'otherRefund');
  if (other === undefined) return order;
  const address = typeof other.refundAddress === 'string' ? other.refundAddress : order.terms.refundAddress;
  const minPriceX128 = typeof other.refundAddress === 'string' ? order.terms.minPriceX128 : 0n;
  return { ...order, terms: { ...order.terms, refundAddress: address, minPriceX128 } };
}

/** How long so many blocks of the local chain take at the world's pace. */
const blocksMs = ({ world }: ChainflipNetwork, chain: CfChain, blocks: number): number =>
  Math.round((blocks * chainOf(chainIdOf(chain)).blockSeconds * 1000) / world.clock.speed);

/**
 * The state chain's block in which a channel ends on a local chain that makes few blocks while nobody waits for one:
 * there its life is counted in the world's time, or it would never be over. Undefined for chains that keep their pace.
 */
function lastStateBlock({ chain, opened }: Channel): number | undefined {
  const { kind, expiryBlocks } = CHAIN_INFO[chain];
  if (kind !== 'evm') return undefined;
  return opened.block + Math.ceil((expiryBlocks * chainOf(chainIdOf(chain)).blockSeconds) / BLOCK_SECONDS);
}

/** Ends the channels whose time is over with the block that their chain has now. True when there was one. */
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

/** When a channel's last block will have come, unix ms: counted anew from where its chain stands. */
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

/** Deposits in blocks after the last one are not looked at. */
export const isExpired = (network: ChainflipNetwork, channel: Channel): boolean =>
  (ledgerOf(network, channel.chain)?.height() ?? 0) > channel.expiryBlock;

export const channelById = (channels: readonly Channel[], id: string): Channel | undefined =>
  channels.find((one) => one.id.toLowerCase() === id.toLowerCase());
