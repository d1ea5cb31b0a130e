'use client';
/** Explains swaps that do not go as expected, during the swap and after it. */
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { explorerTxUrl } from '../../lib/chains/explorer.ts';
import { msg } from '../../lib/i18n/text.ts';
import { FullAddress } from '../ui/address.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { timeOfDay } from '../ui/format.ts';
import { HashLink } from '../ui/hash-link.tsx';
import { useNetwork } from '../ui/network.tsx';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { delayText, isSlow, isUnseen } from './delay-text.ts';
import { HelpNote } from './help-note.tsx';
import { Failed, PartlyFilled, Refunded } from './track-endings.tsx';
import { chainOfAsset, paymentHash } from './track-selectors.ts';

type TroubleProps = {
  response: TrackResponse;
  /** When the last answer arrived before the connection was lost, Unix milliseconds. */
  lostSince: number | undefined;
  elapsedSeconds: number | undefined;
};

export function Trouble({ response, lostSince, elapsedSeconds }: TroubleProps) {
  const t = useText();
  const { data, trackingStatus: status } = response;
  return (
    <div className="grid gap-2 empty:hidden">
      {lostSince !== undefined && (
        <Notice kind="care" live="polite" title={t('Connection lost')}>
          {t('This was the state at {time}. The swap continues, and this page keeps trying.', {
            time: timeOfDay(lostSince, t.tag),
          })}
        </Notice>
      )}
      {data.mismatch && data.mismatch.length > 0 && <Mismatch mismatch={data.mismatch} />}
      {data.stale && <Stale updatedAt={data.updatedAt} />}
      {data.held && (
        <Notice kind="care" live="polite" title={t('The swap is on hold')}>
          <p>{t('The network holds your money until the swap continues or is refunded.')}</p>
          <p lang="en" dir="auto">
            {data.held}
          </p>
        </Notice>
      )}
      {isSlow(response, elapsedSeconds) && !data.held && (
        <Notice kind="care" live="polite" title={t('This takes longer than expected')}>
          <p>{delayText(t, response)}</p>
          <p>{t('You don’t need to do anything. Your payment was received.')}</p>
        </Notice>
      )}
      {isUnseen(response, elapsedSeconds) && <Unseen data={data} />}
      {status === 'refunded' && <Refunded response={response} />}
      {status === 'failed' && <Failed response={response} />}
      {data.replacedBy && <Replaced data={data} hash={data.replacedBy} />}
      {data.transactionPayload && <Payload payload={data.transactionPayload} response={response} />}
      {status === 'completed' && data.refund && <PartlyFilled response={response} />}
    </div>
  );
}

function Stale({ updatedAt }: { updatedAt: string | undefined }) {
  const t = useText();
  const time = updatedAt && timeOfDay(Date.parse(updatedAt), t.tag);
  return (
    <Notice kind="care" live="polite" title={t('Last known state')}>
      {time
        ? t('The network can’t be reached right now. This was the state at {time}, and the swap continues.', { time })
        : t('The network can’t be reached right now. The swap continues.')}
    </Notice>
  );
}

/** A hash that no chain has shown for a long time. */
function Unseen({ data }: { data: TrackData }) {
  const t = useText();
  const network = useNetwork();
  const hash = paymentHash(data);
  const chain = chainOfAsset(data.route?.sellAsset);
  if (!hash || !chain) return null;
  return (
    <Notice kind="care" live="polite" title={t('Status unknown')}>
      <p>
        {t(
          'Your payment is not on {chain} yet. Check your wallet: the fee may be too low, or the payment was replaced or never sent. Do not pay again until you know. The hash is:',
          { chain: CHAINS[chain].name },
        )}
      </p>
      <HashLink hash={hash} href={explorerTxUrl(chain, hash, network)} what={t('the hash of your payment')} />
    </Notice>
  );
}

function Replaced({ data, hash }: { data: TrackData; hash: string }) {
  const t = useText();
  const network = useNetwork();
  const chain = chainOfAsset(data.route?.sellAsset);
  return (
    <Notice kind="care" live="polite" title={t('Your wallet replaced this transaction')}>
      <p>{t('We follow the new transaction now:')}</p>
      <HashLink
        hash={hash}
        href={chain && explorerTxUrl(chain, hash, network)}
        what={t('the hash of the new transaction')}
      />
    </Notice>
  );
}

/** The network has signed the payout but could not send it: anybody who pays the gas may send it. */
function Payload({
  payload,
  response,
}: {
  payload: NonNullable<TrackData['transactionPayload']>;
  response: TrackResponse;
}) {
  const t = useText();
  return (
    <Notice kind="care" title={t('The payout is signed but not sent')}>
      <p className="mb-2">
        {t(
          'Anyone can send it from any {chain} account: call the contract below with this data and {value} wei. It pays only the address of your swap.',
          { chain: CHAINS[payload.chain].name, value: payload.value },
        )}
      </p>
      <FullAddress address={payload.to} />
      <p className="mt-2 flex items-center gap-2">
        {t('Call data, {n} characters', { n: payload.data.length })}
        <CopyButton value={payload.data} what={t('the call data')} isLabelled />
      </p>
      <HelpNote response={response} />
    </Notice>
  );
}

const MISMATCH_NAMES: Readonly<Record<string, string>> = {
  sellAmount: msg('Amount'),
  sellAsset: msg('Asset'),
  memo: msg('Memo'),
  inboundAddress: msg('Paid to'),
  vaultAddress: msg('Paid to'),
  targetAddress: msg('Contract'),
  buyAsset: msg('Asset to buy'),
  destinationAddress: msg('Recipient'),
};

/** How the payment differs from the route, field by field. */
function Mismatch({ mismatch }: { mismatch: NonNullable<TrackData['mismatch']> }) {
  const t = useText();
  return (
    <Notice kind="loss" live="polite" title={t('This transaction does not belong to this swap')}>
      <p className="mb-2">
        {t(
          'The transaction differs from this swap in the fields below. If you pasted the wrong hash, enter the right one.',
        )}
      </p>
      <ul className="grid gap-2">
        {mismatch.map(({ field, expected, actual }) => (
          <li key={field}>
            <span className="font-medium text-ink">{t(MISMATCH_NAMES[field] ?? field)}</span>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-13">
              <dt>{t('expected')}</dt>
              <dd className="ltr min-w-0 font-mono [overflow-wrap:anywhere]">{expected}</dd>
              <dt>{t('found')}</dt>
              <dd className="ltr min-w-0 font-mono [overflow-wrap:anywhere]">{actual}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
