/**
 * Maps Garden's errors to the error codes of the interface, by a table: the first row that matches wins. Source:
 * recorded answers of api.garden.finance and gardenfi/docs api-reference.
 */
import { type Amount, amountText } from '../../domain/amount.ts';
import { ProviderError, type ProviderErrorCode } from '../../domain/errors.ts';

export type ErrorContext = {
  /** What is sold, for limits in words. */
  sell?: Amount;
  /** Garden's id of the asset in which the affiliate is paid. */
  affiliateAsset?: string;
};

type Said = { code: ProviderErrorCode; message: string };
type ErrorRow = {
  /** Name of the row, for tests. */
  row: string;
  matches: RegExp;
  say: (context: ErrorContext, found: Record<string, string | undefined>) => Said;
};

const refusal = (code: ProviderErrorCode, message: string): Said => ({ code, message });

/**
 * The range is in base units of the sold asset, even when an exact output was requested. Source: shapeshift/web
 * packages/swapper/src/swappers/GardenSwapper/INTEGRATION.md, the limits of `GET /assets`.
 */
function outOfRange({ sell }: ErrorContext, { least, most }: Record<string, string | undefined>): Said {
  if (!sell || least === undefined || most === undefined)
    return refusal('swapAmountTooSmall', 'Garden does not swap this amount.');
  const text = (digits: string) => amountText(sell, BigInt(digits));
  if (sell.baseUnits < BigInt(least))
    return refusal('swapAmountTooSmall', `Garden swaps no less than ${text(least)}. Sell more.`);
  if (sell.baseUnits > BigInt(most))
    return refusal('insufficientLiquidity', `Garden swaps no more than ${text(most)} at once. Sell less.`);
  // Garden may count after fees, so it can also refuse an amount just inside the range.
  return refusal(
    'swapAmountTooSmall',
    `Garden swaps no less than ${text(least)} and no more than ${text(most)}, counted in what is sold. Sell another amount.`,
  );
}

function assetMissing({ affiliateAsset }: ErrorContext, { name = '' }: Record<string, string | undefined>): Said {
  if (affiliateAsset !== undefined && name.toLowerCase() === affiliateAsset.toLowerCase())
    return refusal(
      'unknownError',
      `Garden pays no affiliates in ${affiliateAsset}: this deployment’s setting AFFILIATES must name another gardenAsset.`,
    );
  return refusal('tokenNotFound', `Garden does not know the asset ${name}.`);
}

export const NO_QUOTE = 'Garden has no solver that offers this swap at the moment. Try again later or another amount.';
export const PAIR_CLOSED = 'Garden does not swap this pair.';
const TOO_MUCH = 'Garden’s solvers have too little liquidity for this amount. Sell less.';

const ERROR_TABLE: readonly ErrorRow[] = [
  { row: 'noOrderPair', matches: /no order pair found/i, say: () => refusal('quoteNotFound', PAIR_CLOSED) },
  { row: 'noQuotes', matches: /no quotes? available/i, say: () => refusal('quoteNotFound', NO_QUOTE) },
  { row: 'invalidStrategy', matches: /invalid strategy id/i, say: () => refusal('quoteNotFound', NO_QUOTE) },
  {
    row: 'outOfRange',
    matches: /expected amount to be within the range of (?<least>\d+) to (?<most>\d+)/i,
    say: outOfRange,
  },
  {
    row: 'insufficientLiquidity',
    matches: /insufficient liquidity/i,
    say: () => refusal('insufficientLiquidity', TOO_MUCH),
  },
  { row: 'assetNotFound', matches: /asset '?(?<name>[^']*)'? not found/i, say: assetMissing },
  {
    row: 'chainNotFound',
    matches: /(?:chain|network) .*(?:not found|not supported|unsupported)|unsupported chain/i,
    say: () => refusal('unsupportedChainId', 'Garden does not reach one of the two chains.'),
  },
  {
    row: 'sameChainOrAsset',
    matches: /same (?:chain|asset)|assets? are the same/i,
    say: () => refusal('unknownError', 'Garden does not swap an asset into itself or within one chain.'),
  },
  {
    row: 'halted',
    matches: /maintenance|paused|halted|temporarily (?:disabled|unavailable)/i,
    say: () => refusal('tradingHalted', 'Garden swaps nothing at the moment. Try again later.'),
  },
  {
    row: 'invalidAmount',
    matches: /(?:invalid|zero) (?:\w+ )?amount|amount .*(?:must be|not an integer)/i,
    say: () => refusal('invalidSellAmount', 'Garden cannot take this amount.'),
  },
  {
    row: 'missingSignature',
    matches: /missing signature/i,
    say: () => refusal('unknownError', 'Garden got no signature.'),
  },
  {
    row: 'invalidRequest',
    matches: /invalid swap request/i,
    say: () => refusal('unknownError', 'Garden refuses the order: an address or an amount is not what it takes.'),
  },
];

export const isKnownText = (text: string): boolean => ERROR_TABLE.some(({ matches }) => matches.test(text));
export const isStaleSolver = (text: string): boolean => /invalid strategy id/i.test(text);
export const isUnknownOrder = (text: string): boolean => /order .*not found|not found.*order|no order/i.test(text);

/** Garden's own refusal; `text` is its message. */
export class GardenRefusal extends ProviderError {
  readonly text: string;
  readonly status: number;

  constructor(text: string, status: number) {
    super('unknownError', `Garden refuses: ${text.slice(0, 300)}`);
    this.text = text;
    this.status = status;
  }
}

/** The refusal with the interface's code and sentence; every other error stays as it is. */
export function withProviderCode(error: unknown, context: ErrorContext = {}): unknown {
  if (!(error instanceof GardenRefusal)) return error;
  for (const { matches, say } of ERROR_TABLE) {
    const match = matches.exec(error.text);
    if (!match) continue;
    const { code, message } = say(context, match.groups ?? {});
    return new ProviderError(code, message, { cause: error });
  }
  return error;
}
