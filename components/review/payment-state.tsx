import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { PaidBy } from '../../lib/payments/payable-route.ts';
import { assetView } from '../tokens/asset-view.ts';
import { HashLink } from '../ui/hash-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { failureText } from './payment-failure.ts';
import { paymentSteps } from './payment-steps.ts';
import { StepsList } from './steps-list.tsx';
import type { Payment } from './use-payment.ts';

/** Every step of the payment while it runs, and the failure where it stopped. */
export function PaymentState({ payment, route, by }: { payment: Payment; route: WireRoute; by: PaidBy }) {
  const t = useText();
  if (payment.phase === 'idle') return null;
  if (payment.phase === 'paying') return <StepsList steps={paymentSteps(t, route, by, payment.events)} />;
  const { title, money, remedy } = failureText(t, payment);
  return (
    <Notice kind={payment.nothingSent ? 'care' : 'loss'} live="assertive" title={title}>
      <p>
        {money} {remedy}
      </p>
      {payment.detail && (
        <p lang="en" dir="ltr" className="mt-1 text-13">
          {payment.detail}
        </p>
      )}
      {payment.hash && (
        <span className="mt-1 block">
          <HashLink
            hash={payment.hash}
            what={t('the hash on {chain}', {
              chain: `${assetView(route.sellAsset).chainName} (${assetOf(route.sellAsset).chain})`,
            })}
          />
        </span>
      )}
    </Notice>
  );
}
