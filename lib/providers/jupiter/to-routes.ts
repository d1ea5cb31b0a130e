/** Turns a quote that passed every check into a route: pure, no rounding in the seller's disfavour. */

import { CHAINS } from '../../chains/chains.ts';
import { type Amount, mulDiv, valueUsd } from '../../domain/amount.ts';
import type { Asset } from '../../domain/asset.ts';
import type { Fee, FeeType } from '../../domain/fee.ts';
import type { RouteDraft, Warning } from '../../domain/route.ts';
import { bpsToPercent } from '../../domain/slippage.ts';
import { JUPITER_PROGRAM } from '../../payments/jupiter/programs.ts';
import { WRAPPED_SOL_MINT } from '../../payments/solana/token-account.ts';
import type { Unavailable } from '../../transfer/built-tx.ts';
import { BLOCKHASH_LIFE_BLOCKS, SIGNATURE_FEE_LAMPORTS } from '../../transfer/solana-tx.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import { feeSideOf, type PlatformFee } from './affiliates.ts';
import type { FinishedTx } from './finish-tx.ts';
import { trackingOf } from './terms.ts';
import type { KnownSide } from './token-store.ts';
import type { JupiterQuote } from './upstream-schemas.ts';

export type QuotedSwap = {
  request: ProviderQuoteRequest;
  sell: KnownSide;
  buy: KnownSide;
  quote: JupiterQuote;
  fee: PlatformFee | undefined;
  /** Undefined: no transaction was requested. */
  built: FinishedTx | Unavailable | undefined;
  /** By mint. */
  prices: ReadonlyMap<string, number>;
  now: number;
};

const BPS = 10_000n;
const SOL_NATIVE: Asset = { kind: 'native', chain: 'SOL', symbol: CHAINS.SOL.native.symbol };
const SWAP_SECONDS = 5;

const amountOf = ({ asset, decimals }: KnownSide, baseUnits: bigint): Amount => ({ asset, decimals, baseUnits });
const lamports = (baseUnits: bigint): Amount => ({ asset: SOL_NATIVE, decimals: 9, baseUnits });

/** The token's own tax on a transfer, rounded up. */
function transferTax({ facts }: KnownSide, baseUnits: bigint): bigint {
  const fee = facts?.transferFee;
  if (!fee) return 0n;
  const taken = mulDiv(baseUnits, BigInt(fee.bps), BPS, 'up');
  if (taken > fee.maxBaseUnits) return fee.maxBaseUnits;
  return taken;
}

/**
 * A bare quote does not know the fee's account, and counts the fee in the bought asset: when that account holds the
 * sold one, it is the same share of that.
 */
function platformFeeAmount({ quote, sell, buy, fee }: QuotedSwap): Amount | undefined {
  if (!fee) return undefined;
  const said = quote.platformFee?.amount ?? 0n;
  if (feeSideOf(sell, buy).mint === buy.mint && quote.platformFee?.feeMint !== sell.mint) return amountOf(buy, said);
  const isSaid = quote.platformFee?.feeMint === sell.mint;
  return amountOf(sell, isSaid ? said : (quote.inAmount * BigInt(fee.bps)) / BPS);
}

/** Fees of pools that are counted in one of the two tokens. */
function poolFees({ quote, sell, buy }: QuotedSwap): { side: KnownSide; baseUnits: bigint }[] {
  return [sell, buy].flatMap((side) => {
    const baseUnits = (quote.routePlan ?? []).reduce(
      (sum, { swapInfo }) => sum + (swapInfo.feeMint === side.mint ? (swapInfo.feeAmount ?? 0n) : 0n),
      0n,
    );
    return baseUnits === 0n ? [] : [{ side, baseUnits }];
  });
}

const isBuilt = (built: QuotedSwap['built']): built is FinishedTx => built !== undefined && 'tx' in built;

function feesOf(swap: QuotedSwap, tax: bigint): Fee[] {
  const { request, buy, built } = swap;
  const one = (type: FeeType, amount: Amount, label?: string): Fee => ({
    type,
    amount,
    chain: amount.asset.chain,
    protocol: request.providerId,
    ...(label === undefined ? {} : { label }),
  });
  const rents = isBuilt(built) ? built.rentLamports : [];
  const rentLabel = (index: number) =>
    `Rent of a new token account${rents.length > 1 ? `, ${index + 1} of ${rents.length}` : ''}`;
  const own = SIGNATURE_FEE_LAMPORTS + (isBuilt(built) ? built.priorityLamports : 0n);
  const taken = platformFeeAmount(swap);
  return [
    one('network', lamports(own), rents.length > 0 ? 'Signature and priority' : undefined),
    // Each rent is listed separately, since it stays in the opened account and is not spent.
    ...rents.map((rent, index) => one('network', lamports(rent), rentLabel(index))),
    ...poolFees(swap).map(({ side, baseUnits }) => one('liquidity', amountOf(side, baseUnits))),
    ...(taken ? [one('affiliate', taken)] : []),
    ...(tax > 0n ? [one('tax', amountOf(buy, tax))] : []),
  ];
}

/** Against the market price when it is known; floats, for ranking and display only. */
function costs({ quote, sell, buy, prices, fee }: QuotedSwap, expected: bigint) {
  const impact = quote.priceImpactPct;
  const priceImpactPercent = impact === undefined ? undefined : Math.round(impact * 1_000_000) / 10_000;
  const [sellPrice, buyPrice] = [prices.get(sell.mint), prices.get(buy.mint)];
  const sold = sellPrice === undefined ? 0 : valueUsd(amountOf(sell, quote.inAmount), sellPrice);
  const cost =
    buyPrice === undefined || sold <= 0
      ? (impact ?? 0) * 10_000 + (fee?.bps ?? 0)
      : (1 - valueUsd(amountOf(buy, expected), buyPrice) / sold) * 10_000;
  return {
    totalSlippageBps: Math.round(cost),
    ...(priceImpactPercent === undefined ? {} : { priceImpactPercent }),
  };
}

function warningsOf({ request, sell, buy }: QuotedSwap): Warning[] {
  const taxed = [sell, buy].flatMap(({ asset, facts }): Warning[] => {
    if (!facts?.transferFee) return [];
    const percent = bpsToPercent(facts.transferFee.bps);
    return [
      {
        code: 'highSlippage',
        display: `${asset.symbol} takes ${percent} % of every transfer for itself: less arrives than is sent.`,
      },
    ];
  });
  const tight: Warning[] =
    request.slippageBps === 0
      ? [
          {
            code: 'highSlippage',
            display: 'With no slippage allowed the swap fails as soon as the price moves at all.',
            tooltip: 'A swap that fails on Solana costs the network fee and sells nothing.',
          },
        ]
      : [];
  return [...taxed, ...tight];
}

function pricesUsd({ sell, buy, prices }: QuotedSwap): RouteDraft['pricesUsd'] {
  const known = [
    { asset: sell.asset, mint: sell.mint },
    { asset: buy.asset, mint: buy.mint },
    ...(sell.native || buy.native ? [] : [{ asset: SOL_NATIVE, mint: WRAPPED_SOL_MINT }]),
  ];
  return known.flatMap(({ asset, mint }) => {
    const priceUsd = prices.get(mint);
    return priceUsd === undefined ? [] : [{ asset, priceUsd }];
  });
}

/** Unix seconds until which the blockhash is taken. */
function expirationOf({ blocksLeft }: FinishedTx, now: number): number {
  const blocks = Math.min(Math.max(blocksLeft ?? BLOCKHASH_LIFE_BLOCKS, 0), 2 * BLOCKHASH_LIFE_BLOCKS);
  return Math.floor(now / 1000 + blocks * CHAINS.SOL.blockSeconds);
}

function txFields({ built, now }: QuotedSwap): Partial<RouteDraft> {
  if (built === undefined) return {};
  if (!isBuilt(built)) return { txUnavailable: built.unavailable };
  return { tx: built.tx, expirationSeconds: expirationOf(built, now) };
}

/** What the chain enforces, less the token's own tax; never more than the quote's own guarantee. */
function guaranteed({ request, quote, built, buy }: QuotedSwap): bigint {
  if (request.slippageBps >= 10_000) return 0n;
  const { otherAmountThreshold } = quote;
  const enforced = isBuilt(built) && built.enforced < otherAmountThreshold ? built.enforced : otherAmountThreshold;
  return enforced - transferTax(buy, enforced);
}

export function toRoute(swap: QuotedSwap): RouteDraft {
  const { request, sell, buy, quote, built } = swap;
  const id = request.providerId;
  const tax = transferTax(buy, quote.outAmount);
  const sold = amountOf(sell, quote.inAmount);
  const expectedBuy = amountOf(buy, quote.outAmount - tax);
  const guaranteedBuy = amountOf(buy, guaranteed(swap));
  const fees = feesOf(swap, tax);
  const { sourceAddress = '', destinationAddress = '' } = request;
  return {
    providers: [id],
    sell: sold,
    expectedBuy,
    guaranteedBuy,
    sourceAddress,
    destinationAddress,
    targetAddress: JUPITER_PROGRAM,
    fees,
    estimatedTime: { swap: SWAP_SECONDS, total: SWAP_SECONDS },
    ...costs(swap, expectedBuy.baseUnits),
    legs: [{ provider: id, sell: sold, buy: expectedBuy, buyAtMaxSlippage: guaranteedBuy, fees }],
    warnings: warningsOf(swap),
    ...(request.affiliate && request.affiliate.feeBps > 0
      ? { affiliate: { name: request.affiliate.name, feeBps: request.affiliate.feeBps } }
      : {}),
    pricesUsd: pricesUsd(swap),
    ...txFields(swap),
    tracking: trackingOf({
      sender: sourceAddress,
      destination: destinationAddress,
      sellMint: sell.mint,
      sellNative: sell.native,
      buyMint: buy.mint,
      buyNative: buy.native,
      ...(isBuilt(built) ? { lastValidBlockHeight: built.lastValidBlockHeight } : {}),
    }),
  };
}
