/** Asks the host before money moves, and turns its veto into an ordinary payment error. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { PaidBy } from '../../lib/payments/payable-route.ts';
import { type PaymentDeed, PaymentError } from '../../lib/wallet/wallet-types.ts';
import type { Embedding } from './embedding.tsx';
import { aboutPayment } from './summaries.ts';
import { Vetoed } from './vetoed.ts';

/** @throws {PaymentError} `vetoed`; nothing was sent. */
export async function assertNotVetoed(
  { ask, tell }: Pick<Embedding, 'ask' | 'tell'>,
  quoted: { quoteId: string; routeIndex: number; route: WireRoute },
  deed: PaymentDeed,
  by: PaidBy | 'byHand',
): Promise<void> {
  const about = aboutPayment(quoted);
  const spender = quoted.route.meta.approvalAddress;
  try {
    await ask(
      deed === 'approval'
        ? { type: 'beforeApproval', ...about, ...(spender ? { spender } : {}) }
        : { type: 'beforeSign', ...about, by },
    );
  } catch (error) {
    if (!(error instanceof Vetoed)) throw error;
    const { message, silent } = error;
    tell({
      type: 'error',
      code: silent ? 'hookTimeout' : 'vetoed',
      message: message || `The host vetoed the ${deed}.`,
    });
    throw new PaymentError('vetoed', message, { nothingSent: true, cause: error });
  }
}
