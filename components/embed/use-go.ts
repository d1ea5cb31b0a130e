'use client';
import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { useEmbedding } from './embedding.tsx';

/** Navigates to a path of the site: within a frame to the frame's own page, or in a new window if there is none. */
export function useGo() {
  const router = useRouter();
  const { inside } = useEmbedding();
  return useMemo(() => {
    const through = (go: (target: string) => void) => (path: string) => {
      const target = inside(path);
      if (target === undefined) window.open(path, '_blank', 'noopener');
      else go(target);
    };
    return {
      push: through((target) => router.push(target)),
      replace: through((target) => router.replace(target)),
      prefetch: through((target) => router.prefetch(target)),
    };
  }, [router, inside]);
}
