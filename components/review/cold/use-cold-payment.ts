'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createGatewayClient } from '../../../lib/api/gateway.ts';
import type { WireRoute } from '../../../lib/api/schemas/route.ts';
import { assetOf } from '../../../lib/domain/asset.ts';
import { pause } from '../../../lib/domain/waiting.ts';
import { ImportError } from '../../../lib/wallet/export/import-error.ts';
import { sendSigned } from '../../../lib/wallet/send-signed.ts';
import type { Asked } from '../../../lib/wallet/wallet-types.ts';
import { useNetwork } from '../../ui/network.tsx';
import { type FailedPayment, paymentFailure } from '../payment-failure.ts';
import type { ColdKind } from './cold-kind.ts';
import { type ColdExport, coldExport } from './cold-payment.ts';

export type ColdState =
  | { phase: 'preparing' }
  | { phase: 'failed'; failure: FailedPayment }
  | {
      phase: 'ready';
      made: ColdExport;
      /** `waiting`: an allowance was sent and is not in a block yet. */
      doing?: 'checking' | 'sending' | 'waiting';
      refusal?: ImportError;
      failure?: FailedPayment;
    };

const gateway = createGatewayClient({ baseUrl: '' });
const EVERY_MS = 3000;
/** After this long without a block the user has to look at the allowance. */
const LONGEST_WAIT_MS = 600_000;

/** @throws what the gateway throws, and where the chain refused the allowance or takes too long. */
async function untilMined(
  chain: Parameters<typeof gateway.receipt>[0],
  hash: string,
  isGone: () => boolean,
): Promise<void> {
  const end = Date.now() + LONGEST_WAIT_MS;
  while (!isGone() && Date.now() < end) {
    const receipt = await gateway.receipt(chain, hash).catch(() => undefined);
    if (receipt?.status === 'success') return;
    if (receipt?.status === 'failed') throw new Error('The allowance failed on its chain.');
    await pause(EVERY_MS);
  }
  throw new Error('The allowance is not in a block yet.');
}

/**
 * A payment that is signed elsewhere: prepared, imported, sent. An allowance that must come first is a round of its
 * own, after which the next transaction is prepared.
 */
export function useColdPayment(
  kind: ColdKind,
  asked: Asked,
  route: WireRoute,
  on: { hash: (hash: string) => void; sent: (hash: string) => void; confirmPrice: () => Promise<void> },
) {
  const network = useNetwork();
  const [state, setState] = useState<ColdState>({ phase: 'preparing' });
  const gone = useRef(false);
  const turn = useRef(0);
  const latest = useRef(on);
  latest.current = on;
  const prepare = useCallback(() => {
    turn.current += 1;
    const mine = turn.current;
    setState({ phase: 'preparing' });
    coldExport(kind, asked, route, network)
      .then((made): ColdState => ({ phase: 'ready', made }))
      .catch((error: unknown): ColdState => ({ phase: 'failed', failure: paymentFailure(error, undefined) }))
      .then((next) => !gone.current && mine === turn.current && setState(next));
  }, [kind, asked, route, network]);
  useEffect(() => {
    gone.current = false;
    prepare();
    return () => {
      gone.current = true;
    };
  }, [prepare]);
  const take = useCallback(
    async (made: ColdExport, given: string) => {
      const { chain } = assetOf(route.sellAsset);
      const isPayment = made.step === undefined || made.step.kind === 'payment';
      let hash: string | undefined;
      setState({ phase: 'ready', made, doing: 'checking' });
      try {
        const signed = await made.take(given);
        await latest.current.confirmPrice();
        setState({ phase: 'ready', made, doing: 'sending' });
        if (isPayment) {
          // The hash is saved before the payment is sent, so that the swap can be found whatever the answer is.
          hash = signed.hash;
          latest.current.hash(signed.hash);
        }
        await sendSigned(gateway, chain, signed.raw);
        if (isPayment) {
          latest.current.sent(signed.hash);
          return;
        }
        setState({ phase: 'ready', made, doing: 'waiting' });
        await untilMined(chain, signed.hash, () => gone.current);
        if (!gone.current) prepare();
      } catch (error) {
        if (error instanceof ImportError) setState({ phase: 'ready', made, refusal: error });
        else setState({ phase: 'ready', made, failure: paymentFailure(error, hash) });
      }
    },
    [route, prepare],
  );
  return { state, prepare, take };
}
