'use client';
import { ExternalLink } from 'lucide-react';
import { CopyButton } from './copy-button.tsx';
import { shortText } from './format.ts';
import { useText } from './text.tsx';

/**
 * A transaction hash with a copy button, and a link if the chain has an explorer. `what` names the hash in the reader's
 * language, such as `t('the hash of your payment')`.
 */
export function HashLink({ hash, href, what }: { hash: string; href?: string | undefined; what: string }) {
  const t = useText();
  return (
    <span className="inline-flex items-center gap-1 text-ink-2">
      {href ? (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          className="ltr inline-flex min-h-6 items-center gap-1 rounded-6 font-mono text-13 text-water underline-offset-2 hover:underline"
        >
          <span title={hash}>{shortText(hash)}</span>
          <ExternalLink aria-hidden size={12} />
          <span className="sr-only">
            , {what}, {t('opens its page at an explorer')}
          </span>
        </a>
      ) : (
        <span title={hash} className="ltr font-mono text-13">
          {shortText(hash)}
        </span>
      )}
      <CopyButton value={hash} what={what} />
    </span>
  );
}
