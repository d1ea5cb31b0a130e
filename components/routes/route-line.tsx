'use client';
import { useId, useRef } from 'react';
import { useWidth } from '../ui/use-width.ts';
import { type LineStation, type RouteLineData, routeLineWords } from './route-line-data.ts';
import {
  type LineLabel,
  type LineSection,
  type LineSize,
  layoutRouteLine,
  MARK_GAP,
  markWidth,
  type RouteLineLayout,
  textWidth,
} from './route-line-layout.ts';
import { Boat, Bypass, Cross, TurnBack } from './route-line-marks.tsx';

/** `quiet` for a route on offer, `water` for the chosen one; a swap under way has the colour of its state. */
export type LineTone = 'quiet' | 'water';

const LABEL = 'font-sans text-12';
const STATE_COLOUR = {
  travelling: 'var(--water)',
  arrived: 'var(--moss)',
  turnedBack: 'var(--amber)',
  stopped: 'var(--red)',
  diverted: 'var(--amber)',
} as const;

/**
 * A route as a line on a map: stations at its ends, a stop for each provider, dashes where nobody has travelled yet.
 * Drawn at its own width, never scaled; a list of the same for those who hear it.
 */
export function RouteLine({
  data,
  tone = 'quiet',
  size = 'row',
}: {
  data: RouteLineData;
  tone?: LineTone;
  size?: LineSize;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const height = layoutRouteLine(data, 320, size).height;
  return (
    <div ref={box} className="min-w-0 [contain:inline-size]">
      <ol className="sr-only" aria-label="The way of this route">
        {routeLineWords(data).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ol>
      <div style={{ height }}>
        {width !== undefined && (
          <Drawing data={data} layout={layoutRouteLine(data, width, size)} tone={tone} size={size} />
        )}
      </div>
    </div>
  );
}

function Drawing({
  data,
  layout,
  tone,
  size,
}: {
  data: RouteLineData;
  layout: RouteLineLayout;
  tone: LineTone;
  size: LineSize;
}) {
  const { progress } = data;
  const travelled = progress ? STATE_COLOUR[progress.state] : 'var(--water)';
  const open = !progress && tone === 'water' ? 'var(--water)' : 'var(--line-3)';
  const thick = size === 'tall' ? 4 : 3;
  const first = layout.sections[0];
  const farAway = progress !== undefined && progress.state !== 'arrived' && progress.state !== 'diverted';
  return (
    <svg
      aria-hidden="true"
      width={layout.width}
      height={layout.height}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      className="block overflow-visible"
    >
      {layout.sections.map((section) => (
        <Way key={section.x1} section={section} y={layout.y} colour={open} thick={thick} travelled={travelled} />
      ))}
      {layout.turn && first && <TurnBack layout={layout} colour={travelled} thick={thick} />}
      {layout.bypass && <Bypass bypass={layout.bypass} y={layout.y} colour={travelled} thick={thick} />}
      {layout.joints.map(({ x, station, reached, label }) => (
        <g key={x}>
          <circle cx={x} cy={layout.y} r={11} fill="var(--sheet)" />
          <Station station={station} x={x} layout={layout} radius={8} />
          <circle cx={x} cy={layout.y} r={10} fill="none" stroke={reached ? travelled : open} strokeWidth={2} />
          {label && <Words label={label} />}
        </g>
      ))}
      {layout.sections.map(
        (section, index) =>
          section.kind === 'stop' && (
            <Stop
              key={`stop${section.x1}`}
              section={section}
              layout={layout}
              colour={section.travelled > 0 || (progress && progress.section === index) ? travelled : open}
              tall={size === 'tall'}
            />
          ),
      )}
      <Station station={data.from} x={layout.stationRadius} layout={layout} />
      <Station station={data.to} x={layout.width - layout.stationRadius} layout={layout} pale={farAway} />
      {layout.stoppedAt !== undefined && <Cross x={layout.stoppedAt} y={layout.y} />}
      {layout.labels.map((label) => (
        <Words key={`${label.x}${label.text}`} label={label} />
      ))}
      {layout.marker && (
        <g>
          <Boat x={layout.marker.x} y={layout.marker.y} />
          {layout.marker.label && <Words label={layout.marker.label} strong />}
        </g>
      )}
    </svg>
  );
}

function Way({
  section,
  y,
  colour,
  thick,
  travelled,
}: {
  section: LineSection;
  y: number;
  colour: string;
  thick: number;
  travelled: string;
}) {
  if (section.kind === 'stop') return null;
  const middle = section.x1 + (section.x2 - section.x1) * section.travelled;
  const offsets = section.double ? [-2.75, 2.75] : [0];
  const width = section.double ? 2 : thick;
  const dash = thick === 4 ? '1 8' : '1 7';
  return (
    <g fill="none" strokeLinecap="round" strokeWidth={width}>
      {offsets.map((offset) => (
        <g key={offset}>
          {middle < section.x2 - 2 && (
            <path
              d={`M${middle + (section.travelled > 0 ? 6 : 3)} ${y + offset}H${section.x2 - 3}`}
              stroke={colour}
              strokeDasharray={dash}
            />
          )}
          {section.travelled > 0 && <path d={`M${section.x1} ${y + offset}H${middle}`} stroke={travelled} />}
        </g>
      ))}
    </g>
  );
}

/** A provider's stop is as long as its swap takes; the travelled part is filled, each part of a stream is a tick. */
function Stop({
  section,
  layout,
  colour,
  tall,
}: {
  section: LineSection;
  layout: RouteLineLayout;
  colour: string;
  tall: boolean;
}) {
  const clip = useId();
  const width = section.x2 - section.x1;
  const top = layout.y - layout.stopHeight / 2;
  const each = section.parts ? width / section.parts : 0;
  const ticks =
    each >= 9 ? Array.from({ length: (section.parts ?? 1) - 1 }, (_, i) => section.x1 + each * (i + 1)) : [];
  const shape = { x: section.x1, y: top, width, height: layout.stopHeight, rx: layout.stopHeight / 2 };
  return (
    <g>
      <clipPath id={clip}>
        <rect {...shape} />
      </clipPath>
      <rect {...shape} fill="var(--sheet)" />
      {section.travelled > 0 && (
        <rect
          {...shape}
          rx={0}
          width={width * section.travelled}
          fill={colour}
          opacity={0.2}
          clipPath={`url(#${clip})`}
          className="transition-[width] duration-250"
        />
      )}
      <g clipPath={`url(#${clip})`} stroke={colour} strokeWidth={1} opacity={0.7}>
        {ticks.map((x) => (
          <path key={x} d={`M${x} ${top + layout.stopHeight - (tall ? 6 : 4)}v6`} />
        ))}
      </g>
      <rect {...shape} fill="none" stroke={colour} strokeWidth={2} />
      <StopName section={section} y={layout.y} size={tall ? 14 : 12} />
    </g>
  );
}

/** Mark and name of a provider, together in the middle of its stop. */
function StopName({ section: { x1, x2, title, icon }, y, size }: { section: LineSection; y: number; size: 12 | 14 }) {
  const clip = useId();
  const mark = markWidth(size);
  const lead = icon ? mark + (title ? MARK_GAP : 0) : 0;
  const left = (x1 + x2 - lead - textWidth(title ?? '', size)) / 2;
  return (
    <>
      {icon && (
        <>
          <clipPath id={clip}>
            <circle cx={left + mark / 2} cy={y} r={mark / 2} />
          </clipPath>
          <image href={icon} x={left} y={y - mark / 2} width={mark} height={mark} clipPath={`url(#${clip})`} />
        </>
      )}
      {title && (
        <text
          x={(x1 + x2 + lead) / 2}
          y={y + (size === 14 ? 5 : 4)}
          textAnchor="middle"
          className={`font-sans font-medium ${size === 14 ? 'text-14' : 'text-12'}`}
          fill="var(--ink)"
        >
          {title}
        </text>
      )}
    </>
  );
}

function Station({
  station,
  x,
  layout,
  pale = false,
  radius: r = layout.stationRadius,
}: {
  station: LineStation;
  x: number;
  layout: RouteLineLayout;
  pale?: boolean;
  radius?: number;
}) {
  const clip = useId();
  return (
    <g opacity={pale ? 0.55 : 1}>
      <clipPath id={clip}>
        <circle cx={x} cy={layout.y} r={r} />
      </clipPath>
      <circle cx={x} cy={layout.y} r={r} fill="var(--ink-3)" />
      <text x={x} y={layout.y + 4} textAnchor="middle" className="font-sans font-semibold text-12" fill="var(--sheet)">
        {station.symbol.charAt(0)}
      </text>
      {station.icon && (
        <image href={station.icon} x={x - r} y={layout.y - r} width={r * 2} height={r * 2} clipPath={`url(#${clip})`} />
      )}
    </g>
  );
}

const Words = ({ label, strong = false }: { label: LineLabel; strong?: boolean }) => (
  <text
    x={label.x}
    y={label.y}
    textAnchor="middle"
    className={`${LABEL} num ${strong ? 'font-semibold' : ''}`}
    fill={strong ? 'var(--water)' : 'var(--ink-3)'}
  >
    {label.text}
  </text>
);
