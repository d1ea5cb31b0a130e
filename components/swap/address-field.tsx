'use client';
import { type ReactNode, type RefObject, useState } from 'react';
import { Field } from '../ui/field.tsx';
import type { TypedAddress } from './button-state.ts';

/** Long enough to be judged while it is still being typed. */
const JUDGED_LENGTH = 24;

/** An address, checked as it is typed; a fault is shown once the field was left or the text is as long as an address. */
export function AddressField({
  label,
  address,
  chainName,
  hint,
  suggestion,
  input,
  onChange,
}: {
  label: ReactNode;
  address: TypedAddress;
  chainName: string;
  hint?: ReactNode;
  /** A connected account that may be taken over. */
  suggestion?: { address: string; walletName: string } | undefined;
  input: RefObject<HTMLInputElement | null>;
  onChange: (text: string) => void;
}) {
  const [left, setLeft] = useState(false);
  const { text, check } = address;
  const judged = text !== '' && (left || text.length >= JUDGED_LENGTH);
  const error = judged && check?.ok === false ? check.reason : undefined;
  const good = check?.ok ? (check.warning ?? `${chainName} address`) : undefined;
  return (
    <Field
      ref={input}
      label={label}
      mono
      value={text}
      onChange={(event) => {
        setLeft(false);
        onChange(event.target.value.trim());
      }}
      onBlur={() => setLeft(true)}
      placeholder={`${chainName} address`}
      error={error}
      good={good}
      hint={hint}
      trailing={
        suggestion &&
        suggestion.address !== text && (
          <button
            type="button"
            onClick={() => onChange(suggestion.address)}
            className="min-h-8 shrink-0 rounded-6 px-2 text-12 font-medium text-water hover:bg-sunken"
          >
            Use {suggestion.walletName}
          </button>
        )
      }
    />
  );
}
