import { ShieldCheck, ShieldQuestion } from 'lucide-react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { timeOfDay } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import type { VaultEvidence } from './use-vault-evidence.ts';

/** How and when it was checked that the payment goes where the network wants it. */
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
        t('Vault checked at {time}: {provider}’s own nodes name the same one, and are asked again every minute.', {
          time: timeOfDay(evidence.at, t.tag),
          provider: name,
        }),
        true,
      );
    case 'checking':
      return line(t('Checking the vault with {provider}’s own nodes…', { provider: name }), false);
    case 'unknown':
      return line(t('The vault could not be checked again just now. It is tried again every minute.'), false);
    default:
      break;
  }
  if (/^(ONEINCH|CHAINFLIP$|CHAINFLIP_)/.test(provider ?? '') && route.tx !== undefined && !route.inboundAddress)
    return line(
      t('The contract that is called is one that Portage knows by itself, whatever the provider answers.'),
      true,
    );
  return null;
}
