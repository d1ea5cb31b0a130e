/** Refuses to sign terms other than those requested, whatever the answer's copy of the request says. */
import type { NetworkName } from '../chains/chain.ts';
import { holdTerms } from '../payments/hold-terms.ts';
import type { PayableRoute } from '../payments/payable-route.ts';
import { mismatch } from '../payments/payment-fields.ts';
import { refusal } from './refuse.ts';
import type { Asked } from './wallet-types.ts';

/**
 * Checks the route's own terms; its reader compares its bytes with these terms. @throws {PaymentError} `mismatch`:
 * nothing was sent.
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
