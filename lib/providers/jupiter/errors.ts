/**
 * Maps Jupiter's errors to the error codes of the interface, by a table: the first row that matches wins. Source:
 * jup-ag/docs swap/v1/common-errors.mdx, openapi-spec/swap; texts from live answers.
 */
import { ProviderError, type ProviderErrorCode } from '../../domain/errors.ts';

type ErrorRow = { row: string; matches: RegExp; code: ProviderErrorCode; say: string; again?: true };

const ERROR_TABLE: readonly ErrorRow[] = [
  {
    row: 'notTradable',
    matches: /TOKEN_NOT_TRADABLE|is not tradable|MARKET_NOT_FOUND|market .*not found/i,
    code: 'tokenNotFound',
    say: 'Jupiter trades one of the two tokens nowhere.',
  },
  {
    row: 'noRoute',
    matches: /NO_ROUTES_FOUND|No routes? found|COULD_NOT_FIND_ANY_ROUTE|Could not find any route|Failed to get quotes/i,
    code: 'insufficientLiquidity',
    say: 'Jupiter finds no way to swap this amount. Sell less, or another token.',
  },
  {
    row: 'notConsumed',
    matches: /ROUTE_PLAN_DOES_NOT_CONSUME_ALL_THE_AMOUNT|does not consume all the amount/i,
    code: 'insufficientLiquidity',
    say: 'Jupiter has too little liquidity for this amount. Sell less.',
  },
  {
    row: 'circular',
    matches: /CIRCULAR_ARBITRAGE_IS_DISABLED|circular arbitrage|input ?mint.* same|same.* output ?mint/i,
    code: 'unknownError',
    say: 'Jupiter does not swap a token into itself; SOL and wrapped SOL are one token there.',
  },
  {
    row: 'threshold',
    matches: /CANNOT_COMPUTE_OTHER_AMOUNT_THRESHOLD|cannot compute other amount threshold/i,
    code: 'swapAmountTooSmall',
    say: 'The amount is too small: nothing would come out. Sell more.',
  },
  {
    row: 'fresh',
    matches:
      /FAILED_TO_GET_SWAP_AND_ACCOUNT_METAS|failed to get swap and account metas|Quote not available from market maker/i,
    code: 'unknownError',
    say: 'Jupiter could not make a transaction of its own quote. Ask again.',
    again: true,
  },
  {
    row: 'invalidAmount',
    matches: /invalid amount|amount.*(invalid digit|too large|number too|zero)|failed to parse.*amount/i,
    code: 'invalidSellAmount',
    say: 'Jupiter cannot take this amount.',
  },
  {
    row: 'invalidMint',
    matches: /invalid (input|output)?_?mint|(input|output)Mint.*(invalid|wrong size|parse)|invalid base58|WrongSize/i,
    code: 'tokenNotFound',
    say: 'Jupiter does not know one of the two tokens.',
  },
  {
    row: 'request',
    matches:
      /NOT_SUPPORTED|INVALID_REQUEST|MAX_ACCOUNT_GREATER_THAN_MAX|INVALID_COMPUTE_UNIT_PRICE_AND_PRIORITIZATION_FEE/i,
    code: 'unknownError',
    say: 'Jupiter does not take this request.',
  },
];

/** Jupiter's own refusal; `text` is its message. */
export class JupiterRefusal extends ProviderError {
  readonly row: string | undefined;
  readonly status: number;
  /** True: a fresh quote may succeed. */
  readonly again: boolean;

  constructor(text: string, status: number) {
    const row = ERROR_TABLE.find(({ matches }) => matches.test(text));
    const isTheirs = !row && (status >= 500 || [401, 403, 404, 405, 429].includes(status));
    const code = row?.code ?? (isTheirs ? 'httpError' : 'unknownError');
    super(code, row?.say ?? refusalText(text, status));
    this.row = row?.row;
    this.status = status;
    this.again = row?.again === true;
  }
}

function refusalText(text: string, status: number): string {
  const said = text.slice(0, 200);
  if (status === 401) return `Jupiter does not take this deployment’s key: ${said}.`;
  if (status === 403) return `Jupiter does not let this deployment ask: ${said}.`;
  return status >= 500 ? `Jupiter has trouble of its own: ${said}.` : `Jupiter refuses: ${said}.`;
}
