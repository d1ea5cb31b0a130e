'use client';
import { useQuery } from '@tanstack/react-query';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { sameAddress } from '../../lib/chains/address.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { routeKey } from '../routes/route-money.ts';
import { api } from '../ui/api.ts';
import type { VaultCheck } from './deposit-card.tsx';

const EVERY_MS = 60_000;

/**
 * Asks the same provider again on opening and every minute, and compares the address that it receives at.
 * A provider that has stopped offering the swap counts as changed: nothing should be sent to it now.
 */
export function useVaultCheck(route: WireRoute, request: QuoteRequest | undefined): VaultCheck {
  const { data, status } = useQuery({
    queryKey: ['vault', routeKey(route), route.inboundAddress, request],
    enabled: request !== undefined && route.inboundAddress !== undefined,
    refetchInterval: EVERY_MS,
    staleTime: 0,
    gcTime: 0,
    retry: 1,
    queryFn: async ({ signal }): Promise<VaultCheck> => {
      if (!request || !route.inboundAddress) return 'unknown';
      const quote = await api.quote({ ...request, providers: route.providers }, { signal });
      const fresh = quote.routes.find((other) => routeKey(other) === routeKey(route));
      const { chain } = assetOf(route.sellAsset);
      if (fresh?.inboundAddress)
        return sameAddress(chain, fresh.inboundAddress, route.inboundAddress) ? 'same' : 'changed';
      const halted = quote.providerErrors?.some((error) => error.errorCode === 'tradingHalted') === true;
      return halted ? 'changed' : 'unknown';
    },
  });
  return data ?? (status === 'error' ? 'unknown' : 'checking');
}
