'use client';
import { Popover } from '@base-ui/react/popover';
import { LogOut, Wallet } from 'lucide-react';
import { chainOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { ConnectedAccount } from '../../lib/wallet/wallet-types.ts';
import { Button, buttonClasses, IconButton } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { shortText } from '../ui/format.ts';
import { useWallets } from './wallet-context.ts';

/** One chain for each kind of wallet that can be connected from the header. */
const KINDS: readonly { chain: ChainId; label: string }[] = [
  { chain: 'ETH', label: 'Ethereum and its kin' },
  { chain: 'BTC', label: 'Bitcoin' },
  { chain: 'LTC', label: 'Litecoin' },
  { chain: 'DOGE', label: 'Dogecoin' },
  { chain: 'BCH', label: 'Bitcoin Cash' },
  { chain: 'DASH', label: 'Dash' },
  { chain: 'ZEC', label: 'Zcash' },
  { chain: 'SOL', label: 'Solana' },
  { chain: 'GAIA', label: 'Cosmos Hub' },
  { chain: 'THOR', label: 'THORChain' },
  { chain: 'MAYA', label: 'Maya' },
];

const nameOf = (account: ConnectedAccount) =>
  account.walletId === 'evm' ? 'Ethereum and its kin' : chainOf(account.chain).name;

function AccountRow({ account, onLeave }: { account: ConnectedAccount; onLeave: () => void }) {
  return (
    <li className="flex items-center gap-2 border-line border-b py-2 last:border-b-0">
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{nameOf(account)}</span>
        <span className="block truncate font-mono text-12 text-ink-2" title={account.address}>
          {shortText(account.address)} · {account.walletName}
        </span>
      </span>
      <CopyButton value={account.address} what={`${nameOf(account)} address`} />
      <IconButton label={`Disconnect ${nameOf(account)}`} onClick={onLeave}>
        <LogOut aria-hidden size={16} />
      </IconButton>
    </li>
  );
}

/** The header's button: what is connected, and a way to connect more. */
export function WalletButton() {
  const wallets = useWallets();
  const accounts = wallets?.accounts ?? [];
  const [first] = accounts;
  const connectable = KINDS.filter(({ chain }) => !wallets?.accountFor(chain));
  return (
    <Popover.Root>
      <Popover.Trigger className={buttonClasses('quiet', 'small')} disabled={!wallets}>
        <Wallet aria-hidden size={16} />
        {first ? (
          <span className="whitespace-nowrap font-mono text-12">
            <span className="max-sm:hidden">{shortText(first.address)}</span>
            <span className="sm:hidden">{shortText(first.address, 4, 3)}</span>
            {accounts.length > 1 ? ` +${accounts.length - 1}` : ''}
          </span>
        ) : (
          <span>
            Connect<span className="max-sm:sr-only"> wallet</span>
          </span>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={8} align="end" className="z-10">
          <Popover.Popup className="max-h-[80dvh] w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-10 border border-line bg-sheet p-4 shadow-lift outline-none">
            <Popover.Title className="font-semibold text-16">Wallets</Popover.Title>
            {accounts.length > 0 && (
              <ul className="mt-1">
                {accounts.map((account) => (
                  <AccountRow
                    key={`${account.chain}${account.address}`}
                    account={account}
                    onLeave={() => wallets?.disconnect(account)}
                  />
                ))}
              </ul>
            )}
            <p className="mt-3 mb-2 text-12 text-ink-3">Connect for</p>
            <div className="flex flex-wrap gap-2">
              {connectable.map(({ chain, label }) => (
                <Popover.Close
                  key={chain}
                  render={<Button size="small" onClick={() => void wallets?.connect(chain)} />}
                >
                  {label}
                </Popover.Close>
              ))}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
