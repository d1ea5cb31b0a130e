'use client';
import { useEffect, useState } from 'react';
import { type AddressFacts, pageFacts } from '../../lib/api/page-api.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { DangerFacts } from './dangers.ts';
import { useListed } from './use-listed.ts';

/**
 * What the chain says about the recipient, and the token list about the bought asset. An unknown answer stops nothing.
 */
export function useDangerFacts(route: Pick<WireRoute, 'buyAsset' | 'destinationAddress'>): DangerFacts {
  const { buyAsset, destinationAddress } = route;
  const listed = useListed([buyAsset]);
  const [receiver, setReceiver] = useState<AddressFacts>();
  useEffect(() => {
    if (!destinationAddress) return;
    const abort = new AbortController();
    pageFacts
      .address(assetOf(buyAsset).chain, destinationAddress, abort.signal)
      .then((facts) => setReceiver(facts))
      .catch(() => undefined);
    return () => abort.abort();
  }, [buyAsset, destinationAddress]);
  return { receiver, listed };
}
