'use client';
import { useState } from 'react';
import { CHAINS } from '../../lib/chains/chains.ts';
import { canonicalHash } from '../../lib/chains/hash.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { useText } from '../ui/text.tsx';
import { hashForm } from './hash-text.ts';

/** A field for the hash of a payment that was sent from elsewhere. */
export function HashField({ chain, onHash }: { chain: ChainId; onHash: (hash: string) => void }) {
  const t = useText();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const hash = canonicalHash(chain, text);
  const { name, hashFormat } = CHAINS[chain];
  const form = hashForm(t, hashFormat);
  const wrong = text !== '' && hash === undefined && (tried || text.length > 40);
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (hash !== undefined) onHash(hash);
      }}
    >
      <Field
        label={t('Hash of your payment (transaction id)')}
        mono
        value={text}
        onChange={(event) => setText(event.target.value.trim())}
        onBlur={() => setTried(true)}
        error={wrong ? t('This is not a {chain} transaction hash: {form}.', { chain: name, form }) : undefined}
        hint={t('Your wallet shows it once it has sent: {form}.', { form })}
      />
      <Button type="submit" disabled={hash === undefined} className="justify-self-start">
        {t('Track this payment')}
      </Button>
    </form>
  );
}
