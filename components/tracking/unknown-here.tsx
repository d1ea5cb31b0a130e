'use client';
import { useMemo } from 'react';
import { isChainId } from '../../lib/domain/chain-id.ts';
import { rememberedSwap } from '../activity/saved-swaps.ts';
import { UnknownSwap } from './unknown-swap.tsx';

/** A swap that the service does not know, with what this browser has saved of it. */
export function UnknownHere({
  quoteId,
  routeIndex,
  hash,
  message,
}: {
  quoteId: string;
  routeIndex: number;
  hash?: string | undefined;
  message: string;
}) {
  const saved = useMemo(() => rememberedSwap({ quoteId, routeIndex }, hash), [quoteId, routeIndex, hash]);
  return (
    <UnknownSwap
      message={message}
      hash={hash ?? (saved?.hash || undefined)}
      chain={saved && isChainId(saved.chain) ? saved.chain : undefined}
    />
  );
}
