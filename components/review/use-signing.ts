'use client';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { type PaidBy, type PayableRoute, withoutTransaction } from '../../lib/payments/payable-route.ts';
import { legProviders, signedLeg } from '../../lib/payments/two-leg/signed-leg.ts';
import type { Asked } from '../../lib/wallet/wallet-types.ts';
import { orderAddress } from '../deposit/order-text.ts';
import { useNetwork } from '../ui/network.tsx';
import { useText } from '../ui/text.tsx';
import { readSigning } from './read-signing.ts';
import type { SigningState } from './signing.ts';
import { useListed } from './use-listed.ts';

/** The route that is signed for two legs, or why it must not be. */
export function toSign(route: PayableRoute): PayableRoute | string {
  if (route.tx === undefined) return route;
  const leg = signedLeg(route);
  return leg.fault ? leg.fault.message : leg.route;
}

/** Without a transaction, and with an address of its own, the swap is paid by a plain transfer. */
export const isPlain = (route: WireRoute, byHand: boolean): boolean =>
  (route.meta.depositChannel !== undefined || orderAddress(route) !== undefined) && (byHand || route.tx === undefined);

/**
 * Reads what a wallet will be asked to sign as soon as the route is known, and compares it with the request.
 * @param asked undefined where a payment is only shown.
 */
export function useSigning(reviewed: WireRoute, by: PaidBy, byHand: boolean, asked?: Asked): SigningState {
  const t = useText();
  const network = useNetwork();
  const listed = useListed([reviewed.sellAsset, reviewed.buyAsset]);
  const [state, setState] = useState<SigningState>('reading');
  const plain = isPlain(reviewed, byHand);
  const paid = useMemo(() => (plain ? withoutTransaction(reviewed) : reviewed), [reviewed, plain]);
  const route = useMemo(() => toSign(paid), [paid]);
  const last = useRef<{ route: PayableRoute | string; by: PaidBy }>(undefined);
  useEffect(() => {
    // Decimals that the list adds later change texts, not what is signed, so nothing flickers meanwhile.
    const isNew = last.current?.route !== route || last.current.by !== by;
    last.current = { route, by };
    if (typeof route === 'string') {
      setState({ sections: [], differences: [], raw: [], fault: route });
      return;
    }
    let gone = false;
    if (isNew) setState('reading');
    const toChannel = legProviders(paid) !== undefined;
    const held = asked && { swap: asked, reviewed: paid };
    readSigning(t, { route, by, network, toChannel, listed: listed ?? {}, asked: held }).then(
      (read) => !gone && setState(read),
    );
    return () => {
      gone = true;
    };
  }, [t, route, paid, by, network, listed, asked]);
  return state;
}
