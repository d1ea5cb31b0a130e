/** What a swap leaves on its line: where it is, where it turned, what it passed by, where it stopped. */
import type { RouteLineLayout } from './route-line-layout.ts';

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

/** Past a stop that could not be made. */
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

/** Where the boat is. It is carried over what it has to pass. */
export const Boat = ({ x, y }: { x: number; y: number }) => (
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
