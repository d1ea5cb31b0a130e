/** Quotes a swap on Solana: one call to Jupiter, its answer compared with the request, one route or one error. */

import { type ChainClients, isRpcError } from '../../chain-clients/chain-clients.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { formatAsset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { WRAPPED_SOL_MINT } from '../../payments/solana/token-account.ts';
import { type Unavailable, unavailable } from '../../transfer/built-tx.ts';
import { orWithout } from '../helper-time.ts';
import type { CallOptions, ProviderQuoteRequest } from '../provider.ts';
import { refuseOtherRefund } from '../refund-address.ts';
import { type FeeAccount, feeAccountOf, feeSideOf, type PlatformFee, platformFeeFor } from './affiliates.ts';
import { type Quoted, quoteWithTx } from './build-tx.ts';
import { isRefusal, type JupiterClient } from './client.ts';
import type { WantedTx } from './finish-tx.ts';
import type { PriceSource } from './prices.ts';
import { toRoute } from './to-routes.ts';
import type { KnownSide, TokenStore } from './token-store.ts';
import type { JupiterQuote } from './upstream-schemas.ts';

export type QuoteDeps = {
  client: JupiterClient;
  clients: ChainClients;
  tokens: TokenStore;
  prices: PriceSource;
  feeOwner: string | undefined;
  now: () => number;
};

type Asked = {
  request: ProviderQuoteRequest;
  sell: KnownSide;
  buy: KnownSide;
  baseUnits: bigint;
  fee: PlatformFee | undefined;
};

const U64 = 2n ** 64n;
const NO_LIMIT_BPS = 10_000;
/** The quote's own guarantee may be this much below its output less slippage: it rounds. */
const TOLERATED_FRACTION = 1000n;

const SAME_MINT =
  'SOL and wrapped SOL are one token for Jupiter: there is nothing to swap. A wallet wraps and unwraps it.';

function sellUnits({ asset, decimals }: KnownSide, text: string): bigint {
  const baseUnits = toBaseUnits(text, decimals, 'exact');
  if (baseUnits === undefined)
    throw new ProviderError(
      'invalidSellAmount',
      `${formatAsset(asset)} has ${decimals} decimals; the amount has more.`,
    );
  if (baseUnits <= 0n || baseUnits >= U64)
    throw new ProviderError('invalidSellAmount', 'Solana counts amounts above zero and below 2^64 base units.');
  return baseUnits;
}

async function settle(deps: QuoteDeps, request: ProviderQuoteRequest, call: CallOptions): Promise<Asked> {
  call.signal.throwIfAborted();
  refuseOtherRefund(
    request,
    'A swap by Jupiter that fails takes nothing from the account that pays: no refund is sent.',
  );
  const fee = platformFeeFor(request.affiliate, deps.feeOwner, deps.client.flavour);
  const [sell, buy] = await Promise.all([
    deps.tokens.side(request.sellAsset, call),
    deps.tokens.side(request.buyAsset, call),
  ]);
  if (sell.mint === buy.mint) throw new ProviderError('quoteNotFound', SAME_MINT);
  return { request, sell, buy, baseUnits: sellUnits(sell, request.sellAmount), fee };
}

const paramsOf = ({ request, sell, buy, baseUnits, fee }: Asked): Record<string, string> => ({
  inputMint: sell.mint,
  outputMint: buy.mint,
  amount: baseUnits.toString(),
  slippageBps: String(request.slippageBps),
  ...(fee ? { platformFeeBps: String(fee.bps) } : {}),
});

/** @throws {ProviderError} for an answer to another question. */
function checkQuote({ request, sell, buy, baseUnits, fee }: Asked, quote: JupiterQuote): void {
  const wrong = (what: string) => new ProviderError('httpError', `Jupiter answered another question: ${what}.`);
  if (quote.inputMint !== sell.mint || quote.outputMint !== buy.mint) throw wrong('the tokens are not those asked for');
  if (quote.inAmount !== baseUnits) throw wrong('the amount is not that asked for');
  if (quote.swapMode && quote.swapMode !== 'ExactIn') throw wrong('what goes in is not fixed');
  if (quote.slippageBps !== undefined && quote.slippageBps > request.slippageBps)
    throw wrong('the slippage is more than was allowed');
  if (fee && quote.platformFee?.feeBps !== undefined && quote.platformFee.feeBps !== fee.bps)
    throw wrong('the platform fee is not that asked for');
  if (quote.outAmount === 0n)
    throw new ProviderError('swapAmountTooSmall', 'Nothing would come out of this amount. Sell more.');
  if (quote.otherAmountThreshold > quote.outAmount) throw wrong('more is guaranteed than comes out');
  const kept = BigInt(NO_LIMIT_BPS - Math.min(request.slippageBps, NO_LIMIT_BPS));
  const least = (quote.outAmount * kept) / BigInt(NO_LIMIT_BPS);
  if (quote.otherAmountThreshold + 1n < least - least / TOLERATED_FRACTION)
    throw wrong('less is guaranteed than the slippage allows');
}

function wantedTx({ request, sell, buy, baseUnits, fee }: Asked): WantedTx | Unavailable | undefined {
  const { sourceAddress, destinationAddress, includeTx, slippageBps, allowUnfunded } = request;
  if (!includeTx) return undefined;
  if (!sourceAddress || !destinationAddress)
    return unavailable('A transaction needs both addresses, the one that sells and the one that receives.');
  let feeAccount: FeeAccount | undefined;
  if (fee) {
    const side = feeSideOf(sell, buy);
    if (side.tokenProgram === undefined)
      return unavailable('The token program of the fee’s token is not known at the moment.');
    feeAccount = feeAccountOf(fee, side, side.tokenProgram);
  }
  if (destinationAddress !== sourceAddress && !buy.native && buy.tokenProgram === undefined)
    return unavailable('The token program of what is bought is not known at the moment.');
  return {
    sender: sourceAddress,
    destination: destinationAddress,
    sell,
    buy,
    sellBaseUnits: baseUnits,
    slippageBps,
    ...(feeAccount ? { fee: feeAccount } : {}),
    ...(allowUnfunded ? { allowUnfunded } : {}),
  };
}

const isNamed = (error: unknown, name: string): error is Error => error instanceof Error && error.name === name;

type PlainQuoted = { quote: JupiterQuote; built: Quoted['built'] | undefined };

/** When only a price is requested, a failure of the transaction does not remove the route. */
async function askJupiter(deps: QuoteDeps, asked: Asked, call: CallOptions): Promise<PlainQuoted> {
  const params = paramsOf(asked);
  const plain = async (why: Unavailable | undefined) => ({
    quote: (await deps.client.quote(params, call)).quote,
    built: why,
  });
  const wanted = wantedTx(asked);
  if (wanted === undefined || 'unavailable' in wanted) return plain(wanted);
  const node = deps.clients.solana('SOL');
  const quoted = (signal: AbortSignal) =>
    quoteWithTx({ client: deps.client, node }, wanted, params, { ...call, signal });
  return orWithout<PlainQuoted>(call, quoted, (error) => {
    if (isNamed(error, 'TimeoutError'))
      return plain(unavailable('Solana’s node or Jupiter did not tell in time what a transaction needs.'));
    if (isNamed(error, 'ChainUnavailable') || isRpcError(error))
      return plain(unavailable('Solana’s node cannot be asked at the moment.'));
    // An error of the transaction alone, not of price, pair or amount.
    if (
      isRefusal(error) &&
      error.status < 500 &&
      [undefined, 'request', 'fresh'].includes(error.row) &&
      error.code === 'unknownError'
    )
      return plain(unavailable(`Jupiter makes no transaction for this swap: ${error.message}`));
    throw error;
  });
}

/** Twice when Jupiter's own quote expired before its transaction was made. */
async function askTwice(deps: QuoteDeps, asked: Asked, call: CallOptions): Promise<PlainQuoted> {
  try {
    return await askJupiter(deps, asked, call);
  } catch (error) {
    if (!isRefusal(error) || !error.again || call.signal.aborted) throw error;
    return askJupiter(deps, asked, call);
  }
}

/**
 * An unknown mint may end in an error without a reason: whether the mints are known distinguishes it from a failure.
 */
async function explained(deps: QuoteDeps, asked: Asked, error: unknown, call: CallOptions): Promise<never> {
  if (!isRefusal(error) || error.status < 500 || error.code !== 'httpError' || call.signal.aborted) throw error;
  for (const { mint, asset } of [asked.sell, asked.buy]) {
    if (mint === WRAPPED_SOL_MINT || deps.tokens.knows(mint)) continue;
    const found = await deps.client.searchTokens(mint, call).catch(() => undefined);
    if (found && !found.some(({ id }) => id === mint))
      throw new ProviderError('tokenNotFound', `Jupiter does not know ${formatAsset(asset)}.`, { cause: error });
  }
  throw error;
}

/** @throws {ProviderError} */
export async function quoteSwap(
  deps: QuoteDeps,
  request: ProviderQuoteRequest,
  call: CallOptions,
): Promise<RouteDraft[]> {
  const asked = await settle(deps, request, call);
  const { sell, buy, fee } = asked;
  const [{ quote, built }, prices] = await Promise.all([
    askTwice(deps, asked, call).catch((error: unknown) => explained(deps, asked, error, call)),
    deps.prices([sell.mint, buy.mint, WRAPPED_SOL_MINT], call),
  ]);
  checkQuote(asked, quote);
  return [toRoute({ request, sell, buy, quote, fee, built, prices, now: deps.now() })];
}
