/** Draws the elements of the route line: ways, stops and stations, and the marks that a swap leaves on it. */
import { useId } from 'react';
import type { LineStation } from './route-line-data.ts';
import {
  type LineSection,
  MARK_GAP,
  markWidth,
  type RouteLineLayout,
  type StopText,
  textWidth,
} from './route-line-layout.ts';

/** A way: dotted before the swap has travelled it, solid after; doubled after the first leg. */
export function Way({
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
  const dash = thick === 4 ? '0.1 8' : '0.1 7';
  return (
    <g fill="none" strokeLinecap="round" strokeWidth={width}>
      {offsets.map((offset) => (
        <g key={offset}>
          {middle < section.x2 - 2 && (
            <path
              d={`M${middle + (section.travelled > 0 ? 6 : 5)} ${y + offset}H${section.x2 - 4}`}
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

/** A provider's stop, as long as its swap takes. The travelled part is filled; the parts of a stream are ticks. */
export function StopShape({
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
    </g>
  );
}

/** A provider's picture and name, centred in its stop, the picture first in reading order. */
export function StopName({
  section: { title, icon },
  middle,
  y,
  size,
  mirrored,
}: {
  section: LineSection;
  middle: number;
  y: number;
  size: StopText;
  mirrored: boolean;
}) {
  const clip = useId();
  const mark = markWidth(size);
  const lead = icon ? mark + (title ? MARK_GAP : 0) : 0;
  const whole = lead + textWidth(title ?? '', size);
  const left = mirrored ? middle + whole / 2 - mark : middle - whole / 2;
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
          x={middle + ((mirrored ? -1 : 1) * lead) / 2}
          y={y + (size === 14 ? 5 : 4)}
          textAnchor="middle"
          className={`font-sans font-medium ${size === 14 ? 'text-14' : 'text-13'}`}
          fill="var(--ink)"
        >
          {title}
        </text>
      )}
    </>
  );
}

/** An asset in a ring, like a station on a metro map; its chain on the edge unless the asset is the native coin. */
export function Station({
  station,
  x,
  y,
  radius,
  ring,
  pale = false,
}: {
  station: LineStation;
  x: number;
  y: number;
  /** Includes the ring. */
  radius: number;
  ring: string;
  pale?: boolean;
}) {
  const clip = useId();
  const r = radius - 2.5;
  const small = radius * 0.42;
  const corner = radius * 0.72;
  return (
    <g>
      <circle cx={x} cy={y} r={radius - 1} fill="var(--sheet)" stroke={ring} strokeWidth={2} />
      <g opacity={pale ? 0.55 : 1}>
        <clipPath id={clip}>
          <circle cx={x} cy={y} r={r} />
        </clipPath>
        <circle cx={x} cy={y} r={r} fill="var(--ink-3)" />
        <text x={x} y={y + 4} textAnchor="middle" className="font-sans font-semibold text-13" fill="var(--sheet)">
          {station.symbol.charAt(0)}
        </text>
        {station.icon && (
          <image href={station.icon} x={x - r} y={y - r} width={r * 2} height={r * 2} clipPath={`url(#${clip})`} />
        )}
        {station.badge && (
          <>
            <circle cx={x + corner} cy={y + corner} r={small + 1.5} fill="var(--sheet)" />
            <image
              href={station.badge}
              x={x + corner - small}
              y={y + corner - small}
              width={small * 2}
              height={small * 2}
            />
          </>
        )}
      </g>
    </g>
  );
}

export function TurnBack({ layout, colour, thick }: { layout: RouteLineLayout; colour: string; thick: number }) {
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

/** The line around a stop whose swap could not be done. */
export function Bypass({
  bypass: { x1, x2, y: below },
  y,
  colour,
  thick,
}: {
  bypass: NonNullable<RouteLineLayout['bypass']>;
  y: number;
  colour: string;
  thick: number;
}) {
  return (
    <path
      d={`M${x1 - 9} ${y}C${x1 - 1} ${y} ${x1 - 5} ${below} ${x1 + 5} ${below}H${x2 - 5}C${x2 + 5} ${below} ${x2 + 1} ${y} ${x2 + 9} ${y}`}
      fill="none"
      stroke={colour}
      strokeWidth={thick}
      strokeLinecap="round"
    />
  );
}

export const Cross = ({ x, y }: { x: number; y: number }) => (
  <g>
    <circle cx={x} cy={y} r={9} fill="var(--sheet)" stroke="var(--red)" strokeWidth={2} />
    <path d={`M${x - 3} ${y - 3}l6 6m0 -6l-6 6`} stroke="var(--red)" strokeWidth={2} strokeLinecap="round" />
  </g>
);

/** Marks the position of the swap; it is lifted over the stops that it passes. */
export const Boat = ({ x, y, still }: { x: number; y: number; still: boolean }) => (
  <g
    {...(still
      ? { transform: `translate(${x} ${y})` }
      : {
          style: { transform: `translate(${x}px, ${y}px)` },
          className: 'transition-transform duration-250 ease-out',
        })}
  >
    <path
      d="M-13 -11.500C-10.500 -9.800 -7.500 -9 -5 -8.800L5 -8.800C7.500 -9 10.500 -9.800 13 -11.500C11.500 -5 7 -1.500 0 -1.500S-11.500 -5 -13 -11.500Z"
      fill="var(--water)"
      stroke="var(--sheet)"
      strokeWidth={1.5}
      strokeLinejoin="round"
    />
  </g>
);
