'use client';
import { useEffect, useState } from 'react';
import { PageFactsError, pageFacts } from '../../lib/api/page-api.ts';
import { sameAddress } from '../../lib/chains/address.ts';
import { assetOf } from '../../lib/domain/asset.ts';

/** `changed` has the address that the name resolves to now; absent where it resolves to none. */
export type NameCheck = { name: string; state: 'checking' | 'same' | 'unknown' | 'changed'; address?: string };

/**
 * Resolves a name again whenever the reviewed address changes. A changed answer stops the payment.
 * @param name as it was typed into the form; undefined where an address was.
 */
export function useNameCheck(
  name: string | undefined,
  route: { buyAsset: string; destinationAddress: string } | undefined,
): NameCheck | undefined {
  const [check, setCheck] = useState<NameCheck>();
  const { buyAsset, destinationAddress } = route ?? {};
  useEffect(() => {
    if (name === undefined || buyAsset === undefined || destinationAddress === undefined) return;
    const { chain } = assetOf(buyAsset);
    const abort = new AbortController();
    setCheck({ name, state: 'checking' });
    pageFacts
      .resolveName(name, chain, abort.signal)
      .then(
        ({ address }): NameCheck =>
          sameAddress(chain, address, destinationAddress)
            ? { name, state: 'same' }
            : { name, state: 'changed', address },
      )
      .catch(
        (error: unknown): NameCheck =>
          error instanceof PageFactsError && error.status === 404
            ? { name, state: 'changed' }
            : { name, state: 'unknown' },
      )
      .then((next) => !abort.signal.aborted && setCheck(next));
    return () => abort.abort();
  }, [name, buyAsset, destinationAddress]);
  return name === undefined ? undefined : (check ?? { name, state: 'checking' });
}
