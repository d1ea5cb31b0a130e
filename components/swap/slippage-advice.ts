/** Whether a tolerance fits a route, in words. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';

export const SLIPPAGE_PRESETS = [0.5, 1, 3] as const;

export type SlippageAdvice = { kind: 'fits' | 'tight' | 'wide'; words: string };

/** @param slippage percent. */
export function slippageAdvice(
  slippage: number,
  route:
    | (Pick<WireRoute, 'warnings' | 'providers'> & { meta: Pick<WireRoute['meta'], 'recommendedSlippagePercent'> })
    | undefined,
): SlippageAdvice {
  if (slippage >= 100) return { kind: 'wide', words: 'no limit at all: you may receive next to nothing' };
  if (slippage > 5) return { kind: 'wide', words: `you may receive up to ${slippage} % less` };
  if (route?.warnings.some((warning) => warning.code === 'exceedsRecommendedSlippage'))
    return { kind: 'wide', words: 'more than this route needs' };
  const advised = route?.meta.recommendedSlippagePercent;
  if (advised !== undefined && slippage < advised * 0.6)
    return { kind: 'tight', words: `tight: ${advised} % is advised, below it a refund is likely` };
  const streams = route?.providers.some((id) => id.endsWith('_STREAMING')) === true;
  if (slippage < (streams ? 0.5 : 0.2)) return { kind: 'tight', words: 'tight: the swap may come back as a refund' };
  return { kind: 'fits', words: route ? 'fits this route' : '' };
}

/** Percent typed by hand, comma accepted; undefined outside 0 to 100. */
export function parseSlippage(text: string): number | undefined {
  const value = Number(text.trim().replace(',', '.').replace(/\s*%$/, ''));
  return text.trim() !== '' && value >= 0 && value <= 100 ? value : undefined;
}
