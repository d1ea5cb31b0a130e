'use client';
import { CircleCheck, OctagonAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { useEmbedding } from '../embed/embedding.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { shortText } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import type { RecentRecipient } from './recent-recipients.ts';
import type { EnteredAddress } from './recipient.ts';
import { type RecipientWarning, RecipientWarnings } from './recipient-warnings.tsx';
import { useTypedEarly } from './use-typed-early.ts';

/** From this length on, text is judged while it is still being typed. */
const JUDGED_LENGTH = 24;

export type RecipientRowProps = {
  entered: EnteredAddress;
  symbol: string;
  chainName: string;
  /** The connected account of the bought chain, where there is one. */
  own: { address: string; walletName: string } | undefined;
  /** The address came with the address bar and is unknown to this browser. */
  fromLink: boolean;
  warnings: readonly RecipientWarning[];
  recents: readonly RecentRecipient[];
  input: RefObject<HTMLInputElement | null>;
  editing: boolean;
  onEditing: (editing: boolean) => void;
  onChange: (text: string) => void;
};

/**
 * The recipient: one line, equally high for reading and editing. Entered text stays until the user changes it, even
 * when it does not fit the chain.
 */
export function RecipientRow(props: RecipientRowProps) {
  const { entered, editing } = props;
  const t = useText();
  const id = useId();
  const locked = useEmbedding().locks('to');
  const open = !locked && (editing || entered.phase === 'none');
  return (
    <div className="grid gap-1">
      <div className="flex min-h-11 items-center gap-3">
        <span className="min-w-8 shrink-0 text-ink-2">{t('To')}</span>
        {open ? <Editor {...props} noteId={`${id}-note`} /> : <Shown {...props} noteId={`${id}-note`} />}
      </div>
      <div id={`${id}-note`} aria-live="polite" className="flex min-h-4 items-start gap-1 text-13">
        <Note {...props} open={open} />
      </div>
      {open && <Offers {...props} />}
      {!open && !locked && (entered.phase === 'wrong' || entered.phase === 'nameNotFound') && <Remedies {...props} />}
      {entered.phase === 'good' && <RecipientWarnings {...props} />}
    </div>
  );
}

/** Addresses to choose instead of typing: the wallet's own, and those paid before. */
function Offers(props: RecipientRowProps) {
  const { entered, own, recents, onEditing, onChange } = props;
  const t = useText();
  if (recents.length === 0 && (!own || own.address === entered.text)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
      <OwnButton {...props} />
      {recents.length > 0 && <span className="text-ink-3">{t('Used before')}</span>}
      {recents.slice(0, 3).map(({ address, name }) => (
        <button
          key={address}
          type="button"
          title={address}
          onClick={() => {
            onChange(name ?? address);
            onEditing(false);
          }}
          className="ltr min-h-8 rounded-6 border border-line-2 px-2 font-mono text-ink-2 hover:border-ink-3 hover:text-ink"
        >
          {name ?? shortText(address)}
        </button>
      ))}
    </div>
  );
}

/** Offers the connected wallet's address, when the field holds another one. */
function OwnButton({ own, entered, onChange, onEditing }: RecipientRowProps) {
  const t = useText();
  if (!own || own.address === entered.text) return null;
  return (
    <button
      type="button"
      title={own.address}
      onClick={() => {
        onChange(own.address);
        onEditing(false);
      }}
      className="min-h-9 shrink-0 rounded-6 px-2 text-start text-13 font-medium text-water hover:bg-sunken"
    >
      {t("Use my wallet's address")}
    </button>
  );
}

function Editor(props: RecipientRowProps & { noteId: string }) {
  const { entered, symbol, chainName, input, noteId, onEditing, onChange } = props;
  const t = useText();
  const [left, setLeft] = useState(false);
  const wrong = isWrong(entered.phase) && (left || entered.text.length >= JUDGED_LENGTH);
  useTypedEarly(input, entered.text, (typed) => onChange(typed.trim()));
  return (
    <span
      className={classNames(
        'flex min-h-11 min-w-0 flex-1 items-center gap-1 rounded-10 border bg-paper ps-3 pe-1 focus-within:outline-2 focus-within:outline-water',
        wrong ? 'border-red' : 'border-line-3',
      )}
    >
      <input
        ref={input}
        name="to"
        value={entered.text}
        aria-label={t('To: {chain} address that receives {symbol}', { chain: chainName, symbol })}
        aria-invalid={wrong || undefined}
        aria-describedby={noteId}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={t('{chain} address or name', { chain: chainName })}
        onChange={(event) => {
          setLeft(false);
          onEditing(true);
          onChange(event.target.value.trim());
        }}
        onBlur={() => setLeft(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (entered.phase === 'good') onEditing(false);
        }}
        className="ltr w-0 min-w-0 flex-1 bg-transparent py-2 font-mono text-14 outline-none placeholder-shown:font-sans max-sm:text-16 rtl:placeholder-shown:text-end"
      />
      {entered.phase === 'good' && (
        <Button look="ghost" size="small" onClick={() => onEditing(false)}>
          {t('Done')}
        </Button>
      )}
    </span>
  );
}

function Shown({ entered, own, onEditing, input, noteId }: RecipientRowProps & { noteId: string }) {
  const t = useText();
  const locked = useEmbedding().locks('to');
  return (
    <>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <span title={entered.text} data-receiver={entered.text} className="ltr truncate font-mono text-14">
          <span className="sr-only">{entered.text}</span>
          <span aria-hidden>{shortText(entered.text)}</span>
        </span>
        {own && own.address === entered.address && (
          <span className="truncate text-13 text-ink-3">{own.walletName}</span>
        )}
      </span>
      {!locked && (
        <button
          type="button"
          aria-label={t('Change the recipient')}
          aria-describedby={noteId}
          onClick={() => edit({ onEditing, input })}
          className="min-h-9 shrink-0 rounded-6 px-2 font-medium text-14 text-water hover:bg-sunken"
        >
          {t('Change')}
        </button>
      )}
    </>
  );
}

/** Replaces the button by the field and moves the focus into it. */
function edit({ onEditing, input }: Pick<RecipientRowProps, 'onEditing' | 'input'>): void {
  onEditing(true);
  requestAnimationFrame(() => input.current?.select());
}

const isWrong = (phase: EnteredAddress['phase']): boolean => phase === 'wrong' || phase === 'nameNotFound';

export function FromLink() {
  const t = useText();
  return (
    <span className="flex items-start gap-1 text-amber">
      <TriangleAlert aria-hidden size={14} className="mt-px shrink-0" />
      {t('This address came with the link. Make sure it is yours.')}
    </span>
  );
}

function Note({ entered, chainName, symbol, fromLink, open }: RecipientRowProps & { open: boolean }): ReactNode {
  const t = useText();
  const chain = chainName;
  const judged = !open || entered.text.length >= JUDGED_LENGTH;
  switch (entered.phase) {
    case 'none':
      return <span className="text-ink-3">{t('The address that gets your {symbol}.', { symbol })}</span>;
    case 'checking':
      return fromLink ? <FromLink /> : <span className="text-ink-3">{t('Checking…')}</span>;
    case 'resolving':
      return <span className="text-ink-3">{t('Looking up the name…')}</span>;
    case 'good':
      return (
        <span className="grid min-w-0 gap-1">
          {fromLink && <FromLink />}
          {(!fromLink || entered.name) && (
            <span className="flex min-w-0 items-start gap-1 text-ink-2">
              {!fromLink && <CircleCheck aria-hidden size={14} className="mt-px shrink-0 text-moss" />}
              {entered.name ? (
                <span className="min-w-0">
                  {entered.name.service}:{' '}
                  <span className="ltr font-mono [overflow-wrap:anywhere]">{entered.address}</span>
                </span>
              ) : (
                (entered.reason ?? t('{chain} address', { chain }))
              )}
            </span>
          )}
        </span>
      );
    case 'nameFailed':
      return <Fault text={t('The name can’t be looked up right now.')} detail={entered.reason} />;
    case 'nameNotFound':
      return <Fault text={t('This name has no {chain} address.', { chain })} detail={entered.reason} />;
    case 'wrong':
      if (!judged) return <span className="text-ink-3">{t('{chain} address', { chain })}</span>;
      return <Fault text={t('This is not an address on {chain}.', { chain })} detail={entered.reason} />;
  }
}

function Fault({ text, detail }: { text: string; detail?: string | undefined }) {
  return (
    <>
      <OctagonAlert aria-hidden size={14} className="mt-px shrink-0 text-red" />
      <span className="min-w-0 text-red [overflow-wrap:anywhere]">
        {text} {detail && <span lang="en">{detail}</span>}
      </span>
    </>
  );
}

function Remedies(props: RecipientRowProps) {
  const { input, onEditing } = props;
  const t = useText();
  return (
    <div className="-mx-2 flex flex-wrap items-center gap-2">
      <OwnButton {...props} />
      <button
        type="button"
        onClick={() => edit({ onEditing, input })}
        className="min-h-9 rounded-6 px-2 text-13 font-medium text-water hover:bg-sunken"
      >
        {t('Enter another')}
      </button>
    </div>
  );
}
