import { OctagonAlert, TriangleAlert } from 'lucide-react';
import type { AddressFacts } from '../../lib/api/page-api.ts';
import { useText } from '../ui/text.tsx';

/** A reason for caution before something is sent to an address. */
export type RecipientWarning = 'token' | 'contract' | 'noGas';

/**
 * @param byVault the route's last provider pays from a vault that attaches little gas (THORChain, Maya).
 * @param buysToken the account will receive a token, and needs the chain's native coin to move it.
 */
export function recipientWarnings(
  facts: AddressFacts | undefined,
  { byVault, buysToken }: { byVault: boolean; buysToken: boolean },
): RecipientWarning[] {
  if (!facts) return [];
  if (facts.isToken) return ['token'];
  const pays = facts.nativeBalance;
  return [
    ...(byVault && (facts.code === 'contract' || facts.code === 'delegated') ? (['contract'] as const) : []),
    ...(buysToken && facts.code !== 'contract' && pays !== undefined && !/[1-9]/.test(pays)
      ? (['noGas'] as const)
      : []),
  ];
}

export function RecipientWarnings({
  warnings,
  chainName,
}: {
  warnings: readonly RecipientWarning[];
  chainName: string;
}) {
  const t = useText();
  const texts: Record<RecipientWarning, string> = {
    token: t('This is a token contract. Anything sent to it is lost.'),
    contract: t('This address is a contract. This route may not be able to pay it.'),
    noGas: t('This account has nothing to pay {chain} network fees with yet.', { chain: chainName }),
  };
  return (
    <ul className="grid gap-1 text-13 empty:hidden">
      {warnings.map((warning) => (
        <li key={warning} className={`flex items-start gap-1 ${warning === 'token' ? 'text-red' : 'text-amber'}`}>
          {warning === 'token' ? (
            <OctagonAlert aria-hidden size={14} className="mt-px shrink-0" />
          ) : (
            <TriangleAlert aria-hidden size={14} className="mt-px shrink-0" />
          )}
          {texts[warning]}
        </li>
      ))}
    </ul>
  );
}
