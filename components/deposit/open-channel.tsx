'use client';
import { type ReactNode, useState } from 'react';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { refundAddressOf } from '../../lib/payments/payable-route.ts';
import { assertAsked } from '../../lib/wallet/assert-asked.ts';
import type { Asked } from '../../lib/wallet/wallet-types.ts';
import { PaymentError } from '../../lib/wallet/wallet-types.ts';
import { trackPath } from '../activity/saved-swaps.ts';
import { useGo } from '../embed/use-go.ts';
import { type QuotedRoute, recordHash } from '../review/use-payment.ts';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { api } from '../ui/api.ts';
import { Button } from '../ui/button.tsx';
import { duration, fullAmount, shortAmount } from '../ui/format.ts';
import { useNetwork } from '../ui/network.tsx';
import { Notice } from '../ui/notice.tsx';
import { type Refusal, refusalOf } from '../ui/refusal.ts';
import { RefusalText } from '../ui/refusal-notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useText } from '../ui/text.tsx';
import { whatIf } from './channel-text.ts';
import { rememberReviewed } from './reviewed-payments.ts';
import { SecondLegNote } from './second-leg-note.tsx';
import { WhatIfList } from './what-if.tsx';

type Opening = { phase: 'idle' | 'opening' | 'opened' } | { phase: 'failed'; message: string; refusal?: Refusal };

function failureOf(error: unknown): Opening {
  const refusal = error instanceof ApiProblem ? refusalOf(error) : undefined;
  return { phase: 'failed', message: messageOf(error), ...(refusal ? { refusal } : {}) };
}

/** The server's message; undefined if it could not be reached. */
const messageOf = (error: unknown): string =>
  error instanceof ApiProblem
    ? [error.detail, ...error.errors.map((fault) => fault.message)].join(' ')
    : error instanceof PaymentError
      ? error.message
      : '';

type Props = {
  quoted: QuotedRoute;
  /** The user's request, with which the address is compared. */
  asked: Asked;
  /** Shown in place of the buttons when the price has moved. */
  priceMoved?: ReactNode;
  /** Called before an address is opened. @throws {PaymentError} when the price is gone. */
  confirmPrice: () => Promise<void>;
  /** Called when the opening of the address begins and ends. */
  onMaking: (making: boolean) => void;
  onBack: () => void;
};

/**
 * The step before a deposit address exists: shows both addresses once more, then sends one request. The address itself
 * is shown on the swap's own page, where it survives a reload.
 */
export function OpenChannel({ quoted, asked, priceMoved, confirmPrice, onMaking, onBack }: Props) {
  const t = useText();
  const network = useNetwork();
  const router = useGo();
  const [opening, setOpening] = useState<Opening>({ phase: 'idle' });
  const { quoteId, routeIndex, route } = quoted;
  const sell = assetView(route.sellAsset);
  const buy = assetView(route.buyAsset);
  const { minimumDeposit, retrySeconds = 0 } = route.meta.depositChannel ?? {};
  const busy = opening.phase === 'opening' || opening.phase === 'opened';
  const open = async () => {
    setOpening({ phase: 'opening' });
    onMaking(true);
    router.prefetch(trackPath({ quoteId, routeIndex }));
    try {
      await confirmPrice();
      assertAsked(asked, route, { network, nowMs: Date.now() });
      const channel = await api.depositChannel({ quoteId, routeIndex, refundAddress: refundAddressOf(route) });
      rememberReviewed(quoted, asked, { address: channel.depositAddress });
      recordHash(quoted, '');
      setOpening({ phase: 'opened' });
      router.push(trackPath({ quoteId, routeIndex }));
    } catch (error) {
      onMaking(false);
      // The price notice that then appears here explains it.
      const moved = error instanceof PaymentError && error.fault === 'priceMoved';
      setOpening(moved ? { phase: 'idle' } : failureOf(error));
    }
  };
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {t(
          'Chainflip opens an address for this one swap. You send {amount} on {chain} to it, from any wallet or exchange, without a memo.',
          { amount: `${fullAmount(route.sellAmount, t.tag)} ${sell.symbol}`, chain: sell.chainName },
        )}
      </p>
      <Rows>
        <Row name={t('{symbol} arrives at', { symbol: buy.symbol })} note={buy.chainName} wide>
          <FullAddress address={route.destinationAddress} />
        </Row>
        <Row
          name={t('Refunds go to')}
          note={t('{chain}; your own address, not that of an exchange', { chain: sell.chainName })}
          wide
        >
          <FullAddress address={route.sourceAddress} />
        </Row>
        {minimumDeposit && (
          <Row name={t('Smallest deposit')}>
            <span className="ltr">
              {shortAmount(minimumDeposit, t.tag)} {sell.symbol}
            </span>
          </Row>
        )}
        <Row name={t('If the price drops below your minimum')}>
          {t('retried for {time}, then refunded', { time: duration(retrySeconds, t.tag) })}
        </Row>
      </Rows>
      <SecondLegNote route={route} />
      <WhatIfList cases={whatIf(t, route)} />
      {opening.phase === 'failed' && (
        <Notice kind="care" live="assertive" title={t('No address was opened yet')}>
          {opening.refusal ? (
            <RefusalText refusal={opening.refusal} />
          ) : opening.message === '' ? (
            t('The service cannot be reached.')
          ) : (
            <span lang="en">{opening.message}</span>
          )}{' '}
          {t('Nothing was sent. Asking again is safe: it never opens a second one.')}
        </Notice>
      )}
      {busy && (
        <p role="status" className="text-ink-2">
          {t('Opening your address. This takes about ten seconds…')}
        </p>
      )}
      {priceMoved || (
        <Button look="primary" size="large" busy={busy} disabled={busy} onClick={() => void open()}>
          {opening.phase === 'failed' ? t('Ask again for the address') : t('Get a deposit address')}
        </Button>
      )}
      <Button look="ghost" size="small" className="justify-self-center" disabled={busy} onClick={onBack}>
        {t('Back to the review')}
      </Button>
    </div>
  );
}
