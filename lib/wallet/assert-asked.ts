/** Nothing is signed whose terms are not those that were asked for, whatever the answer repeats of them. */
import type { NetworkName } from '../chains/chain.ts';
import type { AskedSwap, Witnessed } from '../payments/asked-swap.ts';
import { holdTerms } from '../payments/hold-terms.ts';
import type { PayableRoute } from '../payments/payable-route.ts';
import { mismatch } from '../payments/payment-fields.ts';
import { refusal } from './refuse.ts';

/** What a payment is held against before a wallet is asked; `witnessed` as the review had it. */
export type Asked = AskedSwap & { witnessed?: Witnessed | undefined };

/**
 * The route's own terms; its bytes are held against these terms by what reads them.
 * @throws {PaymentError} `mismatch`: nothing was sent.
 */
export function assertAsked(
  asked: Asked,
  route: PayableRoute,
  { network, nowMs }: { network: NetworkName; nowMs: number },
): void {
  const at = { network, nowSeconds: Math.floor(nowMs / 1000), witnessed: asked.witnessed };
  const [fault] = holdTerms(asked, route, at);
  if (!fault) return;
  const { message, asked: wanted, actual } = fault;
  throw refusal(mismatch(`${message} Asked for: ${wanted ?? 'nothing'}; in the payment: ${actual ?? 'nothing'}.`));
}
