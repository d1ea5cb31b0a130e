import type { OffProvider } from '../../lib/domain/provider-id.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { useText } from '../ui/text.tsx';
import { plainId, providerName, streams } from './provider-text.ts';

/**
 * One line that names the providers this deployment does not ask, and why. A streaming id is not named beside its plain
 * one.
 */
export function OffProviders({ off: all }: { off: readonly OffProvider[] }) {
  const t = useText();
  const off = all.filter(({ provider: id }) => !streams(id) || all.every(({ provider }) => provider !== plainId(id)));
  if (off.length === 0) return null;
  const names = t.list(off.map(({ provider }) => providerName(t, provider)));
  return (
    <div className="px-0.5">
      <Disclosure summary={<span>{t('Not available here: {names}', { names })}</span>}>
        <ul lang="en" className="grid gap-1 pb-1 text-13 text-ink-2">
          {off.map(({ provider, reason }) => (
            <li key={provider}>{reason}</li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}
