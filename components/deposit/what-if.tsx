import { Disclosure } from '../ui/disclosure.tsx';

/** What becomes of deposits that differ from what was agreed. */
export const WhatIfList = ({ cases }: { cases: readonly { name: string; words: string }[] }) => (
  <Disclosure summary="What if I send less, more, late or something else?">
    <dl className="grid gap-2 text-14">
      {cases.map(({ name, words }) => (
        <div key={name}>
          <dt className="font-medium">{name}</dt>
          <dd className="text-ink-2">{words}</dd>
        </div>
      ))}
    </dl>
  </Disclosure>
);
