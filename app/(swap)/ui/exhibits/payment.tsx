'use client';
import type { FailedPayment } from '../../../../components/review/payment-failure.ts';
import { PaymentState } from '../../../../components/review/payment-state.tsx';
import { ReviewFooter, type ReviewFooterProps } from '../../../../components/review/review-footer.tsx';
import { useSecondsLeft } from '../../../../components/review/use-seconds-left.ts';
import type { WireRoute } from '../../../../lib/api/schemas/route.ts';
import { PAYMENT_FAULTS, type PaymentFault, type PayStep } from '../../../../lib/wallet/wallet-types.ts';
import { inSeconds, noop, State, States } from '../frame.tsx';
import { streamingRoute } from '../samples.ts';
import { bonkToBitcoin, tokenToBitcoin } from '../two-leg-samples.ts';

const STEPS: readonly (readonly PayStep[])[] = [
  ['switchingNetwork'],
  ['switchingNetwork', 'checking', 'approving'],
  ['switchingNetwork', 'checking', 'approving', 'waitingForApproval', 'checking', 'signing'],
  ['switchingNetwork', 'checking', 'approving', 'waitingForApproval', 'checking', 'signing', 'sending'],
  ['switchingNetwork', 'checking', 'permitting'],
  ['switchingNetwork', 'checking', 'signingAtOnce'],
  ['switchingNetwork', 'checking', 'signingInTurn'],
];
const stopped = (fault: PaymentFault, nothingSent = true): FailedPayment => ({
  phase: 'failed',
  fault,
  nothingSent,
  expired: nothingSent && fault === 'expired',
  ...(fault === 'lowGas' ? { detail: '0.0021 ETH is missing for the network fee.' } : {}),
  ...(nothingSent ? {} : { hash: '0x51b1f0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d' }),
});

const ACCOUNT = {
  walletId: 'xverse',
  walletName: 'Xverse',
  chain: 'BTC',
  address: streamingRoute.sourceAddress,
} as const;
const lasting = (route: WireRoute, seconds: number): WireRoute => ({ ...route, expiration: inSeconds(seconds) });

function Footer(props: Partial<ReviewFooterProps> & { route: WireRoute }) {
  const { route, ...more } = props;
  return (
    <div className="grid gap-2">
      <ReviewFooter
        quoted={{ quoteId: 'q_0193f2a7', routeIndex: 0, route }}
        left={useSecondsLeft(route)}
        account={undefined}
        payment={{ phase: 'idle' }}
        by="transaction"
        onPay={noop}
        onByHand={noop}
        onAgain={noop}
        onConnect={noop}
        {...more}
      />
    </div>
  );
}

/** Paying: its button, its steps, and every failure. */
export function Payments() {
  return (
    <States>
      <State name="Footer: by a wallet; by hand; a wallet that is missing; too late" card>
        <Footer route={{ ...lasting(streamingRoute, 754), tx: 'a transaction' }} account={ACCOUNT} onElsewhere={noop} />
        <Footer route={lasting(streamingRoute, 754)} />
        <Footer route={bonkToBitcoin} />
        <Footer route={lasting(streamingRoute, -1)} />
      </State>
      {STEPS.map((events) => (
        <State key={events.join()} name={`Steps: ${events.at(-1)}`} card>
          <PaymentState payment={{ phase: 'paying', events }} route={tokenToBitcoin} by="transaction" />
        </State>
      ))}
      {PAYMENT_FAULTS.map((fault) => (
        <State key={fault} name={`Stopped: ${fault}`}>
          <PaymentState payment={stopped(fault)} route={tokenToBitcoin} by="transaction" />
        </State>
      ))}
      {(['mismatch', 'unknown'] as const).map((fault) => (
        <State key={fault} name={`Stopped, and may be under way: ${fault}`}>
          <PaymentState payment={stopped(fault, false)} route={tokenToBitcoin} by="transaction" />
        </State>
      ))}
    </States>
  );
}
