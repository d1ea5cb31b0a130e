/** Passes on the warnings of both legs, each once and with its leg. */
import type { Warning } from '../../domain/route.ts';
import { bpsToPercent } from '../../domain/slippage.ts';
import { legName, splitSlippage } from './legs.ts';
import type { TwoLegPair } from './two-leg.ts';

const percent = (bps: number): string => `${bpsToPercent(bps)} %`;

/** A leg's warning names the leg's part of the caller's tolerance. */
function withShare({ code, tooltip }: Warning, legBps: number, wholeBps: number): string | undefined {
  if (code !== 'exceedsRecommendedSlippage' && code !== 'highSlippage') return tooltip;
  const share = `Of your ${percent(wholeBps)} this leg has ${percent(legBps)}.`;
  return tooltip ? `${tooltip} ${share}` : share;
}

/** @param warnings of the first and the second leg. */
export function warningsOf(
  pair: TwoLegPair,
  slippageBps: number,
  warnings: readonly [readonly Warning[], readonly Warning[]],
): Warning[] {
  const [firstBps, secondBps] = splitSlippage(slippageBps);
  const of = (leg: 0 | 1, legBps: number): Warning[] =>
    warnings[leg].map((warning) => {
      const tooltip = withShare(warning, legBps, slippageBps);
      return {
        code: warning.code,
        display: `${legName(pair, leg)}: ${warning.display}`,
        ...(tooltip ? { tooltip } : {}),
      };
    });
  const all = [...of(0, firstBps), ...of(1, secondBps)];
  return [...new Map(all.map((one) => [`${one.code} ${one.display}`, one])).values()];
}
