/**
 * Maps the refusals of the swap backend and the state chain to the error codes of the interface, by a table: the
 * first row that matches wins. Source: chainflip-sdk-monorepo packages/swap/src/quoting/QuoteRequest.ts and
 * routes/middlewares/common.ts, chainflip-backend api/cf-rpc-apis/src/lib.rs.
 */

import { fromBaseUnits } from '../../domain/amount.ts';
import { ProviderError, type ProviderErrorCode } from '../../domain/errors.ts';
import { assetName, type CfAsset, cfAssetByInternal } from '../../payments/chainflip/assets.ts';

export type PairNames = { sell: CfAsset; buy: CfAsset };

type ErrorRow = {
  /** Name of the row, for tests and logs. */
  row: string;
  /** Named groups of digits are base units; the row names their side. */
  matches: RegExp;
  code: ProviderErrorCode;
  say: (pair: PairNames, found: Record<string, string | undefined>) => string;
};

/** Base units for people: `0.0004 BTC`. */
export const formattedAmount = ({ cf, decimals }: CfAsset, baseUnits: bigint): string =>
  `${fromBaseUnits(baseUnits, decimals)} ${cf.asset}`;

const counted = (asset: CfAsset, digits: string | undefined): string | undefined =>
  digits === undefined ? undefined : formattedAmount(asset, BigInt(digits));

/** `Asset ArbUsdc is disabled`. */
const disabledText = (internal: string | undefined): string => {
  const asset = cfAssetByInternal(internal ?? '');
  return `Chainflip has switched off ${asset ? assetName(asset) : (internal ?? 'this asset')} at the moment. Try again later.`;
};

const MAINTENANCE = 'Chainflip is under maintenance at the moment and swaps nothing. Try again later.';
const TOO_MUCH = 'Chainflip has too little liquidity for this amount. Sell less.';

const ERROR_TABLE: readonly ErrorRow[] = [
  {
    row: 'maintenance',
    matches: /currently unavailable due to maintenance/i,
    code: 'tradingHalted',
    say: () => MAINTENANCE,
  },
  {
    row: 'assetDisabled',
    matches: /\basset (?<name>\w+) is disabled/i,
    code: 'tradingHalted',
    say: (_pair, { name }) => disabledText(name),
  },
  {
    row: 'belowMinimum',
    matches: /expected amount is below minimum swap amount(?: \((?<least>\d+)\))?/i,
    code: 'swapAmountTooSmall',
    say: ({ sell }, { least }) =>
      `Chainflip swaps no less than ${counted(sell, least) ?? 'its minimum'}; smaller deposits would be lost. Sell more.`,
  },
  {
    row: 'belowIngressFee',
    matches: /amount is lower than (?:estimated )?ingress fee(?: \((?<fee>\d+)\))?/i,
    code: 'swapAmountTooSmall',
    say: ({ sell }, { fee }) =>
      `The amount does not cover what Chainflip takes for the deposit${fee ? `, ${counted(sell, fee)}` : ''}. Sell more.`,
  },
  {
    row: 'belowEgressFee',
    matches: /output amount is lower than the egress fee(?: \((?<fee>\d+)\))?/i,
    code: 'swapAmountTooSmall',
    say: ({ buy }, { fee }) =>
      `What would come out does not cover the sending${fee ? `, ${counted(buy, fee)}` : ''}. Sell more.`,
  },
  {
    row: 'belowDust',
    matches: /egress amount \((?<got>\d+)\) is lower than minimum egress amount \((?<least>\d+)\)/i,
    code: 'swapAmountTooSmall',
    say: ({ buy }, { got, least }) =>
      `What would come out, ${counted(buy, got)}, is less than Chainflip sends, ${counted(buy, least)}. Sell more.`,
  },
  {
    row: 'aboveMaximum',
    matches: /expected amount is above maximum swap amount(?: \((?<most>\d+)\))?/i,
    code: 'insufficientLiquidity',
    say: ({ sell }, { most }) =>
      `Chainflip swaps no more than ${counted(sell, most) ?? 'its maximum'} at once; what is above would be lost. Sell less.`,
  },
  {
    row: 'inputTooLarge',
    matches: /swap input amount too large/i,
    code: 'insufficientLiquidity',
    say: () => TOO_MUCH,
  },
  {
    row: 'noLiquidity',
    matches: /insufficient liquidity for (?:the )?requested amount|simulated swap failed on the (?:in|out)put leg/i,
    code: 'insufficientLiquidity',
    say: () => TOO_MUCH,
  },
  {
    row: 'noPool',
    matches: /requested assets cannot be swapped/i,
    code: 'tokenNotFound',
    say: ({ sell, buy }) => `Chainflip has no pool to swap ${assetName(sell)} into ${assetName(buy)}.`,
  },
  {
    row: 'zeroInput',
    matches: /swap input amount cannot be zero/i,
    code: 'invalidSellAmount',
    say: () => 'Chainflip cannot take this amount.',
  },
  {
    row: 'invalidRequest',
    matches: /^invalid request$/i,
    code: 'invalidSellAmount',
    say: () => 'Chainflip cannot take this amount.',
  },
];

const rowFor = (text: string): { row: ErrorRow; found: Record<string, string | undefined> } | undefined => {
  for (const row of ERROR_TABLE) {
    const match = row.matches.exec(text);
    if (match) return { row, found: match.groups ?? {} };
  }
  return undefined;
};

/** Whether the text is a deliberate refusal of the backend or a node, whatever the HTTP status. */
export const isKnownText = (text: string): boolean => rowFor(text) !== undefined;

/** The upstream's own refusal; `text` is its message. */
export class ChainflipRefusal extends ProviderError {
  readonly text: string;
  /** JSON-RPC code, or the HTTP status of the backend. */
  readonly status: number;

  constructor(text: string, status: number) {
    super('unknownError', `Chainflip refuses: ${text.slice(0, 300)}`);
    this.text = text;
    this.status = status;
  }
}

/** JSON-RPC codes and HTTP statuses that concern the upstream and not the request. */
const NODE_TROUBLE: readonly number[] = [-32603, -32601, -32000, -32022, -32023, 401, 403, 404, 405];

/** The refusal of a quote with the interface's code and sentence. */
export function quoteRefusal(refusal: ChainflipRefusal, pair: PairNames): ProviderError {
  const known = rowFor(refusal.text);
  if (!known && NODE_TROUBLE.includes(refusal.status))
    return new ProviderError('httpError', `Chainflip has trouble of its own: ${refusal.text.slice(0, 200)}`, {
      cause: refusal,
    });
  if (!known) return refusal;
  return new ProviderError(known.row.code, known.row.say(pair, known.found), { cause: refusal });
}
