'use client';
import { useState } from 'react';

/** A round picture with an optional small one on its corner; letters stand in for a picture that does not load. */
export function AssetIcon({
  src,
  badgeSrc,
  letters,
  size = 32,
}: {
  src?: string | undefined;
  badgeSrc?: string | undefined;
  letters: string;
  size?: number;
}) {
  const [failed, setFailed] = useState<string>();
  const badge = Math.round(size * 0.47);
  return (
    <span aria-hidden className="relative inline-block shrink-0" style={{ width: size, height: size }}>
      {src && failed !== src ? (
        // biome-ignore lint/performance/noImgElement: small SVGs of our own; the image optimiser has nothing to do
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          onError={() => setFailed(src)}
          className="size-full rounded-full object-cover"
        />
      ) : (
        <span
          style={{ fontSize: Math.max(9, size * 0.32) }}
          className="grid size-full place-items-center rounded-full bg-ink-3 font-semibold text-sheet"
        >
          {letters.slice(0, 3)}
        </span>
      )}
      {badgeSrc && (
        // biome-ignore lint/performance/noImgElement: as above
        <img
          src={badgeSrc}
          alt=""
          width={badge}
          height={badge}
          style={{ width: badge, height: badge }}
          className="absolute -right-0.5 -bottom-0.5 rounded-full border-2 border-sheet bg-sheet"
        />
      )}
    </span>
  );
}
