'use client';
import { useEffect, useState } from 'react';
import { type AddressFacts, pageFacts } from '../../lib/api/page-api.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { DangerFacts } from './dangers.ts';
import { useListed } from './use-listed.ts';

function useAddressFacts(chain: ChainId, address: string): AddressFacts | undefined {
  const [facts, setFacts] = useState<AddressFacts>();
  useEffect(() => {
    if (!address) return;
    const abort = new AbortController();
    pageFacts
      .address(chain, address, abort.signal)
      .then(setFacts)
      .catch(() => undefined);
    return () => abort.abort();
  }, [chain, address]);
  return facts;
}

/**
 * What the chains say about the recipient and the payer, and the token list about the bought asset. An unknown answer
 * stops nothing: the wallet's code asks once more before it signs.
 */
export function useDangerFacts(
  route: Pick<WireRoute, 'buyAsset' | 'destinationAddress' | 'sellAsset' | 'sourceAddress'>,
): DangerFacts {
  const { buyAsset, destinationAddress, sellAsset, sourceAddress } = route;
  const listed = useListed([buyAsset]);
  const receiver = useAddressFacts(assetOf(buyAsset).chain, destinationAddress);
  const from = assetOf(sellAsset).chain;
  const sender = useAddressFacts(from, CHAINS[from].kind === 'evm' ? sourceAddress : '');
  return { receiver, sender, listed };
}
