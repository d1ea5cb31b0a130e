import type { Spread } from '../../lib/domain/ledger.ts';
import type { Scale } from './ledger-scale.ts';

/** Nine of ten values as a bar, the median as a dot, on a scale whose middle is the quote. */
export function SpreadStrip({ spread, scale }: { spread: Spread; scale: Scale }) {
  const at = (value: number): string => `${(scale.at(value) * 100).toFixed(2)}%`;
  const width = Math.max(scale.at(spread.p95) - scale.at(spread.p5), 0.006);
  return (
    <svg aria-hidden="true" width="100%" height="20" className="block overflow-visible" direction="ltr">
      <line x1="0" x2="100%" y1="10" y2="10" stroke="var(--line)" />
      <line x1="50%" x2="50%" y1="2" y2="18" stroke="var(--line-3)" strokeDasharray="2 2" />
      <rect x={at(spread.p5)} width={`${(width * 100).toFixed(2)}%`} y="7" height="6" rx="3" fill="var(--line-3)" />
      <circle cx={at(spread.p50)} cy="10" r="5" fill="var(--water)" stroke="var(--sheet)" strokeWidth="2" />
    </svg>
  );
}

/** The ends and the middle of a scale, in the direction of its strips. */
export function ScaleLabels({ scale, middle }: { scale: Scale; middle: string }) {
  return (
    <span dir="ltr" className="num grid grid-cols-[1fr_auto_1fr] gap-2 text-12 text-ink-3">
      <span>{scale.low}</span>
      <span>{middle}</span>
      <span className="text-end">{scale.high}</span>
    </span>
  );
}
