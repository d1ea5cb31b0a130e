import type { ReactNode } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { PaidBy } from '../../lib/wallet/wallet-types.ts';
import { routeMoney } from '../routes/route-money.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { clock, percent } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useNow } from '../ui/use-now.ts';
import { PaidByChoice } from './paid-by-choice.tsx';
import { ReviewAddresses, ReviewFees, ReviewNumbers, ReviewSides } from './review-facts.tsx';
import { TwoLegs } from './two-legs.tsx';
import { WhatYouSign } from './what-you-sign.tsx';

/** One for each real danger; none is ever set beforehand. */
export type Consent = 'noGuarantee' | 'bigLoss';

/** All-in losses from here on are asked about. */
const BIG_LOSS_PERCENT = -5;

export function consentsFor(route: WireRoute): Consent[] {
  const { allInPercent } = routeMoney(route);
  return [
    ...(route.expectedBuyAmountMaxSlippage === '0' ? ['noGuarantee' as const] : []),
    ...(allInPercent !== undefined && allInPercent <= BIG_LOSS_PERCENT ? ['bigLoss' as const] : []),
  ];
}

function Updated({ changePercent, nowThrough }: { changePercent: number; nowThrough: string | undefined }) {
  const same = Math.abs(changePercent) < 0.001;
  if (same && nowThrough === undefined) return null;
  const worse = changePercent < 0 && !same;
  return (
    <Notice kind={worse ? 'care' : 'word'} live="polite">
      {!same && `Updated: ${percent(changePercent, 'en', { signed: true, digits: 3 })} against the quote that you chose. `}
      {nowThrough !== undefined && `The two legs now meet in ${nowThrough}, which gives more.`}
    </Notice>
  );
}

function ConsentBox({
  consent,
  route,
  given,
  onConsent,
}: {
  consent: Consent;
  route: WireRoute;
  given: boolean;
  onConsent: (given: boolean) => void;
}) {
  const loss = Math.abs(routeMoney(route).allInPercent ?? 0);
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-10 border border-red p-3">
      <input
        type="checkbox"
        checked={given}
        onChange={(event) => onConsent(event.target.checked)}
        className="mt-0.5 size-5 shrink-0 accent-(--red)"
      />
      <span>
        {consent === 'noGuarantee'
          ? 'I understand that this route guarantees nothing: I may receive next to nothing.'
          : `I understand that I lose about ${percent(loss)} of the value.`}
      </span>
    </label>
  );
}

function ExpiresIn({ expiration }: { expiration: string }) {
  const now = useNow();
  const left = Math.max(0, Number(expiration) - Math.floor(now / 1000));
  return (
    <Rows>
      <Row name="This quote expires in">
        <span aria-live="off">{clock(left)}</span>
      </Row>
    </Rows>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-line border-t pt-4">
      <h3 className="font-semibold text-14">{title}</h3>
      {children}
    </section>
  );
}

/** All that decides whether somebody signs. */
export function ReviewBody({
  route,
  slippage,
  changePercent,
  nowThrough,
  byHand = false,
  by = 'transaction',
  onBy,
  busy = false,
  consents,
  onConsent,
}: {
  route: WireRoute;
  slippage: number;
  changePercent: number;
  /** Symbol of the asset in which two legs meet now, where it is another than when the route was chosen. */
  nowThrough?: string | undefined;
  /** No wallet is connected. */
  byHand?: boolean;
  by?: PaidBy;
  /** Left out where there is nothing to choose. */
  onBy?: ((by: PaidBy) => void) | undefined;
  /** A payment is under way: nothing is chosen any more. */
  busy?: boolean;
  consents: ReadonlySet<Consent>;
  onConsent: (consent: Consent, given: boolean) => void;
}) {
  return (
    <>
      <Updated changePercent={changePercent} nowThrough={nowThrough} />
      <ReviewSides route={route} />
      <div className="grid gap-2 border-line border-t pt-4">
        <ReviewNumbers route={route} slippage={slippage} />
        {route.expiration && <ExpiresIn expiration={route.expiration} />}
      </div>
      {route.warnings.map((warning) => (
        <Notice key={warning.code} kind="care" title={warning.display}>
          {warning.tooltip}
        </Notice>
      ))}
      {route.meta.bridge && (
        <Part title="Two legs, one payment">
          <TwoLegs route={route} />
        </Part>
      )}
      <Disclosure summary="Fees, and who gets them">
        <ReviewFees route={route} />
      </Disclosure>
      <Part title="Addresses">
        <ReviewAddresses route={route} />
      </Part>
      <Part title="What you will sign">
        {onBy && <PaidByChoice by={by} onBy={onBy} busy={busy} />}
        <WhatYouSign route={route} byHand={byHand} by={by} />
      </Part>
      {consentsFor(route).map((consent) => (
        <ConsentBox
          key={consent}
          consent={consent}
          route={route}
          given={consents.has(consent)}
          onConsent={(given) => onConsent(consent, given)}
        />
      ))}
      <p className="text-12 text-ink-3">Nobody from Portage will ever ask for your keys.</p>
    </>
  );
}
