/**
 * Maps both nodes' errors to the error codes of the interface, by a table: the first row whose text occurs wins,
 * whatever the HTTP status (MAYANode refuses with 200). Source: THORNode and MAYANode, querier_quotes.go and the
 * handlers that a quote simulates.
 */
import { ProviderError, type ProviderErrorCode } from '../../domain/errors.ts';

type ErrorRow = {
  /** Name of the row, for tests and logs. */
  row: string;
  /** Occurs in the node's text, in any letter case. */
  contains: readonly (string | RegExp)[];
  code: ProviderErrorCode;
  /** The sentence for people; without it the node's own text is shown. */
  say?: string;
};

const HALTED =
  'Trading is halted for this pair at the moment. Nothing can be swapped until the network resumes; try again later.';

/** Halts come before rows about amounts: a halted chain often answers with both. */
const ERROR_TABLE: readonly ErrorRow[] = [
  {
    row: 'missingParameter',
    contains: [
      'missing from_asset parameter',
      'missing to_asset parameter',
      'missing amount parameter',
      'missing required parameter',
      'no parameters provided',
    ],
    code: 'unknownError',
  },
  { row: 'bothTolerances', contains: ['must only include one of'], code: 'unknownError' },
  {
    row: 'staleNode',
    contains: ['refusing quote on node with stale state'],
    code: 'httpError',
    say: 'The node asked lags behind its network and gives no quotes; try again in a moment.',
  },
  {
    row: 'halted',
    contains: [
      'trading is halted',
      'trading halted',
      'trading paused',
      '_trading_paused',
      'streaming swaps are paused',
      'is paused',
    ],
    code: 'tradingHalted',
    say: HALTED,
  },
  {
    row: 'badAsset',
    contains: ['bad from asset', 'bad to asset'],
    code: 'tokenNotFound',
    say: 'The network does not know this asset.',
  },
  {
    row: 'otherChainDestination',
    contains: ['swap destination address is not the same chain as the target asset'],
    code: 'unknownError',
    say: 'The destination address is of another chain than the bought asset.',
  },
  {
    row: 'badDestination',
    contains: ['bad destination address', 'bad refund address', 'fail to fetch thorname', 'fail to fetch mayaname'],
    code: 'unknownError',
    say: 'The network does not accept the destination address.',
  },
  {
    row: 'tolerance',
    contains: ['tolerance basis points must be less than 10000'],
    code: 'unknownError',
    say: 'The slippage asked for cannot be expressed; use less than 100 %, or exactly 100 % for no limit.',
  },
  {
    row: 'badAffiliate',
    contains: [
      'bad affiliate params',
      'total affiliate fee must not be more than',
      'total affiliate fee basis points must not exceed',
      'mismatch between number of affiliates',
      'bps value specified but no affiliate',
      'invalid affiliate mayaname or address',
      'is not recognizable',
    ],
    code: 'unknownError',
    say: 'The network cannot pay the affiliate fee asked for.',
  },
  { row: 'badStreaming', contains: ['bad streaming interval', 'bad streaming quantity'], code: 'unknownError' },
  {
    row: 'dust',
    contains: ['amount less than dust threshold'],
    code: 'swapAmountTooSmall',
    say: 'The amount is below what the network takes notice of on this chain.',
  },
  {
    row: 'badAmount',
    contains: ['bad amount'],
    code: 'invalidSellAmount',
    say: 'The network cannot take this amount.',
  },
  {
    row: 'streamingQuantity',
    contains: [
      'failed to calculate max streaming swap quantity',
      'streaming swaps are not allowed with a min bp of zero',
    ],
    code: 'insufficientLiquidity',
    say: 'The pools are too shallow to stream this swap.',
  },
  {
    row: 'stagedPool',
    contains: [/\bpool\b[^:;]*is not available/i],
    code: 'insufficientLiquidity',
    say: 'The pool of this asset is not open for swaps yet.',
  },
  {
    // The noun and the verb must stand in one clause: "THORName doesn't exist" uses the same verb.
    row: 'noPool',
    contains: [/\bpool\b[^:;]*(doesn't|does not) exist/i],
    code: 'tokenNotFound',
    say: 'The network has no pool for this asset.',
  },
  {
    row: 'priceLimit',
    contains: ['less than price limit', 'outbound amount does not meet requirements'],
    code: 'insufficientLiquidity',
    say: 'At this amount the price moves further than the slippage allows. Allow more slippage or sell less.',
  },
  {
    row: 'tooSmall',
    contains: [
      'zero emit asset',
      'fail swap, not enough balance',
      'not enough asset to pay for fees',
      'amount less than min swap amount',
      /invariant broken: emit .* less than outbound fee/i,
    ],
    code: 'swapAmountTooSmall',
    say: 'The amount does not cover the fees of the swap.',
  },
  {
    row: 'sameAsset',
    contains: ['swap source and target cannot be the same'],
    code: 'quoteNotFound',
    say: 'The asset cannot be swapped into itself.',
  },
  {
    row: 'unsupportedKind',
    contains: [
      'manual swaps to synths not supported',
      'minting synthetics has been disabled',
      'swaps from trade asset to l1 incur slip',
      'swaps from l1 to trade asset incur slip',
    ],
    code: 'crossChainNotSupported',
    say: 'The network no longer swaps this kind of asset.',
  },
  {
    row: 'moduleDestination',
    contains: ['a network module cannot be the final destination'],
    code: 'unknownError',
    say: 'The destination address belongs to the network itself; use an address of your own.',
  },
  {
    row: 'memoTooLong',
    contains: ['generated memo too long'],
    code: 'unknownError',
    say: 'The memo of this swap would be longer than the source chain can carry. A shorter affiliate name or a shorter destination address would help.',
  },
];

const holds = (text: string, needle: string | RegExp) =>
  typeof needle === 'string' ? text.toLowerCase().includes(needle) : needle.test(text);

/** The row that matches this text of a node, or undefined. */
export const rowFor = (text: string): ErrorRow | undefined =>
  ERROR_TABLE.find((row) => row.contains.some((needle) => holds(text, needle)));

/** N of `recommended_min_amount_in: N`, in node units of the sold asset. */
export function recommendedMinimumIn(text: string): bigint | undefined {
  const digits = /recommended_min_amount_in: (\d+)/i.exec(text)?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}

/** A node's refusal of a quote. `nodeText` is the node's own text. */
export class NodeRefusal extends ProviderError {
  readonly row: string;
  readonly nodeText: string;

  constructor(nodeText: string) {
    const row = rowFor(nodeText);
    super(row?.code ?? 'unknownError', row?.say ?? `The node refuses: ${nodeText.slice(0, 300)}`);
    this.row = row?.row ?? 'unknown';
    this.nodeText = nodeText;
  }
}
