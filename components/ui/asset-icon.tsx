'use client';
import { useState } from 'react';
import { classNames } from './class-names.ts';

/**
 * Sizes as classes, because the page's security policy forbids `style` attributes from the server: the picture, its
 * badge (0.47 of it) and its letters (0.32 of it, at least 9 px).
 */
const SIZES = {
  18: { whole: 'size-[18px]', badge: 'size-[8px]', letters: 'text-[9px]' },
  20: { whole: 'size-[20px]', badge: 'size-[9px]', letters: 'text-[9px]' },
  24: { whole: 'size-[24px]', badge: 'size-[11px]', letters: 'text-[9px]' },
  28: { whole: 'size-[28px]', badge: 'size-[13px]', letters: 'text-[9px]' },
  32: { whole: 'size-[32px]', badge: 'size-[15px]', letters: 'text-[10.24px]' },
  36: { whole: 'size-[36px]', badge: 'size-[17px]', letters: 'text-[11.52px]' },
  40: { whole: 'size-[40px]', badge: 'size-[19px]', letters: 'text-[12.8px]' },
} as const;
export type IconSize = keyof typeof SIZES;

/** A round picture with an optional small one on its corner; letters stand for it until it is drawn, and where it fails. */
export function AssetIcon({
  src,
  badgeSrc,
  letters,
  size = 32,
}: {
  src?: string | undefined;
  badgeSrc?: string | undefined;
  letters: string;
  size?: IconSize;
}) {
  const [failed, setFailed] = useState<string>();
  const [drawn, setDrawn] = useState<string>();
  const classes = SIZES[size];
  const pictured = src !== undefined && src !== '' && failed !== src;
  return (
    <span aria-hidden className={classNames('relative inline-block shrink-0', classes.whole)}>
      {(!pictured || drawn !== src) && (
        <span
          className={classNames(
            'absolute inset-0 grid place-items-center rounded-full font-semibold',
            pictured ? 'bg-sunken text-ink-3' : 'bg-ink-3 text-sheet',
            classes.letters,
          )}
        >
          {letters.slice(0, 3)}
        </span>
      )}
      {pictured && (
        // biome-ignore lint/performance/noImgElement: small SVGs of our own; the image optimiser has nothing to do
        <img
          // A picture of the server's own page may be loaded before any listener exists.
          ref={(img) => {
            if (img?.complete && img.naturalWidth > 0) setDrawn(src);
          }}
          src={src}
          alt=""
          width={size}
          height={size}
          // Otherwise the server names each in a header, and the browser fetches them all before the scripts.
          fetchPriority="low"
          onLoad={() => setDrawn(src)}
          onError={() => setFailed(src)}
          className="relative size-full rounded-full object-cover"
        />
      )}
      {badgeSrc && (
        // biome-ignore lint/performance/noImgElement: as above
        <img
          src={badgeSrc}
          alt=""
          fetchPriority="low"
          className={classNames(
            'absolute -right-0.5 -bottom-0.5 rounded-full border-2 border-sheet bg-sheet',
            classes.badge,
          )}
        />
      )}
    </span>
  );
}
