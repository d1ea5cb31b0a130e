import { encode } from 'uqr';

/** Dark on light in both themes and in forced colours, because many scanners read nothing else. */
export function QrCode({ text, label, size = 184 }: { text: string; label: string; size?: number }) {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 3 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      className="rounded-10 border border-line-2 forced-color-adjust-none"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#0b121a" />
    </svg>
  );
}
