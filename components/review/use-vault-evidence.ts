'use client';
import { useEffect, useState } from 'react';
import type { SaleRequest } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { sameAddress } from '../../lib/chains/address.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { routeKey } from '../routes/route-money.ts';
import { api } from '../ui/api.ts';

/** `at`: Unix milliseconds of the answer. */
export type VaultEvidence =
  | { state: 'checking' }
  | { state: 'same'; at: number }
  | { state: 'changed'; at: number }
  | { state: 'unknown' };

/** Vaults churn every few days, and a retired one keeps what is sent to it. */
const EVERY_MS = 60_000;

/** The network's vault that takes the payment, directly or behind its router; undefined where none does. */
export const vaultOf = ({ memo, inboundAddress, meta }: WireRoute): string | undefined =>
  memo === undefined ? undefined : (meta.vaultAddress ?? inboundAddress);

async function ask(route: WireRoute, request: SaleRequest, vault: string, signal: AbortSignal): Promise<VaultEvidence> {
  const { includeTx: _creates, ...question } = request;
  const quote = await api.quote({ ...question, providers: route.providers }, { signal });
  const fresh = quote.routes.find((other) => routeKey(other) === routeKey(route));
  const now = fresh && vaultOf(fresh);
  const at = Date.now();
  if (now !== undefined)
    return { state: sameAddress(assetOf(route.sellAsset).chain, now, vault) ? 'same' : 'changed', at };
  // The provider has stopped trading, so nothing should be sent to it now.
  const isHalted = quote.providerErrors?.some(({ errorCode }) => errorCode === 'tradingHalted') === true;
  return isHalted ? { state: 'changed', at } : { state: 'unknown' };
}

/** Asks the provider on opening and every minute whether its vault is still the reviewed one. */
export function useVaultEvidence(route: WireRoute | undefined, request: SaleRequest): VaultEvidence | undefined {
  const [evidence, setEvidence] = useState<VaultEvidence>({ state: 'checking' });
  const vault = route && vaultOf(route);
  useEffect(() => {
    if (!route || vault === undefined) return;
    const abort = new AbortController();
    const check = () =>
      void ask(route, request, vault, abort.signal)
        .catch((): VaultEvidence => ({ state: 'unknown' }))
        .then((next) => !abort.signal.aborted && setEvidence(next));
    setEvidence({ state: 'checking' });
    check();
    const timer = setInterval(check, EVERY_MS);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [route, request, vault]);
  return vault === undefined ? undefined : evidence;
}
