/**
 * Maps 1inch's errors to the error codes of the interface, by `code` where a row has it, else by the first row whose
 * text matches. Its texts are no stable contract. Source: 1inch/1inch-sdk-go openapi examples; komodo-defi-framework
 * trading_api one_inch errors.
 */
import { CHAINS } from '../../chains/chains.ts';
import type { Asset } from '../../domain/asset.ts';
import { formatAsset } from '../../domain/asset.ts';
import { ProviderError, type ProviderErrorCode } from '../../domain/errors.ts';

export type PairNames = { sellAsset: Asset; buyAsset: Asset };

type ErrorRow = {
  /** Name of the row, for tests. */
  row: string;
  /** 1inch's own code for it, where one has been seen. */
  named?: string;
  matches: RegExp;
  code: ProviderErrorCode;
  say: (pair: PairNames, text: string) => string;
};

/** The chain was simulated although the request switched that off: a retry may succeed. */
const SIMULATION_ROWS = ['cannotEstimate', 'notEnoughAllowance', 'notEnoughBalance'];

const either = ({ sellAsset, buyAsset }: PairNames): string => `${formatAsset(sellAsset)} or ${formatAsset(buyAsset)}`;

const ERROR_TABLE: readonly ErrorRow[] = [
  {
    row: 'insufficientLiquidity',
    named: 'INSUFFICIENT_LIQUIDITY',
    matches: /insufficient liquidity/i,
    code: 'insufficientLiquidity',
    say: () => '1inch finds no way to swap this amount at any price. Sell less, or another pair.',
  },
  {
    row: 'cannotSync',
    matches: /cannot sync|token .*not (?:found|supported)|(?:unknown|unsupported|invalid) token/i,
    code: 'tokenNotFound',
    say: (pair) => `1inch does not know ${either(pair)} on ${CHAINS[pair.sellAsset.chain].name}.`,
  },
  {
    row: 'sameTokens',
    matches: /src and dst|tokens? (?:are|is) (?:the )?same|same token/i,
    code: 'unknownError',
    say: () => '1inch takes both assets for the same one.',
  },
  {
    row: 'tokenMissing',
    matches: /\b(?:src|dst|fromTokenAddress|toTokenAddress)\b.*\b(?:not set|must be|invalid|should)\b/i,
    code: 'tokenNotFound',
    say: (pair) => `1inch takes no such token as ${either(pair)}.`,
  },
  {
    row: 'amount',
    matches: /\bamount\b.*\b(?:not set|must be|invalid|zero|should|not valid)\b/i,
    code: 'invalidSellAmount',
    say: () => '1inch does not take this amount. Sell more.',
  },
  {
    row: 'notEnoughAllowance',
    named: 'NOT_ENOUGH_ALLOWANCE',
    matches: /not enough allowance/i,
    code: 'unknownError',
    say: () => '1inch insists on an allowance before it says what a swap gives. Try again.',
  },
  {
    row: 'notEnoughBalance',
    matches: /not enough .*balance/i,
    code: 'unknownError',
    say: () => '1inch insists on the source address holding what is sold before it says what a swap gives.',
  },
  {
    row: 'cannotEstimate',
    matches: /cannot estimate/i,
    code: 'unknownError',
    say: () =>
      '1inch tried this swap and it failed: the amount may be too small, or a token may take a fee on every transfer.',
  },
];

/** A refusal as it came; '' for a missing part. */
export type Said = { code: string; text: string };

const rowNamed = (code: string): ErrorRow | undefined =>
  ERROR_TABLE.find(({ named }) => named !== undefined && named === code.toUpperCase());

export const isKnownCode = (code: string): boolean => rowNamed(code) !== undefined;

/** 1inch's own refusal; `row` is that of the table. */
class OneinchRefusal extends ProviderError {
  readonly row: string;
  constructor(code: ProviderErrorCode, message: string, row: string) {
    super(code, message);
    this.row = row;
  }
}

/** Whether the refusal comes from a simulation that the request switched off. */
export const isSimulation = (error: unknown): boolean =>
  error instanceof OneinchRefusal && SIMULATION_ROWS.includes(error.row);

/** @param status HTTP, 400 or above. */
export function refusalOf(status: number, { code, text }: Said, pair: PairNames): OneinchRefusal {
  if (status === 401 || status === 403)
    return new OneinchRefusal('httpError', `1inch does not accept the key of this deployment (HTTP ${status}).`, 'key');
  const known = rowNamed(code) ?? ERROR_TABLE.find(({ matches }) => matches.test(text));
  if (known) return new OneinchRefusal(known.code, known.say(pair, text), known.row);
  if (status === 404)
    return new OneinchRefusal(
      'unsupportedChainId',
      `1inch does not swap on ${CHAINS[pair.sellAsset.chain].name} here.`,
      'chain',
    );
  return new OneinchRefusal(
    'unknownError',
    `1inch refuses: ${text.slice(0, 200) || code.slice(0, 60) || `HTTP ${status}`}`,
    'unknown',
  );
}
