'use client';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import type { TrackRequest } from '../../lib/api/schemas/track.ts';
import { paymentHash } from '../tracking/track-selectors.ts';
import { api } from '../ui/api.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { useText } from '../ui/text.tsx';
import { isHash, isQuoteId } from './read-saved-swap.ts';
import { trackPath } from './saved-swaps.ts';

type State = 'idle' | 'looking' | 'unreadable' | 'unknown' | 'unreachable';

/** A quote id is a UUID; any other text is tried as a hash first. */
function requestsFor(text: string): TrackRequest[] {
  const byQuote = isQuoteId(text) ? [{ quoteId: text }] : [];
  const byHash = isHash(text) && text !== '' ? [{ hash: text }] : [];
  return /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text) ? [...byQuote, ...byHash] : [...byHash, ...byQuote];
}

/**
 * The path of the swap's page; undefined when no swap is known by this text. @throws {ApiProblem} when the service
 * cannot be asked.
 */
async function find(text: string): Promise<string | undefined> {
  for (const request of requestsFor(text)) {
    try {
      const { data } = await api.track(request);
      const hash = paymentHash(data) ?? request.hash;
      if (data.quoteInfo) return trackPath({ ...data.quoteInfo, ...(hash ? { hash } : {}) });
    } catch (error) {
      if (!(error instanceof ApiProblem && (error.status === 404 || error.status === 400))) throw error;
    }
  }
  return undefined;
}

/** Finds any swap that this deployment knows, whoever made it. */
export function LookUp() {
  const t = useText();
  const router = useRouter();
  const [text, setText] = useState('');
  const [state, setState] = useState<State>('idle');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (requestsFor(text).length === 0) return setState('unreadable');
    setState('looking');
    try {
      const path = await find(text);
      if (path) router.push(path);
      else setState('unknown');
    } catch {
      setState('unreachable');
    }
  };
  const errors: Partial<Record<State, string>> = {
    unreadable: t('Enter a transaction hash or a quote id.'),
    unknown: t(
      'We know no swap by this hash or id. If it was made elsewhere, open it there; your money does not depend on this page.',
    ),
    unreachable: t('The service cannot be reached. Try again in a moment.'),
  };
  return (
    <form onSubmit={submit} aria-label={t('Find a swap')} className="card grid gap-2 p-4">
      <h2 className="font-semibold text-16">{t('Find a swap')}</h2>
      <Field
        label={t('Transaction hash or quote id')}
        mono
        value={text}
        onChange={(event) => {
          setText(event.target.value.trim());
          setState('idle');
        }}
        error={errors[state]}
        hint={t('The payment that started the swap.')}
      />
      <Button type="submit" busy={state === 'looking'} className="justify-self-start">
        {t('Find it')}
      </Button>
    </form>
  );
}
