'use client';
import { useCallback, useState } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { chainOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { EvmWalletSettings } from '../../lib/domain/evm-wallets.ts';
import { canSign } from '../../lib/wallet/can-sign.ts';
import type { InjectedWallet } from '../../lib/wallet/wallet-kinds.ts';
import type { ConnectedAccount, ConnectOptions, Wallets } from '../../lib/wallet/wallet-types.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useText } from '../ui/text.tsx';
import { GROUPS, groupLabel, groupOf } from './chain-groups.ts';
import { ConnectedAccounts } from './connected-accounts.tsx';
import { EveryWallet } from './every-wallet.tsx';
import type { EvmPick } from './use-evm.tsx';
import { type Connecting, FoldedGroup, WalletGroup } from './wallet-group.tsx';

/** With a chain, the sheet connects a wallet for it; without one, it manages all wallets. */
export type SheetAsked = { chain?: ChainId; options?: ConnectOptions };

type Props = {
  asked: SheetAsked;
  open: boolean;
  network: NetworkName;
  settings: EvmWalletSettings;
  wallets: Wallets;
  connectWith: (wallet: InjectedWallet, chain: ChainId) => Promise<ConnectedAccount>;
  connectEvm: (pick: EvmPick) => Promise<string | undefined>;
  onDone: (account?: ConnectedAccount) => void;
};

/**
 * The wallets that can sell from the chain. A press also connects the receiving chain, where the wallet supports it.
 */
function Needed({ chain, receive, by }: { chain: ChainId; receive: ChainId | undefined; by: Connecting }) {
  const t = useText();
  const subtitle = t('To sell from {network}', { network: chainOf(chain).name });
  return (
    <section aria-label={subtitle} className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold text-14">{subtitle}</h3>
      <WalletGroup chain={chain} also={receive} by={by} />
    </section>
  );
}

/** All other networks behind one line. */
function Others({ chains, by }: { chains: readonly ChainId[]; by: Connecting }) {
  const t = useText();
  return (
    <Disclosure summary={t('Other networks')}>
      <ul>
        {chains.map((chain) => (
          <FoldedGroup key={chain} chain={chain} label={groupLabel(t, chain)} by={by} />
        ))}
      </ul>
    </Disclosure>
  );
}

/** One sheet for all wallets: first those that this swap needs, then the connected ones, then all other networks. */
export function WalletSheet({ asked, open, wallets, onDone, ...reach }: Props) {
  const t = useText();
  const [handedOver, setHandedOver] = useState(false);
  const [searchedFor, setSearchedFor] = useState<SheetAsked>();
  const { chain, options = {} } = asked;
  const managing = chain === undefined;
  const onConnected = (account: ConnectedAccount) => {
    if (!managing && groupOf(account.chain) === groupOf(chain)) onDone(account);
  };
  const onSearched = useCallback(() => setSearchedFor(asked), [asked]);
  const by: Connecting = { ...reach, onHandOver: setHandedOver, onConnected, onSearched };
  // Nothing below the list can be pressed before it stands at its place.
  const below = searchedFor === asked ? '' : 'invisible';
  const wanted = options.receive;
  const receive =
    wanted && !managing && groupOf(wanted) !== groupOf(chain) && canSign(wanted) && !wallets.accountFor(wanted)
      ? wanted
      : undefined;
  const needed = chain && groupOf(chain);
  const others = GROUPS.filter((group) => group !== needed && !wallets.accountFor(group));
  const { withoutWallet } = options;
  return (
    <Sheet
      open={open && !handedOver}
      onOpenChange={(next) => !next && onDone()}
      title={managing ? t('Your wallets') : t('Connect a wallet')}
      description={t('You sign in your own wallet. Nobody from Portage will ever ask for your keys.')}
      width={440}
      {...(withoutWallet && !managing
        ? {
            footer: (
              <Button
                look="ghost"
                className={below}
                onClick={() => {
                  onDone();
                  withoutWallet();
                }}
              >
                {t('No wallet? Continue without one')}
              </Button>
            ),
          }
        : {})}
    >
      <div className="grid grid-cols-1 gap-5">
        {chain && <Needed chain={chain} receive={receive} by={by} />}
        {managing && <EveryWallet by={by} isConnected={(one) => wallets.accountFor(one) !== undefined} />}
        {wallets.accounts.length > 0 && (
          <section className={classNames('grid grid-cols-1 gap-1', below)}>
            <h3 className="font-semibold text-14">{t('Connected')}</h3>
            <ConnectedAccounts accounts={wallets.accounts} onLeave={wallets.disconnect} />
          </section>
        )}
        {others.length > 0 && (
          <div className={below}>
            <Others chains={others} by={by} />
          </div>
        )}
      </div>
    </Sheet>
  );
}
