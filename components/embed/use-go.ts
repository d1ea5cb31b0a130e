'use client';
import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { useEmbedding } from './embedding.tsx';

/** Navigates to a path of the site: within a frame to the frame's own page, or in a new window if there is none. */
export function useGo() {
  const router = useRouter();
  const { inside } = useEmbedding();
  return useMemo(() => {
    const through = (go: (place: string) => void) => (path: string) => {
      const place = inside(path);
      if (place === undefined) window.open(path, '_blank', 'noopener');
      else go(place);
    };
    return {
      push: through((place) => router.push(place)),
      replace: through((place) => router.replace(place)),
      prefetch: through((place) => router.prefetch(place)),
    };
  }, [router, inside]);
}
