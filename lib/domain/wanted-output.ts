/** Defines the output that a caller wants in place of naming what is sold, and says which routes reach it. */
import { fromBaseUnits, mulDiv, toBaseUnits } from './amount.ts';
import type { Asset } from './asset.ts';
import type { RouteDraft } from './route.ts';

/** `guaranteed`: the least that a route enforces reaches the amount; `expected`: what it expects does. */
export const EXACTNESS = ['guaranteed', 'expected'] as const;
export type Exactness = (typeof EXACTNESS)[number];

/** `buyAmount` is the caller's decimal string, above zero. */
export type WantedOutput = { buyAmount: string; exact: Exactness };

/** In base units; digits beyond those of the asset count as one unit more. */
export const wantedUnits = ({ buyAmount }: WantedOutput, decimals: number): bigint =>
  toBaseUnits(buyAmount, decimals, 'up') ?? 0n;

type Outputs = Pick<RouteDraft, 'expectedBuy' | 'guaranteedBuy'>;

/** The output that counts. In the decimals of the bought asset. */
export const countedOutput = ({ expectedBuy, guaranteedBuy }: Outputs, { exact }: WantedOutput): bigint =>
  (exact === 'guaranteed' ? guaranteedBuy : expectedBuy).baseUnits;

export const reaches = (draft: Outputs, wanted: WantedOutput): boolean =>
  countedOutput(draft, wanted) >= wantedUnits(wanted, draft.expectedBuy.decimals);

/**
 * The expectation of which `slippageBps` less is the wanted amount, decimal, rounded up. 0 counts as the tightest
 * tolerance, which providers express as a basis point.
 */
export function neededExpectation(wanted: WantedOutput, slippageBps: number, decimals: number): string {
  const units = wantedUnits(wanted, decimals);
  if (wanted.exact === 'expected') return fromBaseUnits(units, decimals);
  const kept = 10_000n - BigInt(Math.min(Math.max(slippageBps, 1), 9_999));
  return fromBaseUnits(mulDiv(units, 10_000n, kept, 'up'), decimals);
}

/** For sentences: `1 BTC guaranteed`. */
export const wantedText = ({ buyAmount, exact }: WantedOutput, asset: Asset): string =>
  `${buyAmount} ${asset.symbol} ${exact}`;
