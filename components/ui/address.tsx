'use client';
import { Fragment } from 'react';
import { classNames } from './class-names.ts';
import { CopyButton } from './copy-button.tsx';
import { groupsOfFour, shortText } from './format.ts';
import { useText } from './text.tsx';

/**
 * An address in full, in groups of four. The gaps are margins, where lines may break, so that selecting and copying
 * gives the address without spaces; screen readers get it in one piece.
 */
export function FullAddress({ address, dim = false }: { address: string; dim?: boolean }) {
  const seen = new Map<string, number>();
  return (
    <span
      className={classNames('ltr font-mono text-14 leading-6 tracking-[-0.01em]', dim && 'text-ink-3 line-through')}
    >
      <span className="sr-only select-none">{address}</span>
      <span aria-hidden>
        {groupsOfFour(address).map((group) => {
          const times = (seen.get(group) ?? 0) + 1;
          seen.set(group, times);
          return (
            <Fragment key={`${group}${times}`}>
              <span className="me-[0.55em]">{group}</span>
              <wbr />
            </Fragment>
          );
        })}
      </span>
    </span>
  );
}

/** The first and last six characters, the whole as a tooltip, and with `copy` a copy button (`copy` is its `what`). */
export function ShortAddress({
  address,
  copy,
  href,
}: {
  address: string;
  copy?: string;
  /** The address's page at an explorer. */
  href?: string | undefined;
}) {
  const t = useText();
  const text = (
    <span title={address} className="ltr font-mono text-13 tracking-[-0.01em]">
      {shortText(address)}
    </span>
  );
  return (
    <span className="inline-flex items-center gap-1">
      {href ? (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-6 items-center text-water underline-offset-2 hover:underline"
        >
          {text}
          <span className="sr-only"> {t('opens its page at an explorer')}</span>
        </a>
      ) : (
        text
      )}
      {copy && <CopyButton value={address} what={copy} />}
    </span>
  );
}
