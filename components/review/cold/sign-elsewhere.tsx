'use client';
import type { ReactNode } from 'react';
import type { WireRoute } from '../../../lib/api/schemas/route.ts';
import type { ColdStep } from '../../../lib/wallet/export/evm-plan.ts';
import type { Asked } from '../../../lib/wallet/wallet-types.ts';
import { assetView } from '../../tokens/asset-view.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { clock, fullAmount } from '../../ui/format.ts';
import { HashLink } from '../../ui/hash-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useText } from '../../ui/text.tsx';
import { type FailedPayment, failureText } from '../payment-failure.ts';
import { mayBeSigned } from '../signing.ts';
import { useSecondsLeft } from '../use-seconds-left.ts';
import { useSigning } from '../use-signing.ts';
import { WhatYouSign } from '../what-you-sign.tsx';
import { BringBack } from './bring-back.tsx';
import { type ColdKind, coldKind } from './cold-kind.ts';
import { TakeAlong } from './take-along.tsx';
import { type ColdState, useColdPayment } from './use-cold-payment.ts';

export type SignElsewhereProps = {
  route: WireRoute;
  /** The user's request. */
  asked: Asked;
  /** Shown above when the price has moved, and stops the payment. */
  priceMoved?: ReactNode;
  /** Called before the signed transaction is sent. @throws {PaymentError} where the price has moved. */
  confirmPrice: () => Promise<void>;
  onBack: () => void;
  onAgain: () => void;
  /** Called when the hash is known and the payment is about to be sent. */
  onHash: (hash: string) => void;
  onSent: (hash: string) => void;
};

/**
 * Payment with a wallet that is never connected: the transaction is exported, and the signed one is imported and
 * checked.
 */
export function SignElsewhere(props: SignElsewhereProps) {
  const kind = coldKind(props.route);
  return kind ? <Elsewhere {...props} kind={kind} /> : null;
}

function Failure({ failure, onRetry }: { failure: FailedPayment; onRetry?: () => void }) {
  const t = useText();
  const { title, money, remedy } = failureText(t, failure);
  return (
    <Notice
      kind={failure.nothingSent ? 'care' : 'loss'}
      live="assertive"
      title={title}
      action={onRetry && failure.nothingSent && <Button onClick={onRetry}>{t('Prepare it again')}</Button>}
    >
      <p>
        {money} {remedy}
      </p>
      {failure.detail && (
        <p lang="en" dir="ltr" className="mt-1 text-13">
          {failure.detail}
        </p>
      )}
      {failure.hash && (
        <span className="mt-1 block">
          <HashLink hash={failure.hash} what={t('the hash')} />
        </span>
      )}
    </Notice>
  );
}

function StepNote({ step, route }: { step: ColdStep; route: WireRoute }) {
  const t = useText();
  if (step.kind === 'payment') return null;
  const amount = `${fullAmount(route.sellAmount, t.tag)} ${assetView(route.sellAsset).symbol}`;
  return (
    <Notice title={t('Approve the token first')}>
      {step.kind === 'reset'
        ? t('This first transaction revokes an old allowance. Once it is in a block, the next one is prepared here.')
        : t(
            'This first transaction lets the contract take exactly {amount}. Once it is in a block, the payment is prepared here.',
            {
              amount,
            },
          )}
    </Notice>
  );
}

function Doing({ doing }: { doing: Extract<ColdState, { phase: 'ready' }>['doing'] }) {
  const t = useText();
  return (
    <p role="status" className="min-h-5 text-ink-2">
      {doing === 'checking' && t('Checking…')}
      {doing === 'sending' && t('Sending…')}
      {doing === 'waiting' && t('Waiting for the allowance to be in a block…')}
    </p>
  );
}

function Elsewhere({ route, asked, kind, priceMoved, confirmPrice, ...on }: SignElsewhereProps & { kind: ColdKind }) {
  const { onBack, onAgain, onHash, onSent } = on;
  const t = useText();
  const signing = useSigning(route, 'transaction', false, asked);
  const { state, prepare, take } = useColdPayment(kind, asked, route, { hash: onHash, sent: onSent, confirmPrice });
  const left = useSecondsLeft(route);
  const over = left === 0;
  const stopped = over || Boolean(priceMoved) || !mayBeSigned(signing);
  const ready = state.phase === 'ready' ? state : undefined;
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {t(
          'For a wallet on another device: take the unsigned transaction there, then bring it back signed. Nothing is sent until then.',
        )}
      </p>
      {left !== undefined && !over && (
        <p className="num flex justify-between gap-4 text-ink-2">
          {t('This quote expires in')} <span className="text-ink">{clock(left)}</span>
        </p>
      )}
      {!over && priceMoved}
      {over && (
        <Notice
          kind="care"
          live="assertive"
          title={t('This quote has expired. Nothing was sent, and your form is as you left it.')}
          action={<Button onClick={onAgain}>{t('Get a new quote')}</Button>}
        />
      )}
      <Disclosure summary={t('What you will sign')} open={!mayBeSigned(signing)}>
        <WhatYouSign route={route} state={signing} />
      </Disclosure>
      {state.phase === 'preparing' && (
        <div aria-busy="true" className="grid gap-2">
          <p role="status" className="text-ink-2">
            {t('Preparing the transaction…')}
          </p>
          <Skeleton className="h-32" />
        </div>
      )}
      {state.phase === 'failed' && <Failure failure={state.failure} onRetry={prepare} />}
      {ready && (
        <>
          {ready.made.step && <StepNote step={ready.made.step} route={route} />}
          <TakeAlong made={ready.made} />
          <BringBack
            key={ready.made.step?.tx.nonce ?? kind}
            kind={kind}
            busy={ready.doing !== undefined}
            blocked={stopped}
            refusal={ready.refusal}
            label={
              ready.made.step === undefined || ready.made.step.kind === 'payment'
                ? t('Check it and swap {amount} {symbol}', {
                    amount: fullAmount(route.sellAmount, t.tag),
                    symbol: assetView(route.sellAsset).symbol,
                  })
                : t('Check and send the allowance')
            }
            onTake={(given) => void take(ready.made, given)}
          />
          <Doing doing={ready.doing} />
          {ready.failure && <Failure failure={ready.failure} onRetry={prepare} />}
        </>
      )}
      <Button look="ghost" size="small" className="justify-self-center" onClick={onBack}>
        {t('Back to the review')}
      </Button>
    </div>
  );
}
