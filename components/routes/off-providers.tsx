import { type OffProvider, PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { Disclosure } from '../ui/disclosure.tsx';

/** A quiet line: who is not asked here at all, and why. */
export function OffProviders({ off }: { off: readonly OffProvider[] }) {
  if (off.length === 0) return null;
  const names = off.map(({ provider }) => PROVIDER_NAMES[provider]).join(', ');
  return (
    <div className="px-0.5">
      <Disclosure summary={<span>Not asked here: {names}</span>}>
        <ul className="grid gap-1 pb-1 text-12 text-ink-2">
          {off.map(({ provider, reason }) => (
            <li key={provider}>{reason}</li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}
