import { encode } from 'uqr';

/** Dark on light in both themes and in forced colours, because many scanners read nothing else. */
export function QrCode({
  text,
  label,
  size = 184,
  dense = false,
}: {
  text: string;
  label: string;
  size?: number;
  /** For long texts: fewer and larger modules, with less to correct errors by. */
  dense?: boolean;
}) {
  const { data, size: modules } = encode(text, { ecc: dense ? 'L' : 'M', border: 3 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      className="max-w-full rounded-10 border border-line-2 forced-color-adjust-none"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#0b121a" />
    </svg>
  );
}
