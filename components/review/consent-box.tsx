'use client';
import { useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { Field } from '../ui/field.tsx';
import { useText } from '../ui/text.tsx';
import { consentId } from './block-note.tsx';
import { type Consent, consentPhrase, consentText, type DangerFacts, isTyped } from './dangers.ts';

type Props = {
  consent: Consent;
  route: WireRoute;
  facts: DangerFacts;
  given: boolean;
  busy: boolean;
  onConsent: (given: boolean) => void;
};

/** One danger: a box to tick, and a phrase to type where nearly everything would be lost. */
export function ConsentBox(props: Props) {
  const t = useText();
  const { consent, route, facts, given, busy, onConsent } = props;
  if (consent === 'criticalLoss') return <TypedConsent {...props} />;
  return (
    <label id={consentId(consent)} className="flex cursor-pointer items-start gap-3 rounded-10 border border-red p-3">
      <input
        type="checkbox"
        checked={given}
        disabled={busy}
        onChange={(event) => onConsent(event.target.checked)}
        className="mt-0.5 size-5 shrink-0 accent-(--red)"
      />
      <span>{consentText(t, consent, route, facts)}</span>
    </label>
  );
}

function TypedConsent({ consent, route, facts, given, busy, onConsent }: Props) {
  const t = useText();
  const [text, setText] = useState('');
  return (
    <div id={consentId(consent)} className="rounded-10 border border-red p-3">
      <Field
        label={<span className="text-ink">{consentText(t, consent, route, facts)}</span>}
        value={text}
        disabled={busy}
        autoCapitalize="none"
        good={given ? t('You accept the loss') : undefined}
        hint={t('Type it exactly: {phrase}', { phrase: consentPhrase(t) })}
        onChange={(event) => {
          setText(event.target.value);
          onConsent(isTyped(t, event.target.value));
        }}
      />
    </div>
  );
}
