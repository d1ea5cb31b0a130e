'use client';
import { useRouter } from 'next/navigation';
import { useCallback, useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { type ConnectedAccount, PaymentError, type PayStep, type Wallets } from '../../lib/wallet/wallet-types.ts';
import { type SavedSwap, savedRoute, saveSwap, trackPath } from './saved-swaps.ts';
import { tellHash } from './use-saved-swaps.ts';

export type Payment =
  | { phase: 'idle' }
  | { phase: 'paying'; step: PayStep | undefined; hash?: string }
  /** `hash`: a payment may be under way, whatever the message says. */
  | { phase: 'failed'; title: string; message: string; nothingSent: boolean; hash?: string };

export type QuotedRoute = { quoteId: string; routeIndex: number; route: WireRoute };

/** Writes the hash down first, then tells the service. */
export function recordHash(quoted: QuotedRoute, hash: string): SavedSwap {
  const { quoteId, routeIndex, route } = quoted;
  const chain = assetOf(route.sellAsset).chain;
  const swap: SavedSwap = { quoteId, routeIndex, hash, chain, at: Date.now(), told: false, route: savedRoute(route) };
  saveSwap(swap);
  void tellHash(swap);
  return swap;
}

function failure(error: unknown, hash: string | undefined): Payment {
  const known = error instanceof PaymentError ? error : undefined;
  const nothingSent = known?.nothingSent === true && hash === undefined;
  if (known?.fault === 'rejected' && nothingSent)
    return { phase: 'failed', title: 'You rejected the request', message: 'Nothing was sent.', nothingSent };
  const after = nothingSent
    ? 'Nothing was sent.'
    : 'A payment may be under way: look at its hash before you try again.';
  const message = known?.message ?? 'The wallet answered with an error.';
  return {
    phase: 'failed',
    title: nothingSent ? 'The payment was not made' : 'We cannot tell yet whether the payment was made',
    message: message.includes(after) ? message : `${message} ${after}`,
    nothingSent,
    ...(hash ? { hash } : {}),
  };
}

/** Pays with a wallet and goes to the tracking page once the hash is written down. */
export function usePayment(wallets: Wallets | undefined) {
  const router = useRouter();
  const [payment, setPayment] = useState<Payment>({ phase: 'idle' });
  const pay = useCallback(
    async (account: ConnectedAccount, quoted: QuotedRoute) => {
      if (!wallets) return;
      let saved: SavedSwap | undefined;
      router.prefetch(trackPath(quoted));
      setPayment({ phase: 'paying', step: undefined });
      try {
        await wallets.pay({
          account,
          route: quoted.route,
          onStep: (step) => setPayment((now) => (now.phase === 'paying' ? { ...now, step } : now)),
          onHash: (hash) => {
            saved = recordHash(quoted, hash);
            setPayment((now) => (now.phase === 'paying' ? { ...now, hash } : now));
          },
        });
        if (saved) router.push(trackPath(saved));
      } catch (error) {
        setPayment(failure(error, saved?.hash));
      }
    },
    [wallets, router],
  );
  const reset = useCallback(() => setPayment({ phase: 'idle' }), []);
  return { payment, pay, reset };
}
