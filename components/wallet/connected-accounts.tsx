'use client';
import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createGatewayClient } from '../../lib/api/gateway.ts';
import { chainOf } from '../../lib/chains/chains.ts';
import { fromBaseUnits } from '../../lib/domain/amount.ts';
import type { ConnectedAccount } from '../../lib/wallet/wallet-types.ts';
import { IconButton } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { shortAmount, shortText } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { groupLabel } from './chain-groups.ts';

const gateway = createGatewayClient({ baseUrl: '' });

/** The account's balance of the chain's native coin, decimal; undefined while unknown. */
function useCoins({ chain, address }: ConnectedAccount): string | undefined {
  const [coins, setCoins] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    setCoins(undefined);
    gateway
      .balance(chain, { address }, { signal: controller.signal })
      .then((units) => setCoins(fromBaseUnits(units, chainOf(chain).native.decimals)))
      // A balance that cannot be read is not shown.
      .catch(() => undefined);
    return () => controller.abort();
  }, [chain, address]);
  return coins;
}

function AccountRow({ account, onLeave }: { account: ConnectedAccount; onLeave: () => void }) {
  const t = useText();
  const coins = useCoins(account);
  const { native } = chainOf(account.chain);
  const network = groupLabel(t, account.chain);
  return (
    <li className="flex min-h-14 items-center gap-2 border-line border-b py-2 last:border-b-0">
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-medium">{network}</span>
          <span className="ltr min-h-5 shrink-0 text-14 text-ink-2 tabular-nums">
            {coins !== undefined && `${shortAmount(coins, t.tag)} ${native.shownSymbol ?? native.symbol}`}
          </span>
        </span>
        <span className="block truncate text-13 text-ink-2">
          <span className="ltr font-mono" title={account.address}>
            {shortText(account.address)}
          </span>{' '}
          · {account.walletName}
        </span>
      </span>
      <CopyButton value={account.address} what={t('your {network} address', { network })} />
      <IconButton label={t('Disconnect {network}', { network })} onClick={onLeave}>
        <LogOut aria-hidden size={16} className="rtl:-scale-x-100" />
      </IconButton>
    </li>
  );
}

/** The connected accounts, one line each, with their balances. */
export function ConnectedAccounts({
  accounts,
  onLeave,
}: {
  accounts: readonly ConnectedAccount[];
  onLeave: (account: ConnectedAccount) => void;
}) {
  const t = useText();
  return (
    <ul aria-label={t('Connected')}>
      {accounts.map((account) => (
        <AccountRow key={`${account.chain}${account.address}`} account={account} onLeave={() => onLeave(account)} />
      ))}
    </ul>
  );
}
