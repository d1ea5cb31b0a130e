'use client';
import { useCallback, useState } from 'react';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { PaidBy } from '../../lib/payments/payable-route.ts';
import type { Asked } from '../../lib/wallet/wallet-types.ts';
import {
  type ConnectedAccount,
  type PaymentDeed,
  PaymentError,
  type PayStep,
  type Wallets,
} from '../../lib/wallet/wallet-types.ts';
import { reportHash } from '../activity/report-hash.ts';
import { type SavedSwap, savedRoute, saveSwap, trackPath } from '../activity/saved-swaps.ts';
import { keepSigned } from '../activity/signed-routes.ts';
import { rememberReviewed } from '../deposit/reviewed-payments.ts';
import { assertNotVetoed } from '../embed/assert-not-vetoed.ts';
import { useEmbedding } from '../embed/embedding.tsx';
import { sentMessage } from '../embed/summaries.ts';
import { useGo } from '../embed/use-go.ts';
import { api } from '../ui/api.ts';
import { type FailedPayment, paymentFailure } from './payment-failure.ts';
import { useAskWitnesses, withTestimony } from './use-witnesses.ts';

/** `events`: what the wallet has reported so far, in order. */
export type Payment =
  | { phase: 'idle' }
  | { phase: 'paying'; events: readonly PayStep[]; hash?: string }
  | FailedPayment;

export type QuotedRoute = { quoteId: string; routeIndex: number; route: WireRoute };

/** Saves the hash first, then reports it to the service. '' stands for a deposit address that waits. */
export function recordHash(quoted: QuotedRoute, hash: string): SavedSwap {
  const { quoteId, routeIndex, route } = quoted;
  const chain = assetOf(route.sellAsset).chain;
  const swap: SavedSwap = {
    quoteId,
    routeIndex,
    hash,
    chain,
    at: Date.now(),
    reported: false,
    route: savedRoute(route),
  };
  saveSwap(swap);
  keepSigned(quoted);
  void reportHash(swap);
  return swap;
}

/**
 * The route as a transfer to its deposit address, which is opened first; the service builds the transfer's transaction.
 * @throws {PaymentError} where it cannot build one: nothing was sent.
 */
async function routeToChannel(quoted: QuotedRoute, asked: Asked, account: ConnectedAccount) {
  const { quoteId, routeIndex, route } = quoted;
  const refused = (message: string, cause?: unknown) =>
    new PaymentError('notSupported', message, { nothingSent: true, cause });
  const from = { sourceAddress: account.address, refundAddress: route.sourceAddress };
  const channel = await api
    .depositChannel({ quoteId, routeIndex, ...from, includeTx: true })
    .catch((error: unknown) => {
      throw refused(error instanceof ApiProblem ? error.detail : '', error);
    });
  if (channel.tx === undefined || channel.txType === undefined) throw refused(channel.txUnavailable ?? '');
  const { depositAddress, tx, txType, expiration } = channel;
  rememberReviewed(quoted, asked, { address: depositAddress });
  recordHash(quoted, '');
  return {
    ...route,
    inboundAddress: depositAddress,
    targetAddress: depositAddress,
    tx,
    ...(expiration ? { expiration } : {}),
    meta: { ...route.meta, txType, approvals: undefined, approvalAddress: undefined },
  };
}

/** Pays with a wallet and opens the tracking page once the hash is saved. */
export function usePayment(wallets: Wallets | undefined) {
  const router = useGo();
  const embedding = useEmbedding();
  const askWitnesses = useAskWitnesses();
  const [payment, setPayment] = useState<Payment>({ phase: 'idle' });
  const pay = useCallback(
    async (
      account: ConnectedAccount,
      quoted: QuotedRoute,
      asked: Asked,
      { by, allowanceBy }: { by: PaidBy; allowanceBy?: PaidBy | undefined },
      /** The last check before a wallet opens. @throws {PaymentError} where the price has moved. */
      confirmPrice: () => Promise<void>,
      /** The check before each request to the wallet. @throws {PaymentError} */
      permit = (deed: PaymentDeed) => assertNotVetoed(embedding, quoted, deed, by),
    ) => {
      if (!wallets) return;
      let saved: SavedSwap | undefined;
      router.prefetch(trackPath(quoted));
      setPayment({ phase: 'paying', events: [] });
      try {
        await wallets.pay({
          account,
          asked,
          route: quoted.route,
          routeKey: { quoteId: quoted.quoteId, routeIndex: quoted.routeIndex },
          ...{ by, allowanceBy },
          before: async (deed) => {
            await permit(deed);
            await confirmPrice();
          },
          onStep: (step) => {
            // Once a signature is submitted, the order may be paid whatever the answer is, so it is tracked without a
            // hash.
            if (step === 'handingIn') recordHash(quoted, '');
            setPayment((now) => (now.phase === 'paying' ? { ...now, events: [...now.events, step] } : now));
          },
          onHash: (hash) => {
            saved = recordHash(quoted, hash);
            setPayment((now) => (now.phase === 'paying' ? { ...now, hash } : now));
          },
          // The same payment with another fee has another hash, which identifies it from then on.
          onReplaced: ({ reason, hash }) => {
            if (reason === 'repriced') recordHash(quoted, hash);
          },
        });
        const sent = saved && sentMessage(quoted, saved.hash);
        if (sent) embedding.tell(sent);
        if (saved) router.push(trackPath(saved));
      } catch (error) {
        const failed = paymentFailure(error, saved?.hash);
        setPayment(failed);
        if (failed.fault !== 'vetoed')
          embedding.tell({ type: 'error', code: 'paymentFailed', message: failed.detail ?? failed.fault });
        if (by === 'signature' && !failed.nothingSent) router.push(trackPath(quoted));
      }
    },
    [wallets, router, embedding],
  );
  const payToChannel = useCallback(
    async (account: ConnectedAccount, quoted: QuotedRoute, asked: Asked, confirmPrice: () => Promise<void>) => {
      setPayment({ phase: 'paying', events: ['checking'] });
      try {
        // No channel is opened where the host refuses; the deposit is this very payment, so the host is asked once.
        await assertNotVetoed(embedding, quoted, 'payment', 'transaction');
        await confirmPrice();
        const route = await routeToChannel(quoted, asked, account);
        const held = withTestimony(asked, await askWitnesses(asked, { ...route, tx: undefined }));
        await pay(account, { ...quoted, route }, held, { by: 'transaction' }, confirmPrice, async () => undefined);
      } catch (error) {
        setPayment(paymentFailure(error, undefined));
      }
    },
    [pay, embedding, askWitnesses],
  );
  const reset = useCallback(() => setPayment({ phase: 'idle' }), []);
  /** Shows why the payment was not begun. */
  const refuse = useCallback((error: unknown) => setPayment(paymentFailure(error, undefined)), []);
  return { payment, pay, payToChannel, reset, refuse };
}
