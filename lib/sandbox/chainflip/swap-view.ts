/**
 * Builds the answer of `GET /v2/swaps/{id}` for a swap or a channel. Source: chainflip-sdk-monorepo
 * packages/swap/src/routes/v2/swap.ts.
 */
import { ASSETS, type InternalAsset } from './assets.ts';
import { expiryTimeOf, isExpired } from './channels.ts';
import { momentView, viewOfEgress, wireAddress } from './egress-view.ts';
import {
  backendState,
  type ChainflipNetwork,
  type Channel,
  type Chunk,
  fault,
  ledgerOf,
  type Swap,
  type SwapOrder,
} from './network.ts';
import { currentChunk } from './open-swaps.ts';
import { estimatedDurations } from './recommendations.ts';

type Json = Record<string, unknown>;
export type SwapStateName = 'WAITING' | 'RECEIVING' | 'SWAPPING' | 'SENDING' | 'SENT' | 'COMPLETED' | 'FAILED';
/** What an id refers to: a channel with its newest swap, or a vault swap. */
export type Found = { channel?: Channel; swap?: Swap };

/** Solana transactions are looked up after the deposit was credited. */
const LATE_TX_REF_BLOCKS = 5;

/**
 * The deposit's transaction, if the network learns it: on EVM chains native coins are detected by balance, and Solana's
 * transactions are filled in late.
 */
export function txRefOf(network: ChainflipNetwork, swap: Swap): string | undefined {
  const asset = ASSETS[swap.order.src];
  if (swap.origin.kind === 'vault') return swap.deposit.txRef;
  if (asset.token === undefined && asset.chain !== 'Bitcoin' && asset.chain !== 'Solana' && asset.chain !== 'Assethub')
    return undefined;
  const final = swap.deposit.final;
  if (asset.chain === 'Solana' && (!final || backendState(network).block < final.block + LATE_TX_REF_BLOCKS))
    return undefined;
  return swap.deposit.txRef;
}

/** Applies the rules for the state in their order. */
function stateOf(network: ChainflipNetwork, { channel, swap }: Found): SwapStateName {
  if (swap?.failure !== undefined) return 'FAILED';
  const egresses = [swap?.swapEgress, swap?.refundEgress].filter((one) => one !== undefined);
  if (egresses.some((one) => one.failure !== undefined)) return 'FAILED';
  if (egresses.length > 0) {
    if (egresses.every((one) => one.witnessed !== undefined)) return 'COMPLETED';
    return egresses.every((one) => one.txRef !== undefined) ? 'SENT' : 'SENDING';
  }
  if (swap?.id !== undefined) return 'SWAPPING';
  // For some seconds a deposit can be neither pending nor final.
  if (fault(network, 'chainflip-backend', 'flap')) return 'WAITING';
  if (swap !== undefined) return 'RECEIVING';
  return channel !== undefined && waitingFor(network, channel) !== undefined ? 'RECEIVING' : 'WAITING';
}

const waitingFor = (network: ChainflipNetwork, channel: Channel) =>
  network.waiting.findLast((one) => one.channelId === channel.id);

/** @throws {Error} when there is neither a channel nor a swap. */
export function viewOfSwap(network: ChainflipNetwork, found: Found): Json {
  const { channel, swap } = found;
  const order: SwapOrder | undefined = swap?.order ?? channel;
  if (order === undefined) throw new Error('a view is of a channel or a swap');
  const [src, dst] = [ASSETS[order.src], ASSETS[order.dst]];
  const { market, blockAt } = backendState(network);
  const boosted = order.maxBoostFeeBps > 0 && swap?.boost?.skipped === undefined;
  const { durations, total } = estimatedDurations(market, { src, dst, boosted, onChain: false });
  const state = stateOf(network, found);
  return {
    state,
    ...(swap?.id === undefined ? {} : { swapId: String(swap.id) }),
    srcAsset: src.asset,
    srcChain: src.chain,
    destAsset: dst.asset,
    destChain: dst.chain,
    destAddress: wireAddress(order.destination),
    srcChainRequiredBlockConfirmations: (market.chains[src.chain].safetyMargin ?? 0) + 1,
    estimatedDurationsSeconds: durations,
    estimatedDurationSeconds: total,
    brokers: [order.broker, ...order.affiliates]
      .filter((one) => one !== undefined)
      .map(({ account, bps }) => ({ account, commissionBps: bps })),
    fees: (swap?.fees ?? []).map((fee) => ({ type: fee.type, ...named(fee.asset), amount: String(fee.amount) })),
    ...(channel === undefined ? {} : { depositChannel: viewOfChannel(network, channel) }),
    ...depositView(network, found, state),
    ...(swap?.id === undefined ? {} : { swap: progressOf(swap) }),
    ...(swap?.swapEgress === undefined ? {} : { swapEgress: viewOfEgress(swap.swapEgress) }),
    ...(swap?.refundEgress === undefined ? {} : { refundEgress: viewOfEgress(swap.refundEgress) }),
    ...(order.terms.refundAddress === '' ? {} : { fillOrKillParams: termsView(order) }),
    ...(order.dca === undefined ? {} : { dcaParams: order.dca }),
    ...(order.ccm === undefined
      ? {}
      : { ccmParams: { gasBudget: String(order.ccm.gasBudget), message: `0x${order.ccm.message}` } }),
    ...boostView(order, swap),
    lastStatechainUpdateAt: blockAt,
  };
}

const named = (id: InternalAsset): Json => ({ chain: ASSETS[id].chain, asset: ASSETS[id].asset });

function viewOfChannel(network: ChainflipNetwork, channel: Channel): Json {
  const { opened, expectedDepositAmount, dca } = channel;
  return {
    id: channel.id,
    createdAt: opened.at,
    depositAddress: wireAddress(channel.address),
    srcChainExpiryBlock: String(channel.expiryBlock),
    estimatedExpiryTime: expiryTimeOf(network, channel),
    ...(expectedDepositAmount === undefined ? {} : { expectedDepositAmount: String(expectedDepositAmount) }),
    isExpired: isExpired(network, channel),
    openedThroughBackend: channel.throughBackend,
    ...(dca === undefined ? {} : { dcaParams: dca }),
  };
}

function depositView(network: ChainflipNetwork, { channel, swap }: Found, state: SwapStateName): Json {
  if (swap === undefined) {
    const waiting = channel && waitingFor(network, channel);
    if (waiting === undefined || state !== 'RECEIVING') return {};
    return { deposit: { amount: String(waiting.amountBaseUnits), txRef: waiting.hash, txConfirmations: 0 } };
  }
  if (state === 'WAITING') return {};
  const { deposit, failure } = swap;
  const txRef = state === 'RECEIVING' ? deposit.txRef : txRefOf(network, swap);
  const height = ledgerOf(network, ASSETS[swap.order.src].chain)?.height() ?? deposit.blockHeight;
  return {
    deposit: {
      amount: String(deposit.amount),
      ...(txRef === undefined ? {} : { txRef }),
      ...(deposit.final === undefined ? { txConfirmations: Math.max(1, height - deposit.blockHeight + 1) } : {}),
      ...(failure === undefined ? momentView('witnessed', deposit.final) : {}),
      ...(failure === undefined
        ? {}
        : {
            failure: {
              ...momentView('failed', failure.failed),
              mode: failure.mode,
              reason: { name: failure.name, message: failure.message },
            },
          }),
    },
  };
}

function progressOf(swap: Swap): Json {
  const { oracleOutput, swappedOutput } = swap;
  const delta =
    oracleOutput === undefined || oracleOutput === 0n
      ? {}
      : {
          livePriceExecutionDeltaPercentage:
            Number(((swappedOutput - oracleOutput) * 1_000_000n) / oracleOutput) / 10_000,
        };
  return {
    originalInputAmount: String(swap.input),
    remainingInputAmount: String(swap.remaining),
    swappedInputAmount: String(swap.swappedInput),
    swappedIntermediateAmount: String(swap.swappedIntermediate),
    swappedOutputAmount: String(swappedOutput),
    ...delta,
    ...(swap.order.dca === undefined ? { regular: chunkView(swap.chunks[0]) } : { dca: dcaView(swap, swap.order.dca) }),
  };
}

function dcaView(swap: Swap, dca: { numberOfChunks: number }): Json {
  const executed = swap.chunks.filter((one) => one.executed !== undefined);
  const current = currentChunk(swap) ?? swap.chunks.find((one) => one.abortedReason !== undefined);
  return {
    lastExecutedChunk: chunkView(executed.at(-1)),
    currentChunk: chunkView(current),
    executedChunks: executed.length,
    remainingChunks: dca.numberOfChunks - executed.length,
  };
}

function chunkView(chunk: Chunk | undefined): Json | null {
  if (chunk === undefined) return null;
  const { intermediate, output, rescheduledReason, abortedReason } = chunk;
  return {
    inputAmount: String(chunk.input),
    ...(intermediate === undefined ? {} : { intermediateAmount: String(intermediate) }),
    ...(output === undefined ? {} : { outputAmount: String(output) }),
    ...momentView('scheduled', chunk.scheduled),
    ...momentView('executed', chunk.executed),
    retryCount: chunk.retryCount,
    ...(rescheduledReason === undefined ? {} : { latestSwapRescheduledReason: rescheduledReason }),
    ...(abortedReason === undefined ? {} : { abortedReason }),
  };
}

const PRICE_DIGITS = 24;

/** The price in the backend's notation: whole units of the bought asset per unit of the sold one, decimal. */
function priceText(order: SwapOrder): string {
  const [src, dst] = [ASSETS[order.src], ASSETS[order.dst]];
  const scaled =
    (order.terms.minPriceX128 * 10n ** BigInt(PRICE_DIGITS + src.decimals)) / ((10n ** BigInt(dst.decimals)) << 128n);
  const digits = scaled.toString().padStart(PRICE_DIGITS + 1, '0');
  return `${digits.slice(0, -PRICE_DIGITS)}.${digits.slice(-PRICE_DIGITS)}`.replace(/\.?0+$/, '');
}

const termsView = (order: SwapOrder): Json => ({
  refundAddress: wireAddress(order.terms.refundAddress),
  minPrice: priceText(order),
  retryDurationBlocks: order.terms.retryDuration,
  ...(order.terms.maxOraclePriceSlippageBps === null
    ? {}
    : { maxOraclePriceSlippage: order.terms.maxOraclePriceSlippageBps }),
});

function boostView(order: SwapOrder, swap: Swap | undefined): Json {
  if (order.maxBoostFeeBps === 0) return {};
  return {
    boost: {
      maxBoostFeeBps: order.maxBoostFeeBps,
      ...(swap?.boost?.feeBps === undefined ? {} : { effectiveBoostFeeBps: swap.boost.feeBps }),
      ...momentView('boosted', swap?.boost?.boosted),
      ...momentView('skipped', swap?.boost?.skipped),
    },
  };
}
