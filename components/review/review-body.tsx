'use client';
import type { ReactNode } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { PaidBy } from '../../lib/payments/payable-route.ts';
import { RouteLine } from '../routes/route-line.tsx';
import { routeLineData } from '../routes/route-line-data.ts';
import { atPricesOf } from '../routes/route-money.ts';
import { shownWarnings } from '../routes/warning-text.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { percent } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { ConsentBox } from './consent-box.tsx';
import { type Consent, consentsFor, type DangerFacts } from './dangers.ts';
import { EvidenceLine } from './evidence-line.tsx';
import { PaidByChoice } from './paid-by-choice.tsx';
import { ReviewAddresses } from './review-addresses.tsx';
import { ReviewFees, ReviewNumbers } from './review-facts.tsx';
import { ReviewFigures } from './review-figures.tsx';
import { ReviewSides } from './review-sides.tsx';
import type { SigningState } from './signing.ts';
import { TwoLegs } from './two-legs.tsx';
import type { NameCheck } from './use-name-check.ts';
import { useSigning } from './use-signing.ts';
import type { VaultEvidence } from './use-vault-evidence.ts';
import { hasAnswered, type WitnessState } from './use-witnesses.ts';
import { WarningNotice } from './warning-notice.tsx';
import { WhatYouSign } from './what-you-sign.tsx';
import { Unwitnessed, WitnessLine } from './witness-line.tsx';

export type { Consent } from './dangers.ts';

function Updated({ changePercent, nowThrough }: { changePercent: number; nowThrough: string | undefined }) {
  const t = useText();
  const same = Math.abs(changePercent) < 0.001;
  if (same && nowThrough === undefined) return null;
  const worse = changePercent < 0 && !same;
  return (
    <Notice
      kind={worse ? 'care' : 'info'}
      live="polite"
      title={
        same
          ? undefined
          : t('Updated: {percent}', { percent: percent(changePercent, t.tag, { signed: true, digits: 3 }) })
      }
    >
      {!same && <p>{t('What you get has changed by this much since you chose this route.')}</p>}
      {nowThrough !== undefined && (
        <p>{t('The two legs now meet in {symbol}, which gives more.', { symbol: nowThrough })}</p>
      )}
    </Notice>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-line border-t pt-4">
      <h3 className="font-semibold text-14">{title}</h3>
      {children}
    </section>
  );
}

export type ReviewBodyProps = {
  route: WireRoute;
  /** The route as chosen from the list, whose quote has the prices that value this one. */
  chosen?: WireRoute;
  slippage: number;
  /** The user has not chosen the tolerance. */
  auto?: boolean | undefined;
  changePercent: number;
  /** The symbol of the asset in which two legs meet, if it has changed since the route was chosen. */
  nowThrough?: string | undefined;
  /** No wallet is connected. */
  byHand?: boolean;
  by?: PaidBy;
  /** Absent where there is no choice. */
  onBy?: ((by: PaidBy) => void) | undefined;
  /** A payment is under way, so nothing can be chosen any more. */
  busy?: boolean;
  consents: ReadonlySet<Consent>;
  onConsent: (consent: Consent, given: boolean) => void;
  /** The reading of what is signed; if absent, it is read here. */
  signing?: SigningState;
  facts?: DangerFacts;
  evidence?: VaultEvidence | undefined;
  /** What independent nodes say about the payment's destination. */
  witness?: WitnessState | undefined;
  name?: NameCheck | undefined;
};

function Signing({ route, by, byHand }: { route: WireRoute; by: PaidBy; byHand: boolean }) {
  return <WhatYouSign route={route} state={useSigning(route, by, byHand)} byHand={byHand} />;
}

/** Everything that decides whether a user signs. */
export function ReviewBody(props: ReviewBodyProps) {
  const t = useText();
  const {
    route,
    chosen = route,
    slippage,
    changePercent,
    nowThrough,
    byHand = false,
    by = 'transaction',
    onBy,
    busy = false,
  } = props;
  const { auto = false, consents, onConsent, signing, facts = {}, evidence, witness, name } = props;
  const valued = atPricesOf(chosen, route);
  const differing = hasAnswered(witness) && witness.verdict === 'differs';
  return (
    <>
      {/* What stops the payment comes before everything else. */}
      {differing && <WitnessLine state={witness} />}
      <Updated changePercent={changePercent} nowThrough={nowThrough} />
      <ReviewSides route={valued} />
      <ReviewAddresses route={route} name={name} />
      <ReviewFigures route={valued} />
      {shownWarnings(route, auto).map((warning) => (
        <WarningNotice key={warning.code} route={route} warning={warning} />
      ))}
      {consentsFor(route, facts).map((consent) => (
        <ConsentBox
          key={consent}
          consent={consent}
          route={route}
          facts={facts}
          given={consents.has(consent)}
          busy={busy}
          onConsent={(given) => onConsent(consent, given)}
        />
      ))}
      <RouteLine data={routeLineData(route)} tone="water" />
      {route.meta.bridge && (
        <Section title={t('Two legs, one payment')}>
          <TwoLegs route={route} />
        </Section>
      )}
      <Section title={t('What you will sign')}>
        {onBy && <PaidByChoice by={by} onBy={onBy} busy={busy} />}
        {!differing && (
          <EvidenceLine route={route} evidence={evidence} {...(witness === undefined ? {} : { witness })} />
        )}
        <Unwitnessed witnessed={route.meta.witnessed} state={witness} />
        {signing ? (
          <WhatYouSign route={route} state={signing} byHand={byHand} />
        ) : (
          <Signing route={route} by={by} byHand={byHand} />
        )}
      </Section>
      <div className="border-line border-t pt-2">
        <Disclosure summary={t('Rate, fees and other details')}>
          <div className="grid gap-4">
            <ReviewNumbers route={route} slippage={slippage} />
            <h4 className="font-semibold text-13">{t('Fees')}</h4>
            <ReviewFees route={valued} />
          </div>
        </Disclosure>
      </div>
      <p className="text-13 text-ink-2">{t('Nobody from Portage will ever ask for your keys.')}</p>
    </>
  );
}
