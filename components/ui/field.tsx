import { CircleCheck, OctagonAlert, TriangleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** A labelled text input; screen readers read its hint and its error with it. */
export function Field({
  label,
  hint,
  error,
  care,
  good,
  trailing,
  mono = false,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'id'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** A caution, shown in place of the confirmation. */
  care?: string | undefined;
  /** A confirmation, such as "Bitcoin address". */
  good?: string | undefined;
  trailing?: ReactNode;
  mono?: boolean;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? care ?? good ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-14 text-ink-2">
        {label}
      </label>
      <div
        className={classNames(
          'flex min-h-11 items-center gap-1 rounded-10 border bg-paper ps-3 pe-1 transition-colors duration-150 focus-within:outline-2 focus-within:outline-water',
          error ? 'border-red' : 'border-line-3',
        )}
      >
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          autoComplete="off"
          spellCheck={false}
          {...rest}
          className={classNames(
            'w-0 min-w-0 flex-1 bg-transparent py-2 outline-none',
            mono
              ? 'ltr font-mono text-14 placeholder-shown:font-sans max-sm:text-16 rtl:placeholder-shown:text-end'
              : 'text-16',
          )}
        />
        {trailing}
      </div>
      <p id={noteId} className="mt-1 flex min-h-4 items-start gap-1 text-13">
        {error ? (
          <>
            <OctagonAlert aria-hidden size={14} className="mt-px shrink-0 text-red" />
            <span className="text-red">{error}</span>
          </>
        ) : care ? (
          <>
            <TriangleAlert aria-hidden size={14} className="mt-px shrink-0 text-amber" />
            <span className="text-amber">{care}</span>
          </>
        ) : good ? (
          <>
            <CircleCheck aria-hidden size={14} className="mt-px shrink-0 text-moss" />
            <span className="text-ink-2">{good}</span>
          </>
        ) : (
          <span className="text-ink-3">{hint}</span>
        )}
      </p>
    </div>
  );
}
