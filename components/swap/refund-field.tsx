'use client';
import { type RefObject, useState } from 'react';
import { useEmbedding } from '../embed/embedding.tsx';
import { Field } from '../ui/field.tsx';
import { useText } from '../ui/text.tsx';
import type { EnteredAddress } from './recipient.ts';

/** From this length on, text is judged while it is still being typed. */
const JUDGED_LENGTH = 24;

/** The address that pays and receives a refund, when no wallet of the sold chain is connected. */
export function RefundField({
  entered,
  chainName,
  fromLink = false,
  input,
  onChange,
}: {
  entered: EnteredAddress;
  chainName: string;
  /** The address came with the address bar. */
  fromLink?: boolean;
  input: RefObject<HTMLInputElement | null>;
  onChange: (text: string) => void;
}) {
  const t = useText();
  const [left, setLeft] = useState(false);
  const { text, phase, reason } = entered;
  const locked = useEmbedding().locks('from');
  const chain = chainName;
  const judged = text !== '' && (left || text.length >= JUDGED_LENGTH);
  return (
    <Field
      ref={input}
      label={t('Send from / refund address')}
      name="from"
      mono
      readOnly={locked}
      value={text}
      onChange={(event) => {
        setLeft(false);
        onChange(event.target.value.trim());
      }}
      onBlur={() => setLeft(true)}
      placeholder={t('{chain} address', { chain })}
      error={
        judged && phase === 'wrong'
          ? `${t('This is not an address on {chain}.', { chain })} ${reason ?? ''}`
          : undefined
      }
      care={
        (phase === 'good' || phase === 'checking') && fromLink
          ? t('This address came with the link. Make sure it is yours.')
          : undefined
      }
      good={phase === 'good' ? (reason ?? t('{chain} address', { chain })) : undefined}
      hint={phase === 'checking' ? t('Checking…') : t('Your own {chain} address. Refunds go there.', { chain })}
    />
  );
}
