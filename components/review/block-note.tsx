'use client';
import { ArrowUp, OctagonAlert } from 'lucide-react';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import type { BlockReason } from './block-reason.ts';
import type { Consent } from './dangers.ts';

/** Why the button below is disabled. A press leads to a missing consent. */
export function BlockNote({ reason }: { reason: BlockReason }) {
  const t = useText();
  if (reason.kind === 'wait') return <p className="text-center text-13 text-ink-2">{reason.text}</p>;
  if (reason.kind === 'account')
    return (
      <Notice kind="care" live="polite" title={reason.text}>
        {reason.advice}
      </Notice>
    );
  if (reason.kind === 'stop')
    return (
      <div data-block="stop">
        {reason.advice ? (
          <Notice kind="loss" live="assertive" title={reason.text}>
            {reason.advice}
          </Notice>
        ) : (
          <p className="flex items-start gap-2 font-medium text-14 text-red">
            <OctagonAlert aria-hidden size={18} className="mt-px shrink-0" />
            {t('{reason}. Nothing was sent.', { reason: reason.text })}
          </p>
        )}
      </div>
    );
  const { text, consent } = reason;
  return (
    <button
      type="button"
      data-block="agree"
      onClick={() => {
        const box = document.getElementById(consentId(consent));
        box?.scrollIntoView({ block: 'center' });
        box?.querySelector('input')?.focus({ preventScroll: true });
      }}
      className="inline-flex min-h-11 items-center gap-1.5 justify-self-center rounded-6 px-2 font-medium text-14 text-red hover:bg-sunken"
    >
      <ArrowUp aria-hidden size={16} />
      {text}
    </button>
  );
}

/** The DOM id of the box in which a consent is given. */
export const consentId = (consent: Consent): string => `consent-${consent}`;
