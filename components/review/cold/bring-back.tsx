'use client';
import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import type { ImportError } from '../../../lib/wallet/export/import-error.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/notice.tsx';
import { useText } from '../../ui/text.tsx';
import type { ColdKind } from './cold-kind.ts';
import { signedText } from './cold-payment.ts';
import { bringBackText, importFaultText } from './cold-text.ts';

/** Longer values are shortened in the notice; the exported form has them whole. */
const SHOWN = 200;
const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Why it is not sent, with both values where they fit one line. */
function Refusal({ refusal }: { refusal: ImportError }) {
  const t = useText();
  const { expected, got } = refusal;
  return (
    <Notice kind="loss" live="assertive" title={t('Not sent: this is not what you exported')}>
      <p>{importFaultText(t, refusal)}</p>
      {expected !== undefined && got !== undefined && (
        <p className="mt-1 grid gap-1">
          <span>
            {t('Exported:')} <span className="ltr font-mono text-13 text-ink">{cut(expected)}</span>
          </span>
          <span>
            {t('Imported:')} <span className="ltr font-mono text-13 text-red">{cut(got)}</span>
          </span>
        </p>
      )}
      <p className="mt-1">{t('Nothing was sent. Sign exactly what this page handed over, and bring that back.')}</p>
    </Notice>
  );
}

/** Takes the signed transaction, pasted or as a file, which is checked before it is sent. */
export function BringBack({
  kind,
  busy,
  blocked,
  refusal,
  label,
  onTake,
}: {
  kind: ColdKind;
  busy: boolean;
  /** The time is over, or a difference is shown above. */
  blocked: boolean;
  refusal: ImportError | undefined;
  /** The button's label. */
  label: string;
  onTake: (given: string) => void;
}) {
  const t = useText();
  const id = useId();
  const [text, setText] = useState('');
  return (
    <section className="grid gap-3" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className="font-semibold text-14">
        {t('2. Import it signed')}
      </h3>
      <div className="grid gap-1">
        <label htmlFor={id} className="text-14 text-ink-2">
          {t('Signed transaction')}
        </label>
        <textarea
          id={id}
          rows={4}
          value={text}
          disabled={busy}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
          className="ltr w-full rounded-10 border border-line-3 bg-paper p-3 font-mono text-13 outline-none focus-visible:outline-2 focus-visible:outline-water max-sm:text-16"
        />
        <p id={`${id}-hint`} className="text-13 text-ink-3">
          {bringBackText(t, kind)}
        </p>
      </div>
      <label
        className={classNames(
          buttonClasses('quiet', 'medium'),
          'cursor-pointer justify-self-start focus-within:outline-2 focus-within:outline-water focus-within:outline-offset-2',
        )}
      >
        <FileUp aria-hidden size={16} />
        {t('Open a file')}
        <input
          type="file"
          className="sr-only"
          disabled={busy}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void signedText(kind, file).then(setText);
            event.target.value = '';
          }}
        />
      </label>
      {refusal && <Refusal refusal={refusal} />}
      <Button
        look="primary"
        size="large"
        busy={busy}
        disabled={busy || blocked || text.trim() === ''}
        onClick={() => onTake(text)}
      >
        {label}
      </Button>
    </section>
  );
}
