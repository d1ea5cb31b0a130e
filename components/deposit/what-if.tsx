'use client';
import { Disclosure } from '../ui/disclosure.tsx';
import { useText } from '../ui/text.tsx';
import type { WhatIf } from './channel-text.ts';

/** Explains what happens to deposits that differ from the agreed one. */
export function WhatIfList({ cases }: { cases: readonly WhatIf[] }) {
  const t = useText();
  return (
    <Disclosure summary={t('What if I send less, more, late or something else?')}>
      <dl className="grid gap-3 rounded-10 bg-sunken p-3 text-14">
        {cases.map(({ name, text, english }) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-ink-2" lang={english ? 'en' : undefined}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
