import type { WireProviderError } from '../../lib/api/schemas/quote.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { byHelp, failureRemedy } from './failure-remedy.ts';
import { ProviderMark } from './provider-mark.tsx';

/** Who offered no route, why, and what would help; closed unless there is nothing else to see. */
export function FailedProviders({ errors, open = false }: { errors: readonly WireProviderError[]; open?: boolean }) {
  if (errors.length === 0) return null;
  return (
    <div id="failed-providers" className="px-0.5">
      <Disclosure key={String(open)} open={open} summary={<span>{errors.length} did not offer a route</span>}>
        <ul className="card divide-y divide-line">
          {byHelp(errors).map((error) => (
            <li key={error.provider} className="flex gap-3 p-3">
              <ProviderMark provider={error.provider} />
              <div className="min-w-0">
                <p className="font-medium">{PROVIDER_NAMES[error.provider]}</p>
                <p className="text-ink-2 [overflow-wrap:anywhere]">{error.message}</p>
                <p className="text-12 text-ink-3">{failureRemedy(error)}</p>
              </div>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}
