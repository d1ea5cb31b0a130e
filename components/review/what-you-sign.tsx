'use client';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { traitsOf } from '../../lib/payments/traits.ts';
import { legProviders } from '../../lib/payments/two-leg/signed-leg.ts';
import { orderAddress } from '../deposit/order-text.ts';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { fullAmount } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useText } from '../ui/text.tsx';
import { decodeMemo } from './decode-memo.ts';
import { type Difference, isRead, type Signing, type SigningState, type SignRow, type SignSection } from './signing.ts';
import { isPlain } from './use-signing.ts';

const isLong = (value: string): boolean => value.length > 34 && /^\S+$/.test(value);

/** Text for machines: in full, with a copy button. */
export function RawText({ text, what }: { text: string; what: string }) {
  return (
    <div className="ltr flex max-h-40 items-start gap-2 overflow-y-auto rounded-6 bg-sunken p-2 font-mono text-13">
      <p className="min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
      <span className="sticky top-0 bg-sunken">
        <CopyButton value={text} what={what} />
      </span>
    </div>
  );
}

/** What the network must see with the payment, field by field, and its raw text. */
export function MemoFields({ memo, route }: { memo: string; route: Pick<WireRoute, 'sellAsset' | 'buyAsset'> }) {
  const t = useText();
  const chain = CHAINS[assetOf(route.sellAsset).chain];
  const { fields, bytes } = decodeMemo(t, memo, route.buyAsset);
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
        {t('What the network must see with your payment (memo)')}
        <span className="num font-normal text-13 text-ink-3">
          {t('{n} of {most} bytes', { n: bytes, most: chain.memoLimitBytes })}
        </span>
      </p>
      {fields && (
        <Rows>
          {fields.map((field) => (
            <Row key={field.key} name={field.name} wide={isLong(field.value)}>
              {isLong(field.value) ? <FullAddress address={field.value} /> : <bdi>{field.value}</bdi>}
            </Row>
          ))}
        </Rows>
      )}
      <RawText text={memo} what={t('the memo')} />
    </div>
  );
}

function OneRow({ name, value, as, note }: SignRow) {
  return (
    <Row name={name} note={note} wide={as === 'address' || isLong(value)}>
      {as === 'address' ? (
        <FullAddress address={value} />
      ) : as === 'code' ? (
        <span className="ltr font-mono text-13 [overflow-wrap:anywhere]">{value}</span>
      ) : (
        // An amount reads from left to right, even in right-to-left text.
        <bdi>{value}</bdi>
      )}
    </Row>
  );
}

function Section({ title, rows, steps }: SignSection) {
  return (
    <div className="grid gap-2">
      {title && <p className="font-medium">{title}</p>}
      {rows.length > 0 && (
        <Rows>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: only their order distinguishes two equal rows.
            <OneRow key={index} {...row} />
          ))}
        </Rows>
      )}
      {steps && (
        <ol className="divide-y divide-line">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: only their order distinguishes two equal instructions.
            <li key={index} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-1 py-2">
              <span className="num text-ink-3">{index + 1}</span>
              <span className="min-w-0">
                <span className="block font-medium">{step.name}</span>
                <span className="block text-13 text-ink-2 [overflow-wrap:anywhere]">{step.text}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Both values side by side, so that users can check them themselves. */
function Differences({ differences, fault }: { differences: readonly Difference[]; fault: string | undefined }) {
  const t = useText();
  if (differences.length === 0 && fault === undefined) return null;
  return (
    <Notice kind="loss" live="assertive" title={t('Do not sign: it differs from this review')}>
      {differences.length > 0 && (
        <ul className="grid gap-2 pt-1">
          {differences.map(({ name, reviewed, signed }) => (
            <li key={`${name} ${signed}`} className="grid gap-1 border-red/40 border-s-2 ps-2">
              <span className="font-medium text-ink">{name}</span>
              <span>
                {t('Reviewed:')} <span className="ltr font-mono text-13 text-ink">{reviewed}</span>
              </span>
              <span>
                {t('To sign:')} <span className="ltr font-mono text-13 text-red">{signed}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {fault !== undefined && (
        <p lang="en" dir="ltr" className="mt-1 text-13">
          {fault}
        </p>
      )}
      <p className="mt-1">{t('Nothing was sent. Take another route, or ask for a new quote.')}</p>
    </Notice>
  );
}

function SigningFacts({ signing }: { signing: Signing }) {
  const t = useText();
  return (
    <>
      {signing.sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: only their order distinguishes two equal sections.
        <Section key={index} {...section} />
      ))}
      <Differences differences={signing.differences} fault={signing.fault} />
      {signing.raw.length > 0 && (
        <Disclosure summary={t('Raw data')}>
          <div className="grid gap-2">
            {signing.raw.map(({ name, text }) => (
              <div key={text} className="grid gap-1">
                {signing.raw.length > 1 && <p className="text-13 text-ink-2">{name}</p>}
                <RawText text={text} what={t('the raw data')} />
              </div>
            ))}
          </div>
        </Disclosure>
      )}
    </>
  );
}

function SigningShown({ state }: { state: SigningState }) {
  const t = useText();
  if (isRead(state)) return <SigningFacts signing={state} />;
  if (state === 'unreadable')
    return (
      <Notice kind="loss" live="assertive" title={t('Do not sign: it cannot be read')}>
        {t('Nothing was sent. Take another route, or ask for a new quote.')}
      </Notice>
    );
  if (state === 'unasked')
    return (
      <Notice kind="care" title={t('Not read yet')}>
        {t('The chain can’t be reached to read this transaction in full. It is checked again before you sign.')}
      </Notice>
    );
  return (
    <div aria-busy="true" className="grid gap-2">
      <p className="text-ink-3">{t('Reading the transaction…')}</p>
      <Skeleton className="h-24" />
    </div>
  );
}

/** Describes a payment for which the route has no transaction of its own. */
function PlainPayment({ route }: { route: WireRoute }) {
  const t = useText();
  const { symbol } = assetView(route.sellAsset);
  const amount = fullAmount(route.sellAmount, t.tag);
  return (
    <p className="text-ink-2">
      {orderAddress(route) !== undefined
        ? t('One plain transfer of exactly {amount} {symbol} to the address of this order, without a memo.', {
            amount,
            symbol,
          })
        : t(
            'One plain transfer of {amount} {symbol} to an address that Chainflip opens for this swap, after you have gone on.',
            {
              amount,
              symbol,
            },
          )}
    </p>
  );
}

/**
 * Everything that a wallet will be asked to sign, explained and in full.
 * @param byHand no wallet is connected: the deposit is no transaction of the route's.
 */
export function WhatYouSign({
  route,
  state,
  byHand = false,
}: {
  route: WireRoute;
  state: SigningState;
  byHand?: boolean;
}) {
  const t = useText();
  const pair = legProviders(route);
  if (pair && traitsOf(pair[1]).opensDepositChannels && route.tx === undefined) return <OpenedLater first={pair[0]} />;
  const plain = isPlain(route, byHand);
  const payTo = (route.tx === undefined || (plain && orderAddress(route) !== undefined)) && route.inboundAddress;
  return (
    <div className="grid gap-4">
      {plain && <PlainPayment route={route} />}
      {payTo && (
        <Rows>
          <Row name={t('A payment to')} wide>
            <FullAddress address={payTo} />
          </Row>
        </Rows>
      )}
      <SigningShown state={state} />
      {route.memo && !pair && <MemoFields memo={route.memo} route={route} />}
      {route.meta.refund && <RefundNote refund={route.meta.refund} />}
    </div>
  );
}

/** A route whose first leg needs a wallet, while there is nothing to sign. */
function OpenedLater({ first }: { first: string }) {
  const t = useText();
  const { firstLegText } = traitsOf(first);
  return (
    <p className="text-ink-2">
      {firstLegText && `${t(firstLegText)} `}
      {t('Chainflip opens the deposit address of the second leg once you connect a wallet and review the swap.')}
    </p>
  );
}

/** Who can refund a swap that fails after it was paid. */
function RefundNote({ refund }: { refund: NonNullable<WireRoute['meta']['refund']> }) {
  const t = useText();
  const own = refund.by === 'sender';
  return (
    <Notice
      kind={own ? 'info' : 'care'}
      title={own ? t('If it fails, you can take it back yourself') : t('Who holds the refund key')}
    >
      <span lang="en">{refund.note}</span>
    </Notice>
  );
}
