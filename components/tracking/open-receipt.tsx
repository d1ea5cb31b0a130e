'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { msg } from '../../lib/i18n/text.ts';
import { FileDrop } from '../activity/file-drop.tsx';
import type { EntryFault } from '../activity/read-saved-swap.ts';
import { trackPath } from '../activity/saved-swaps.ts';
import { api } from '../ui/api.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { type ReadReceipt, readReceipt } from './read-receipt.ts';
import type { Receipt } from './receipt-file.ts';
import { ReceiptActions, ReceiptFrame } from './receipt-screen.tsx';
import { ReceiptView } from './receipt-view.tsx';

type Opened =
  | { kind: 'none' }
  | { kind: 'looking'; receipt: Receipt }
  /** `asked` is false when the service could not be reached, so that it is unknown whether it has the swap. */
  | { kind: 'shown'; receipt: Receipt; asked: boolean }
  | { kind: 'refused'; why: Exclude<ReadReceipt, { ok: true }>['kind']; faults: EntryFault[] };

const REFUSALS: Readonly<Record<Exclude<ReadReceipt, { ok: true }>['kind'], string>> = {
  notJson: msg('This file is not JSON, so it is not a Portage receipt.'),
  otherKind: msg('This is not a Portage receipt. A receipt begins with "format": "portage-receipt".'),
  newer: msg('This receipt was written by a newer Portage than this one. Open it there.'),
  faults: msg('This receipt cannot be read: a required field is missing or wrong.'),
};

/** Whether this deployment has the swap; undefined when it cannot be asked. */
async function isKnownHere({ quoteId, routeIndex, payment }: Receipt): Promise<boolean | undefined> {
  const hash = payment?.hash;
  try {
    await api.track({ quoteId, routeIndex, ...(hash ? { hash } : {}) });
    return true;
  } catch (error) {
    return error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.status !== 429
      ? false
      : undefined;
  }
}

/** Opens a receipt from a file: on the swap's page if this deployment has it, else from the file alone. */
export function OpenReceipt() {
  const t = useText();
  const router = useRouter();
  const [opened, setOpened] = useState<Opened>({ kind: 'none' });
  const open = async (text: string) => {
    const read = readReceipt(text);
    if (!read.ok) return setOpened({ kind: 'refused', why: read.kind, faults: read.faults });
    const { receipt } = read;
    setOpened({ kind: 'looking', receipt });
    const known = await isKnownHere(receipt);
    const hash = receipt.payment?.hash;
    if (known)
      router.push(trackPath({ quoteId: receipt.quoteId, routeIndex: receipt.routeIndex, ...(hash ? { hash } : {}) }));
    else setOpened({ kind: 'shown', receipt, asked: known === false });
  };
  return (
    <div className={ReceiptFrame}>
      <section className="card grid gap-3 p-4 sm:p-6 print:hidden">
        <h1 className="font-semibold text-20">{t('Open a receipt')}</h1>
        <p className="text-ink-2">
          {t(
            'A receipt is the file that you saved on the page of a swap. If this deployment knows the swap you come to its page, else the file is shown as it is. The file is read in your browser; only its quote and hash are asked for.',
          )}
        </p>
        <FileDrop label={t('Choose a receipt file')} onText={(text) => void open(text)} />
        {opened.kind === 'looking' && <p role="status">{t('Looking for this swap…')}</p>}
        {opened.kind === 'refused' && (
          <Notice kind="care" live="polite" title={t('Not opened')}>
            <p>{t(REFUSALS[opened.why])}</p>
            <ul>
              {opened.faults.map(({ field, found }) => (
                <li key={field}>
                  {found ? t('{field}: {found} is not valid', { field, found }) : t('{field}: missing', { field })}
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </section>
      {opened.kind === 'shown' && (
        <>
          <ReceiptActions receipt={opened.receipt} hash={opened.receipt.payment?.hash} />
          <ReceiptView
            receipt={opened.receipt}
            note={
              <Notice kind="care" live="polite" title={t('From your file, not verified here')}>
                <p>
                  {opened.asked
                    ? t(
                        'This deployment does not know this swap: what you see is what the file says. Look up its hashes at an explorer before you rely on it.',
                      )
                    : t(
                        'The service cannot be reached: what you see is what the file says. Look up its hashes at an explorer before you rely on it.',
                      )}
                </p>
                <p>{t('Nobody from Portage will ever ask for your keys.')}</p>
              </Notice>
            }
          />
        </>
      )}
    </div>
  );
}
