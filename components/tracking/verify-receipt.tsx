'use client';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { CompactMove, CompactReceipt } from '../../lib/api/compact-receipt.ts';
import type { KnownKeys } from '../../lib/api/signatures.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { msg } from '../../lib/i18n/text.ts';
import { FileDrop } from '../activity/file-drop.tsx';
import { isAmount, isAssetId, isProvider } from '../activity/read-saved-swap.ts';
import { dateTime } from '../ui/format.ts';
import { Notice, type NoticeKind } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useText } from '../ui/text.tsx';
import { type Checked, checkReceipt, compactIn, keysIn } from './check-receipt.ts';
import { ReceiptFrame } from './receipt-screen.tsx';
import { Mono, useExact } from './receipt-view.tsx';
import { StatusPill } from './status-pill.tsx';

/** What is wrong, where no known key signed it. */
const FAULTS: Readonly<Record<Exclude<Checked['kind'], 'signed'>, { kind: NoticeKind; title: string }>> = {
  unreadable: { kind: 'care', title: msg('This is not a signed Portage receipt, or it is from another network') },
  unable: { kind: 'care', title: msg('Your browser cannot check this signature') },
  unknownKey: { kind: 'care', title: msg('Signed by a key that this page does not know') },
  revokedKey: { kind: 'loss', title: msg('Its key was revoked: do not believe it') },
  changed: { kind: 'loss', title: msg('This is not what was signed: do not believe it') },
};

function Move({ name, move, address }: { name: string; move: CompactMove | undefined; address: string }) {
  const t = useText();
  const exact = useExact();
  if (!move) return null;
  const { a: amount, c: asset, d: paidTo, h: hash } = move;
  return (
    <>
      {isAmount(amount) && isAssetId(asset) && <Row name={name}>{exact(amount, asset)}</Row>}
      {asset?.includes('-') && (
        <Row name={name} wide>
          <Mono>{asset}</Mono>
        </Row>
      )}
      {paidTo && (
        <Row name={address} wide>
          <Mono>{paidTo}</Mono>
        </Row>
      )}
      {hash && (
        <Row name={t('Hash')} wide>
          <Mono>{hash}</Mono>
        </Row>
      )}
    </>
  );
}

/** What the receipt states, and nothing else. */
function Said({ receipt }: { receipt: CompactReceipt }) {
  const t = useText();
  const { p, o, r, t: times, v: provider } = receipt;
  const time = (seconds: number) => dateTime(seconds * 1000, t.tag);
  return (
    <section className="card grid gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-16">{t('What the receipt says')}</h2>
        <StatusPill status={receipt.s} />
      </div>
      <Rows>
        <Move name={t('Sold')} move={p} address={t('Paid to')} />
        <Move name={t('Received')} move={o} address={t('To')} />
        <Move name={t('Came back')} move={r} address={t('To')} />
        {times && <Row name={t('Payment seen')}>{time(times[0])}</Row>}
        {times && <Row name={t('Ended')}>{time(times[1])}</Row>}
        {isProvider(provider) && <Row name={t('Provider')}>{PROVIDER_NAMES[provider]}</Row>}
        <Row name={t('Quote')} wide>
          <Mono>
            {receipt.q} / {receipt.i}
          </Mono>
        </Row>
      </Rows>
    </section>
  );
}

function Verdict({ checked, isPasted, children }: { checked: Checked; isPasted: boolean; children: ReactNode }) {
  const t = useText();
  const proof = t(
    'A signature proves who said it, not what happened on the chains: look up the hashes at an explorer before you rely on it.',
  );
  if (checked.kind !== 'signed') {
    const { kind, title } = FAULTS[checked.kind];
    return (
      <Notice kind={kind} live="polite" title={t(title)}>
        {'kid' in checked && (
          <p>
            {t('Key')} <Mono>{checked.kid}</Mono>
          </p>
        )}
        {children}
      </Notice>
    );
  }
  return (
    <Notice
      kind="arrived"
      live="polite"
      title={isPasted ? t('Signed by the keys that you gave') : t('Signed by this deployment, or one that it trusts')}
    >
      <p>
        {t('Key')} <Mono>{checked.key.kid}</Mono>
      </p>
      <p>{proof}</p>
    </Notice>
  );
}

/** Takes the keys of another deployment. */
function KeysField({ onKeys }: { onKeys: (keys: KnownKeys) => void }) {
  const t = useText();
  const id = useId();
  const [isWrong, setIsWrong] = useState(false);
  return (
    <div className="mt-2 grid gap-1">
      <label htmlFor={id}>
        {t('Paste the keys of the deployment that signed it. Its site has them at /.well-known/portage.json.')}
      </label>
      <textarea
        id={id}
        rows={4}
        spellCheck={false}
        className="ltr w-full rounded-10 border border-line-3 bg-paper p-2 font-mono text-13 text-ink"
        onChange={({ target: { value } }) => {
          const keys = keysIn(value);
          setIsWrong(value.trim() !== '' && !keys);
          if (keys) onKeys(keys);
        }}
      />
      <p role="status" className="text-13 text-red empty:hidden">
        {isWrong ? t('These are not the keys of a deployment.') : ''}
      </p>
    </div>
  );
}

/**
 * The receipt in the page's own address, behind the #, which browsers send to no server; read again when it changes.
 */
function useAddressed(onText: (text: string) => void): void {
  useEffect(() => {
    const read = () => {
      const text = window.location.hash.slice(1);
      if (text) onText(text);
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, [onText]);
}

/** Verifies a receipt from an address or a saved file. */
export function VerifyReceipt({ known }: { known: KnownKeys }) {
  const t = useText();
  const [text, setText] = useState<string>();
  const [pasted, setPasted] = useState<KnownKeys>();
  const [checked, setChecked] = useState<Checked>();
  useAddressed(setText);
  useEffect(() => {
    if (text === undefined) return;
    let isCurrent = true;
    void checkReceipt(compactIn(text) ?? '', pasted ?? known).then((next) => isCurrent && setChecked(next));
    return () => {
      isCurrent = false;
    };
  }, [text, pasted, known]);
  const receipt = checked && 'receipt' in checked ? checked.receipt : undefined;
  return (
    <div className={ReceiptFrame}>
      <section className="card grid gap-3 p-4 sm:p-6">
        <h1 className="font-semibold text-20">{t('Check a receipt')}</h1>
        <p className="text-ink-2">
          {t(
            'A signed receipt holds what a deployment of Portage stated about a swap. Your browser checks it by the keys that came with this page, and sends nothing.',
          )}
        </p>
        {checked && (
          <Verdict checked={checked} isPasted={pasted !== undefined}>
            {checked.kind === 'unknownKey' && <KeysField onKeys={setPasted} />}
          </Verdict>
        )}
        <FileDrop label={t('Choose a receipt file')} onText={setText} />
      </section>
      {receipt && <Said receipt={receipt} />}
    </div>
  );
}
