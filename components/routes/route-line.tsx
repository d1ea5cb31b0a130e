'use client';
import { useId, useRef } from 'react';
import { useWidth } from '../ui/use-width.ts';
import { type LineStation, type RouteLineData, routeLineWords } from './route-line-data.ts';
import {
  type LineLabel,
  type LineSection,
  type LineSize,
  layoutRouteLine,
  type RouteLineLayout,
} from './route-line-layout.ts';

/** `quiet` for a route on offer, `water` for the chosen one; a swap under way has the colour of its state. */
export type LineTone = 'quiet' | 'water';

const LABEL = 'font-sans text-12';
const STATE_COLOUR = {
  travelling: 'var(--water)',
  arrived: 'var(--moss)',
  turnedBack: 'var(--amber)',
  stopped: 'var(--red)',
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
  const farAway = progress !== undefined && progress.state !== 'arrived';
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
      {layout.joints.map((joint) => (
        <g key={joint.x}>
          <circle cx={joint.x} cy={layout.y} r={6} fill="var(--sheet)" stroke={open} strokeWidth={2} />
          {joint.label && <Words label={joint.label} />}
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
      {section.title && (
        <text
          x={(section.x1 + section.x2) / 2}
          y={layout.y + (tall ? 5 : 4)}
          textAnchor="middle"
          className={`font-sans font-medium ${tall ? 'text-14' : 'text-12'}`}
          fill="var(--ink)"
        >
          {section.title}
        </text>
      )}
    </g>
  );
}

function Station({
  station,
  x,
  layout,
  pale = false,
}: {
  station: LineStation;
  x: number;
  layout: RouteLineLayout;
  pale?: boolean;
}) {
  const clip = useId();
  const r = layout.stationRadius;
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

function TurnBack({ layout, colour, thick }: { layout: RouteLineLayout; colour: string; thick: number }) {
  if (!layout.turn) return null;
  const { x, y } = layout.turn;
  const r = (y - layout.y) / 2;
  const end = layout.stationRadius;
  return (
    <g fill="none" stroke={colour} strokeWidth={thick} strokeLinecap="round" strokeLinejoin="round">
      <path d={`M${x} ${layout.y}a${r} ${r} 0 0 1 0 ${r * 2}H${end + 4}`} />
      <path d={`M${end + 11} ${y - 7}L${end + 3} ${y}l8 7`} />
    </g>
  );
}

const Cross = ({ x, y }: { x: number; y: number }) => (
  <g>
    <circle cx={x} cy={y} r={9} fill="var(--sheet)" stroke="var(--red)" strokeWidth={2} />
    <path d={`M${x - 3} ${y - 3}l6 6m0 -6l-6 6`} stroke="var(--red)" strokeWidth={2} strokeLinecap="round" />
  </g>
);

/** Where the boat is. It is carried over what it has to pass. */
const Boat = ({ x, y }: { x: number; y: number }) => (
  <g style={{ transform: `translate(${x}px, ${y}px)` }} className="transition-transform duration-250 ease-out">
    <path
      d="M-13 -11.500C-10.500 -9.800 -7.500 -9 -5 -8.800L5 -8.800C7.500 -9 10.500 -9.800 13 -11.500C11.500 -5 7 -1.500 0 -1.500S-11.500 -5 -13 -11.500Z"
      fill="var(--water)"
      stroke="var(--sheet)"
      strokeWidth={1.5}
      strokeLinejoin="round"
    />
  </g>
);

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
