import { ShieldCheck, ShieldQuestion } from 'lucide-react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { calledContract, knownContracts } from '../../lib/payments/known-contracts.ts';
import { signedLeg } from '../../lib/payments/two-leg/signed-leg.ts';
import { timeOfDay } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import type { VaultEvidence } from './use-vault-evidence.ts';

/** Not a transfer, which calls none: a call of a contract that is listed here. */
function callsKnownContract(route: WireRoute): boolean {
  const { route: leg } = signedLeg(route);
  const contract = leg?.tx === undefined ? undefined : calledContract(leg);
  return leg !== undefined && contract !== undefined && knownContracts(leg).includes(contract);
}

/** What was checked, for this payment, of where it goes. */
export function EvidenceLine({ route, evidence }: { route: WireRoute; evidence: VaultEvidence | undefined }) {
  const t = useText();
  const [provider] = route.providers;
  const name = (provider ? PROVIDER_NAMES[provider] : '').split(',')[0] ?? '';
  if (evidence?.state === 'changed')
    return (
      <Notice kind="loss" live="assertive" title={t('The vault has changed since this quote')}>
        {t('Nothing was sent. Get a new quote: what is sent to an old vault may be lost.')}
      </Notice>
    );
  const line = (words: string, sure: boolean) => (
    <p className="flex items-start gap-2 text-12 text-ink-2">
      {sure ? (
        <ShieldCheck aria-hidden size={16} className="shrink-0 text-moss" />
      ) : (
        <ShieldQuestion aria-hidden size={16} className="shrink-0 text-ink-3" />
      )}
      {words}
    </p>
  );
  switch (evidence?.state) {
    case 'same':
      return line(
        t('Asked again at {time}: this site still names this vault for {provider}. Only this site says so.', {
          time: timeOfDay(evidence.at, t.tag),
          provider: name,
        }),
        false,
      );
    case 'checking':
      return line(t('Asking this site again for the vault of {provider}…', { provider: name }), false);
    case 'unknown':
      return line(t('The vault could not be checked again. Portage retries every minute.'), false);
    default:
      break;
  }
  if (callsKnownContract(route)) return line(t('Portage knows this contract and checked it.'), true);
  return null;
}
