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
  const words: Record<RecipientWarning, string> = {
    token: t('This is the contract of a token. What is sent to it is lost.'),
    contract: t('A contract stands at this address. The networks behind this route may fail to pay it.'),
    noGas: t('This account has no coin of {chain} yet to pay network fees with.', { chain: chainName }),
  };
  return (
    <ul className="grid gap-1 text-12 empty:hidden">
      {warnings.map((warning) => (
        <li key={warning} className={`flex items-start gap-1 ${warning === 'token' ? 'text-red' : 'text-amber'}`}>
          {warning === 'token' ? (
            <OctagonAlert aria-hidden size={14} className="mt-px shrink-0" />
          ) : (
            <TriangleAlert aria-hidden size={14} className="mt-px shrink-0" />
          )}
          {words[warning]}
        </li>
      ))}
    </ul>
  );
}
