'use client';
import { useEffect, useState } from 'react';
import type { QuoteRequest, QuoteResponse } from '../../lib/api/schemas/quote.ts';
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
  const [check, setCheck] = useState<VaultCheck>('checking');
  const question = request && JSON.stringify(request);
  const key = routeKey(route);
  const { inboundAddress, sellAsset } = route;
  const providers = route.providers.join();
  useEffect(() => {
    if (question === undefined || !inboundAddress) return;
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async () => {
      try {
        const asked = { ...(JSON.parse(question) as QuoteRequest), providers: providers.split(',') }; // written above
        const quote = await api.quote(asked, { signal });
        setCheck(compared(quote, key, inboundAddress, sellAsset));
      } catch {
        if (!signal.aborted) setCheck((now) => (now === 'checking' ? 'unknown' : now));
      }
    };
    setCheck('checking');
    void ask();
    const timer = setInterval(() => void ask(), EVERY_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [question, key, inboundAddress, sellAsset, providers]);
  return check;
}

function compared(quote: QuoteResponse, key: string, inboundAddress: string, sellAsset: string): VaultCheck {
  const fresh = quote.routes.find((other) => routeKey(other) === key);
  const { chain } = assetOf(sellAsset);
  if (fresh?.inboundAddress) return sameAddress(chain, fresh.inboundAddress, inboundAddress) ? 'same' : 'changed';
  const halted = quote.providerErrors?.some((error) => error.errorCode === 'tradingHalted') === true;
  return halted ? 'changed' : 'unknown';
}
