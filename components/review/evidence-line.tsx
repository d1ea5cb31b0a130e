import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { calledContract, knownContracts, payeesOf } from '../../lib/payments/known-contracts.ts';
import { signedLeg } from '../../lib/payments/two-leg/signed-leg.ts';
import { timeOfDay } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import type { VaultEvidence } from './use-vault-evidence.ts';
import type { WitnessState } from './use-witnesses.ts';
import { CheckedLine, WitnessLine } from './witness-line.tsx';

/** A call of a listed contract, as opposed to a transfer, which calls none. */
function callsKnownContract(route: WireRoute): boolean {
  const { route: leg } = signedLeg(route);
  const contract = leg?.tx === undefined ? undefined : calledContract(leg);
  return leg !== undefined && contract !== undefined && knownContracts(leg).includes(contract);
}

/** What was checked about this payment's destination: by independent nodes, else by this site again. */
export function EvidenceLine({
  route,
  evidence,
  witness = 'none',
}: {
  route: WireRoute;
  evidence: VaultEvidence | undefined;
  witness?: WitnessState;
}) {
  const t = useText();
  const [provider] = route.providers;
  const name = (provider ? PROVIDER_NAMES[provider] : '').split(',')[0] ?? '';
  if (evidence?.state === 'changed')
    return (
      <Notice kind="loss" live="assertive" title={t('The vault has changed since this quote')}>
        {t('Nothing was sent. Get a new quote: what is sent to an old vault may be lost.')}
      </Notice>
    );
  if (witness !== 'none' && payeesOf(route).length > 0) return <WitnessLine state={witness} />;
  const line = (text: string, sure: boolean) => <CheckedLine text={text} sure={sure} />;
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
