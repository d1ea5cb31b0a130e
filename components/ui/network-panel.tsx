'use client';
import type { ChainStates } from '../../lib/api/page-api.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { relativeTime } from './format.ts';
import { useText } from './text.tsx';

/** Lists the paused chains with their reasons, and the age of the information. */
export function NetworkPanel({ states }: { states: ChainStates }) {
  const t = useText();
  const paused = states.chains.filter(({ tradable, paused }) => tradable && paused);
  return (
    <>
      {paused.length > 0 && (
        <ul className="mt-2 grid gap-2">
          {paused.map(({ chain, paused }) => (
            <li key={chain}>
              <span className="font-medium">{CHAINS[chain].name}</span>
              <span lang="en" dir="ltr" className="block text-13 text-ink-2">
                {paused?.reason}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-13 text-ink-3">
        {t('Checked {when}', { when: relativeTime(states.at, Date.now(), t.tag) })}
      </p>
    </>
  );
}
