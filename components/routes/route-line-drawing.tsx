import type { RouteLineData } from './route-line-data.ts';
import { JOINT_RADIUS, type LineLabel, type LineSize, type RouteLineLayout } from './route-line-layout.ts';
import { Boat, Bypass, Cross, Station, StopName, StopShape, TurnBack, Way } from './route-line-marks.tsx';

/** `quiet` for an offered route, `water` for the chosen one; a swap under way takes the colour of its state. */
export type LineTone = 'quiet' | 'water';

const STATE_COLOUR = {
  travelling: 'var(--water)',
  arrived: 'var(--moss)',
  turnedBack: 'var(--amber)',
  stopped: 'var(--red)',
  diverted: 'var(--amber)',
} as const;

/** In forced-colours mode the line uses the reader's colours: its shape carries the meaning. */
const FORCED =
  'forced-colors:[--sheet:Canvas] forced-colors:[--ink:CanvasText] forced-colors:[--ink-3:CanvasText] forced-colors:[--line-3:CanvasText] forced-colors:[--water:Highlight] forced-colors:[--moss:CanvasText] forced-colors:[--amber:CanvasText] forced-colors:[--red:CanvasText]';

type DrawingProps = {
  data: RouteLineData;
  layout: RouteLineLayout;
  tone: LineTone;
  size: LineSize;
  mirrored: boolean;
  /** It never changes: drawn by the server, whose pages may not carry `style` attributes. */
  still?: boolean;
};

/** On right-to-left pages the shapes are mirrored as a whole; pictures and text only move. */
export function RouteLineDrawing({ data, layout, tone, size, mirrored, still = false }: DrawingProps) {
  const { progress } = data;
  const travelled = progress ? STATE_COLOUR[progress.state] : 'var(--water)';
  const open = !progress && tone === 'water' ? 'var(--water)' : 'var(--line-3)';
  const thick = size === 'tall' ? 4 : 3;
  const farAway = progress !== undefined && progress.state !== 'arrived' && progress.state !== 'diverted';
  const at = (x: number) => (mirrored ? layout.width - x : x);
  const begun = progress !== undefined;
  return (
    <svg
      aria-hidden="true"
      width={layout.width}
      height={layout.height}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      className={`block overflow-visible ${FORCED}`}
    >
      <g transform={mirrored ? `matrix(-1 0 0 1 ${layout.width} 0)` : undefined}>
        {layout.sections.map((section) => (
          <Way key={section.x1} section={section} y={layout.y} colour={open} thick={thick} travelled={travelled} />
        ))}
        {layout.turn && <TurnBack layout={layout} colour={travelled} thick={thick} />}
        {layout.bypass && <Bypass bypass={layout.bypass} y={layout.y} colour={travelled} thick={thick} />}
        {layout.sections.map(
          (section, index) =>
            section.kind === 'stop' && (
              <StopShape
                key={section.x1}
                section={section}
                layout={layout}
                colour={section.travelled > 0 || progress?.section === index ? travelled : open}
                tall={size === 'tall'}
              />
            ),
        )}
      </g>
      {layout.joints.map(({ x, station, reached, label }) => (
        <g key={x}>
          <Station station={station} x={at(x)} y={layout.y} radius={JOINT_RADIUS} ring={reached ? travelled : open} />
          {label && <Label label={label} x={at(label.x)} />}
        </g>
      ))}
      {layout.sections.map(
        (section) =>
          section.kind === 'stop' && (
            <StopName
              key={section.x1}
              section={section}
              middle={at((section.x1 + section.x2) / 2)}
              y={layout.y}
              size={layout.stopText}
              mirrored={mirrored}
            />
          ),
      )}
      <Station
        station={data.from}
        x={at(layout.stationRadius)}
        y={layout.y}
        radius={layout.stationRadius}
        ring={begun ? travelled : open}
      />
      <Station
        station={data.to}
        x={at(layout.end - layout.stationRadius)}
        y={layout.y}
        radius={layout.stationRadius}
        ring={begun && !farAway ? travelled : open}
        pale={farAway}
      />
      {layout.stoppedAt !== undefined && <Cross x={at(layout.stoppedAt)} y={layout.y} />}
      {layout.labels.map((label) => (
        <Label key={`${label.x}${label.text}`} label={label} x={at(label.x)} />
      ))}
      {layout.marker && <Boat x={at(layout.marker.x)} y={layout.marker.y} still={still} />}
      {layout.marker?.label && <Label label={layout.marker.label} x={at(layout.marker.label.x)} strong />}
    </svg>
  );
}

const Label = ({ label, x, strong = false }: { label: LineLabel; x: number; strong?: boolean }) => (
  <text
    x={x}
    y={label.y}
    textAnchor="middle"
    className={`font-sans text-13 num ${strong ? 'font-semibold' : ''}`}
    fill={strong ? 'var(--water)' : 'var(--ink-3)'}
  >
    {label.text}
  </text>
);
