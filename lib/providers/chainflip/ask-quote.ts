/**
 * Gets one price for both ids: from the swap backend, which knows the market makers' orders, otherwise from a
 * state-chain node.
 */

import { fromBaseUnits } from '../../domain/amount.ts';
import { ProviderError } from '../../domain/errors.ts';
import {
  CF_BLOCK_SECONDS,
  type CfAsset,
  type CfAssetName,
  STATE_CHAIN_BLOCK_SECONDS,
  sameCfAsset,
} from '../../payments/chainflip/assets.ts';
import { createCoalescer } from '../coalesce.ts';
import type { PayoutCallSize } from '../provider.ts';
import type { ChainflipClient } from './client.ts';
import { ChainflipRefusal, quoteRefusal } from './errors.ts';
import { quotedCallParams, ratedCall } from './payout-call.ts';
import { type CfEnvironment, type CfQuote, type SwapRate, swapRateSchema } from './upstream-schemas.ts';

export type Asked = {
  sell: CfAsset;
  buy: CfAsset;
  baseUnits: bigint;
  commissionBps: number;
  vaultSwap: boolean;
  /** The payout calls a contract, at the cost of what comes out. */
  payoutCall?: PayoutCallSize | undefined;
};
/** `rpc`: the node priced it, which knows no streaming and no boost. */
export type Answered = { quotes: CfQuote[]; from: 'backend' | 'rpc' };

/** @throws {ProviderError} */
export type QuoteAsker = (asked: Asked, environment: CfEnvironment, signal: AbortSignal) => Promise<Answered>;

const keyOf = ({ sell, buy, baseUnits, commissionBps, vaultSwap, payoutCall }: Asked): string =>
  [
    ...[sell.internal, buy.internal, baseUnits, commissionBps, vaultSwap],
    ...[payoutCall?.gasBudget, payoutCall?.messageBytes],
  ].join();

/** The quote must include the cost of the call; otherwise less would be paid out than promised. */
function pricesCall({ payoutCall }: Asked, { ccmParams }: CfQuote): boolean {
  if (!payoutCall) return true;
  return ccmParams?.gasBudget === payoutCall.gasBudget && ccmParams.messageLengthBytes === payoutCall.messageBytes;
}

/** An answer to another question must never become a route. */
function checkAsked(asked: Asked, quotes: readonly CfQuote[]): void {
  const { sell, buy, baseUnits } = asked;
  if (!quotes.every((quote) => pricesCall(asked, quote)))
    throw new ProviderError('unknownError', 'Chainflip quoted a payout without the call that was asked for.');
  for (const quote of quotes.flatMap((one) => [one, ...(one.boostQuote ? [one.boostQuote] : [])])) {
    if (!sameCfAsset(quote.srcAsset, sell.cf) || !sameCfAsset(quote.destAsset, buy.cf))
      throw new ProviderError('unknownError', 'Chainflip quoted other assets than those asked for.');
    if (quote.depositAmount !== baseUnits)
      throw new ProviderError('unknownError', 'Chainflip quoted another amount than the one asked for.');
  }
}

async function askBackend(client: ChainflipClient, asked: Asked, signal: AbortSignal): Promise<Answered> {
  const { sell, buy, baseUnits, commissionBps, vaultSwap, payoutCall } = asked;
  const quotes = await client.quotes(
    {
      srcChain: sell.cf.chain,
      srcAsset: sell.cf.asset,
      destChain: buy.cf.chain,
      destAsset: buy.cf.asset,
      amount: baseUnits.toString(),
      ...(commissionBps > 0 ? { brokerCommissionBps: String(commissionBps) } : {}),
      ...(vaultSwap ? { isVaultSwap: 'true' as const } : {}),
      ...quotedCallParams(payoutCall),
    },
    signal,
  );
  checkAsked(asked, quotes);
  return { quotes, from: 'backend' };
}

/** Computed as the backend does. Source: chainflip-sdk-monorepo packages/swap/src/utils/swap.ts. */
function durations({ ingress_egress }: CfEnvironment, sell: CfAssetName, buy: CfAssetName) {
  const block = (chain: string) => CF_BLOCK_SECONDS[chain] ?? 0;
  const margin = ingress_egress.witness_safety_margins[sell.chain] ?? 0;
  const delay = (ingress_egress.ingress_delays[sell.chain] ?? 0) * STATE_CHAIN_BLOCK_SECONDS;
  return {
    deposit: block(sell.chain) / 2 + block(sell.chain) * margin + delay + STATE_CHAIN_BLOCK_SECONDS,
    swap: 2 * STATE_CHAIN_BLOCK_SECONDS,
    egress: 90 + block(buy.chain) / 2,
  };
}

/** A node's rate as the backend would have put it. */
function quoteFromRate({ sell, buy, baseUnits }: Asked, environment: CfEnvironment, rate: SwapRate): CfQuote {
  const fee = (type: string, one: SwapRate['egress_fee']) => ({ type, ...one });
  const times = durations(environment, sell.cf, buy.cf);
  return {
    type: 'REGULAR',
    srcAsset: sell.cf,
    destAsset: buy.cf,
    depositAmount: baseUnits,
    intermediateAmount: rate.intermediary,
    egressAmount: rate.output,
    includedFees: [
      fee('INGRESS', rate.ingress_fee),
      fee('NETWORK', rate.network_fee),
      ...(rate.broker_commission.amount > 0n ? [fee('BROKER', rate.broker_commission)] : []),
      fee('EGRESS', rate.egress_fee),
    ],
    lowLiquidityWarning: false,
    estimatedDurationsSeconds: times,
    estimatedDurationSeconds: times.deposit + times.swap + times.egress,
    estimatedPrice: undefined,
    recommendedSlippageTolerancePercent: undefined,
    recommendedLivePriceSlippageTolerancePercent: undefined,
    recommendedRetryDurationMinutes: undefined,
    dcaParams: undefined,
    ccmParams: undefined,
    boostQuote: undefined,
  };
}

async function askNode(
  client: ChainflipClient,
  asked: Asked,
  environment: CfEnvironment,
  signal: AbortSignal,
): Promise<Answered> {
  const { sell, buy, baseUnits, commissionBps, vaultSwap, payoutCall } = asked;
  const excluded = vaultSwap ? ['IngressDepositChannel'] : [];
  const params = [
    sell.cf,
    buy.cf,
    `0x${baseUnits.toString(16)}`,
    commissionBps,
    null,
    ratedCall(payoutCall),
    excluded,
    null,
  ];
  const rate = await client.rpc(swapRateSchema, { method: 'cf_swap_rate_v3', params }, signal);
  if (rate.output === 0n)
    throw new ProviderError(
      'swapAmountTooSmall',
      `After Chainflip's fees nothing of ${fromBaseUnits(baseUnits, sell.decimals)} ${sell.cf.asset} would be left.`,
    );
  return { quotes: [quoteFromRate(asked, environment, rate)], from: 'rpc' };
}

const isTrouble = (error: unknown): boolean =>
  error instanceof ProviderError && (error.code === 'httpError' || error.code === 'providerQuoteTimeout');

const named = (error: unknown, asked: Asked): unknown =>
  error instanceof ChainflipRefusal ? quoteRefusal(error, asked) : error;

export function createQuoteAsker(client: ChainflipClient): QuoteAsker {
  const shared = createCoalescer<Answered>();

  async function ask(asked: Asked, environment: CfEnvironment, signal: AbortSignal): Promise<Answered> {
    let trouble: unknown;
    if (client.hasBackend) {
      try {
        return await askBackend(client, asked, signal);
      } catch (error) {
        if (signal.aborted || !client.hasNode || !isTrouble(error)) throw named(error, asked);
        trouble = error;
      }
    }
    try {
      return await askNode(client, asked, environment, signal);
    } catch (error) {
      const failure = named(error, asked);
      // Of two failures the first is reported: it is the one to fix.
      throw isTrouble(failure) && !signal.aborted && trouble !== undefined ? trouble : failure;
    }
  }

  return (asked, environment, signal) => shared(keyOf(asked), signal, (common) => ask(asked, environment, common));
}
