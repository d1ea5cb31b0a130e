/**
 * Answers `/quote/swap` of both nodes: the same checks in the same order, the same sums to the unit, the same fields.
 */
import { printSwapMemo, type SwapMemo } from './memo.ts';
import { inboundAddress, isNative, type Network, outboundFee, poolNames, valueInNative } from './network.ts';
import { gasRate, nodeChain } from './network-config.ts';
import { formatNodeAsset, paidOn, reverseFuzzy } from './node-asset.ts';
import { outboundDelayBlocks } from './outbound-delay.ts';
import {
  inboundConfirmations,
  liquidityInTarget,
  paysAffiliate,
  type QuoteFees,
  quoteFees,
  recommendedMinimum,
  simulate,
} from './quote-math.ts';
import { inboundNotes, outboundNotes, RAPID_WARNING, WARNING } from './quote-notes.ts';
import { QuoteError, type QuoteRequest, readQuoteRequest } from './quote-request.ts';
import { extendedOutputs } from './quote-vout.ts';
import { refusalOf } from './swap-rules.ts';

const BLOCK_SECONDS = 6;
const EXPIRY_SECONDS = 900;
const EXTENDED_MEMO_BYTES = 239;

/** The answer's fields in the node's order. @throws {QuoteError} with the node's message. */
export function quoteSwap(network: Network, query: URLSearchParams): Record<string, unknown> {
  const request = readQuoteRequest(network, query);
  const thor = network.config.id === 'thor';
  const affiliateTotal = request.affiliateBps.reduce((sum, one) => sum + one, 0n);
  const least = thor ? minimumOrFail(network, request, affiliateTotal) : 0n;
  const { fees, quantity } = sumUp(network, request, least);
  if (fees.expected === undefined) {
    throw new QuoteError(`invariant broken: emit ${fees.afterAffiliate} less than outbound fee ${fees.outbound}`);
  }
  const limit =
    request.liquidityToleranceBps > 0n
      ? (fees.expected * (10_000n - request.liquidityToleranceBps)) / 10_000n
      : request.limit;
  const memo = buildMemo(network, request, limit);
  const minimum = thor ? least : minimumOrFail(network, request, affiliateTotal);
  return assemble(network, request, { fees, expected: fees.expected, quantity, memo, minimum });
}

function minimumOrFail(network: Network, request: QuoteRequest, affiliateBps: bigint): bigint {
  const least = recommendedMinimum(network, request.source, request.target, affiliateBps);
  if (least !== undefined) return least;
  const what = network.config.id === 'thor' ? 'min swap amount' : 'min amount in';
  throw new QuoteError(`failed to calculate ${what}: fail to convert dest fee to src asset pool does not exist`);
}

/** Simulates the whole amount, then the sub-swap, whose result is multiplied. */
function sumUp(network: Network, request: QuoteRequest, least: bigint): { fees: QuoteFees; quantity: bigint } {
  const { config } = network;
  const refusal = refusalOf(network, request.source, request.target, request.destination);
  if (refusal) throw simulationError(network, refusal.text, refusal.stage);
  const fee = outboundFee(network, request.target);
  const whole = simulateOrFail(network, request, request.amount, request.limit, fee, least);
  const streams = request.interval > 0n || config.id === 'thor';
  const quantity = streams && request.quantity === 0n ? request.maxQuantity : request.quantity;
  const useSubSwaps = streams && quantity > 0n;
  const perSwap = useSubSwaps
    ? simulateOrFail(network, request, request.amount / quantity, request.limit / quantity, fee, least)
    : whole;
  const fees = quoteFees({
    emitPerSwap: perSwap.emit,
    liquidityPerSwap: liquidityInTarget(network, request.target, perSwap.feeNative),
    quantity: useSubSwaps ? quantity : 1n,
    outbound: fee,
    affiliateBps: request.affiliateBps,
    addedSlipBps: config.addedSlipBps,
    paysAffiliate: (amount) => paysAffiliate(network, request.target, amount),
  });
  return { fees, quantity };
}

function simulateOrFail(
  network: Network,
  request: QuoteRequest,
  amount: bigint,
  limit: bigint,
  fee: bigint,
  least: bigint,
) {
  const thor = network.config.id === 'thor';
  const result = simulate(network, request.source, request.target, amount);
  if (!result.ok) throw simulationError(network, result.reason, 'handler');
  const external = paidOn(request.target, network.config.home) !== network.config.home;
  const checked = thor && external ? (result.emit > fee ? result.emit - fee : 0n) : result.emit;
  if (limit > 0n && checked < limit) {
    throw simulationError(network, `emit asset ${checked} less than price limit ${limit}`, 'handler');
  }
  if (fee > 0n && result.emit <= fee) {
    if (thor) throw new QuoteError(`amount less than min swap amount (recommended_min_amount_in: ${least})`);
    throw simulationError(network, 'not enough asset to pay for fees', 'handler');
  }
  return result;
}

const UNKNOWN_REQUEST = 'unknown request [cosmossdk.io/errors@v1.0.2/errors.go:151]';
function simulationError(network: Network, text: string, stage: 'message' | 'handler'): QuoteError {
  if (network.config.id === 'maya') {
    return new QuoteError(`failed to simulate swap: ${text}${stage === 'message' ? ': unknown request' : ''}`);
  }
  if (stage === 'message') {
    return new QuoteError(
      `failed to simulate swap: failed to validate message: ${text}: ${UNKNOWN_REQUEST}: unknown request`,
      true,
    );
  }
  return new QuoteError(`failed to simulate swap: failed to simulate handler: ${text}`);
}

/** In short form: on THORChain always, on Maya only for sources that are not its own. */
function buildMemo(network: Network, request: QuoteRequest, limit: bigint): string {
  const { id, home } = network.config;
  const memo: SwapMemo = {
    asset: request.target,
    destination: request.destination ?? placeholderDestination(network, request),
    ...(request.refundAddress ? { refundAddress: request.refundAddress } : {}),
    limit,
    interval: request.interval,
    quantity: request.quantity,
    affiliates: request.affiliates,
    withoutBps: request.withoutBps,
  };
  const fromHome = paidOn(request.source, home) === home;
  const fuzzy = reverseFuzzy(request.target, poolNames(network));
  const text =
    id === 'thor'
      ? printSwapMemo({ ...memo, asset: fuzzy }, id, true)
      : fromHome
        ? printSwapMemo(memo, id, false)
        : shortestMayaMemo(memo, fuzzy);
  if (fromHome) return text;
  const chainLimit = nodeChain(network.config, request.source.chain)?.memoLimit ?? 250;
  const kind = nodeChain(network.config, request.source.chain)?.kind;
  const most = id === 'thor' && kind === 'utxo' && request.extended ? EXTENDED_MEMO_BYTES : chainLimit;
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= most) return text;
  const detail = id === 'maya' ? `: ${text} (${bytes}/${most})` : '';
  throw new QuoteError(`generated memo too long for source chain${detail}`);
}

function shortestMayaMemo(memo: SwapMemo, fuzzy: SwapMemo['asset']): string {
  const plain = printSwapMemo(memo, 'maya', false);
  const short = printSwapMemo(memo, 'maya', true);
  return short.length < plain.length ? short : printSwapMemo({ ...memo, asset: fuzzy }, 'maya', false);
}

/** Without a destination a node makes up an address, so that it can still check the memo's length. */
function placeholderDestination(network: Network, request: QuoteRequest): string {
  const chain = paidOn(request.target, network.config.home);
  const lengths: Record<string, number> = { BTC: 42, LTC: 43, GAIA: 45, THOR: 43, MAYA: 43 };
  const kind = nodeChain(network.config, chain)?.kind;
  return 'x'.repeat(kind === 'evm' ? 42 : (lengths[chain] ?? 35));
}

type Summed = { fees: QuoteFees; expected: bigint; quantity: bigint; memo: string; minimum: bigint };

function assemble(network: Network, request: QuoteRequest, sum: Summed): Record<string, unknown> {
  const { config } = network;
  const sourceChain = paidOn(request.source, config.home);
  const chain = nodeChain(config, sourceChain);
  const inbound = inboundAddress(network, sourceChain);
  const times = timesOf(network, request, sum);
  const notes = [inboundNotes(config.id, sourceChain), outboundNotes(config.id, request.target.chain)];
  const rapid = config.id === 'thor' && sum.quantity > 0n && request.interval === 0n;
  const dust = config.id === 'thor' ? nodeChain(config, request.source.chain)?.dust : chain?.dust;
  return {
    ...(inbound ? { inbound_address: inbound.address } : {}),
    ...(times.confirmations > 0
      ? { inbound_confirmation_blocks: times.confirmations, inbound_confirmation_seconds: times.confirmationSeconds }
      : {}),
    outbound_delay_blocks: times.delayBlocks,
    outbound_delay_seconds: times.delayBlocks * BLOCK_SECONDS,
    fees: {
      asset: formatNodeAsset(request.target),
      affiliate: sum.fees.affiliate.toString(),
      outbound: sum.fees.outbound.toString(),
      liquidity: sum.fees.liquidity.toString(),
      total: sum.fees.total.toString(),
      slippage_bps: Number(sum.fees.slippageBps),
      total_bps: Number(sum.fees.totalBps),
    },
    ...(inbound?.router ? { router: inbound.router } : {}),
    expiry: Math.floor(network.world.clock.now() / 1000) + EXPIRY_SECONDS,
    warning: WARNING + (rapid ? RAPID_WARNING : ''),
    notes: notes.filter((note, at) => at === 0 || note !== '').join(' '),
    ...(dust ? { dust_threshold: dust.toString() } : {}),
    recommended_min_amount_in: sum.minimum.toString(),
    ...(chain ? { recommended_gas_rate: gasRate(chain).toString(), gas_rate_units: chain.gasUnits } : {}),
    ...(request.destination ? { memo: sum.memo } : {}),
    expected_amount_out: sum.expected.toString(),
    max_streaming_quantity: Number(request.maxQuantity),
    streaming_swap_blocks: times.streamingBlocks,
    ...(times.streamingSeconds > 0 ? { streaming_swap_seconds: times.streamingSeconds } : {}),
    ...(times.totalSeconds > 0 ? { total_swap_seconds: times.totalSeconds } : {}),
    ...(request.extended && config.id === 'thor' && chain?.kind === 'utxo'
      ? { vout: extendedOutputs(sourceChain, sum.memo) }
      : {}),
  };
}

function timesOf(network: Network, request: QuoteRequest, sum: Summed) {
  const { config } = network;
  const quantity = Number(sum.quantity);
  const rapidBlocks = config.id === 'thor' ? Math.ceil(quantity / Math.max(Number(config.rapidMax), 1)) : 0;
  const streamingBlocks =
    quantity === 0 ? 0 : request.interval === 0n ? rapidBlocks : Number(request.interval) * (quantity - 1);
  const streamingSeconds = streamingBlocks * BLOCK_SECONDS;
  const confirmations = inboundConfirmations(network, request.source, request.amount);
  const blockMs = nodeChain(config, paidOn(request.source, config.home))?.blockMs ?? 6000;
  const confirmationSeconds = Math.floor((confirmations * blockMs) / 1000);
  const external = !isNative(network, request.target) && paidOn(request.target, config.home) !== config.home;
  const value = valueInNative(network, request.target, sum.fees.afterAffiliate);
  const delayBlocks = external ? outboundDelayBlocks(config, network.state, value) : 0;
  const totalSeconds = Math.max(delayBlocks * BLOCK_SECONDS, streamingSeconds) + confirmationSeconds;
  return { streamingBlocks, streamingSeconds, confirmations, confirmationSeconds, delayBlocks, totalSeconds };
}
