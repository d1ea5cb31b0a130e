'use client';
import { useRef } from 'react';
import { useText } from '../ui/text.tsx';
import { useWidth } from '../ui/use-width.ts';
import type { RouteLineData } from './route-line-data.ts';
import { type LineTone, RouteLineDrawing } from './route-line-drawing.tsx';
import { type LineSize, layoutRouteLine } from './route-line-layout.ts';
import { scaledLength } from './route-line-lengths.ts';
import { routeLineText } from './route-line-text.ts';

/**
 * Draws a route as a line on a map: stations at its ends, a stop for each provider, dots where the swap has not been.
 * It is drawn at its actual width, never scaled, in the reader's direction, with a list of sentences for screen
 * readers.
 */
export function RouteLine({
  data,
  tone = 'quiet',
  size = 'row',
  slowestSeconds,
}: {
  data: RouteLineData;
  tone?: LineTone;
  size?: LineSize;
  /** The time of the slowest swap of the same list, which the lengths of its lines are compared with. */
  slowestSeconds?: number | undefined;
}) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const height = layoutRouteLine(t, data, 320, size).height;
  return (
    <div ref={box} className="min-w-0 [contain:inline-size]">
      <ol className="sr-only" aria-label={t('The way of this route')}>
        {routeLineText(t, data).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
      <div style={{ height }}>
        {width !== undefined && (
          <RouteLineDrawing
            data={data}
            layout={layoutRouteLine(t, data, width, size, scaledLength(width, data.totalSeconds, slowestSeconds))}
            tone={tone}
            size={size}
            mirrored={t.dir === 'rtl'}
          />
        )}
      </div>
    </div>
  );
}
