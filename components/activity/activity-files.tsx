'use client';
import { Download } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { msg } from '../../lib/i18n/text.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Rich, useText } from '../ui/text.tsx';
import { type ReadActivity, readActivity, writeActivity, writeCsv } from './activity-file.ts';
import { FileDrop } from './file-drop.tsx';
import { type Added, addSwaps, type SavedSwap } from './saved-swaps.ts';

type Taken = { read: ReadActivity; added?: Added };

const REFUSALS: Readonly<Record<Extract<ReadActivity, { ok: false }>['kind'], string>> = {
  notJson: msg('This file is not JSON, so it is not a Portage activity file. Nothing was changed.'),
  otherKind: msg(
    'This is not a Portage activity file. Such a file begins with "format": "portage-activity". Nothing was changed.',
  ),
  newer: msg('This file was written by a newer Portage than this one. Nothing was changed.'),
  receipt: msg('This file is the receipt of one swap. <a>Open it there</a>.'),
};

const day = () => new Date().toISOString().slice(0, 10);

/** Exports the list of swaps to a file, and imports it from one. */
export function ActivityFiles({ swaps }: { swaps: readonly SavedSwap[] }) {
  const t = useText();
  const [taken, setTaken] = useState<Taken>();
  const take = (text: string) => {
    const read = readActivity(text);
    setTaken(read.ok ? { read, added: addSwaps(read.swaps) } : { read });
  };
  return (
    <section aria-labelledby="files" className="card grid gap-3 p-4">
      <h2 id="files" className="font-semibold text-16">
        {t('Save it as a file')}
      </h2>
      <p className="text-ink-2">
        {t('A browser that clears its data loses this list. A file brings it back, here or at another deployment.')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={swaps.length === 0}
          onClick={() =>
            saveFile(`portage-activity-${day()}.json`, 'application/json', writeActivity(swaps, Date.now()))
          }
          icon={<Download aria-hidden size={16} />}
        >
          {t('Export as a file')}
        </Button>
        <Button
          disabled={swaps.length === 0}
          onClick={() => saveFile(`portage-activity-${day()}.csv`, 'text/csv', writeCsv(swaps))}
          icon={<Download aria-hidden size={16} />}
        >
          {t('Export as a table (CSV)')}
        </Button>
      </div>
      <FileDrop label={t('Import an activity file')} onText={take} />
      {taken && <Result taken={taken} />}
    </section>
  );
}

function Result({ taken: { read, added } }: { taken: Taken }) {
  const t = useText();
  if (!read.ok)
    return (
      <Notice kind="care" live="polite" title={t('Not imported')}>
        <Rich
          text={t(REFUSALS[read.kind])}
          tags={{
            a: (text) => (
              <Link href="/receipt" className="text-water underline underline-offset-2">
                {text}
              </Link>
            ),
          }}
        />
      </Notice>
    );
  const { refused } = read;
  return (
    <Notice
      kind={refused.length > 0 || added?.leftOut ? 'care' : 'arrived'}
      live="polite"
      title={t.count(read.swaps.length, { one: '{n} swap read', other: '{n} swaps read' })}
    >
      {added && (
        <p>
          {t('New: {added}. Known and now with newer facts: {updated}. Known already: {unchanged}.', {
            added: added.added,
            updated: added.updated,
            unchanged: added.unchanged,
          })}
        </p>
      )}
      {added && added.leftOut > 0 && (
        <p>
          {t('Left out because the list of this browser is full: {n}. The file still has them.', { n: added.leftOut })}
        </p>
      )}
      {refused.length > 0 && (
        <>
          <p className="mt-1 font-medium text-ink">
            {t.count(refused.length, {
              one: '{n} entry is no swap and was left out:',
              other: '{n} entries are no swaps and were left out:',
            })}
          </p>
          <ul className="max-h-60 overflow-y-auto">
            {refused.flatMap(({ entry, faults }) =>
              faults.map(({ field, found }) => (
                <li key={`${entry}${field}`}>
                  {found
                    ? t('Entry {entry}: {field} cannot be {found}.', { entry, field, found })
                    : t('Entry {entry}: {field} is missing.', { entry, field })}
                </li>
              )),
            )}
          </ul>
        </>
      )}
    </Notice>
  );
}
