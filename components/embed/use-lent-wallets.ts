'use client';
import { type RefObject, useEffect, useRef } from 'react';
import type { HostMessage, HostWallets as Lent } from '../../lib/api/embed/messages.ts';
import { HOST_WALLETS, type HostWalletKind } from '../../lib/api/embed/protocol.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { Wallets } from '../../lib/wallet/wallet-types.ts';
import { useNetwork } from '../ui/network.tsx';
import { useWallets } from '../wallet/wallet-context.ts';
import type { HostLink } from './host-link.ts';
import type { HostWallets } from './host-wallets.ts';
import { type EmbedState, lentKinds } from './use-embed-state.ts';

type Event = Extract<HostMessage, { type: 'walletEvent' }>;

const CHAIN: Record<HostWalletKind, ChainId> = { evm: 'ETH', solana: 'SOL', bitcoin: 'BTC' };

/**
 * Adopts an account that the host has connected already, and follows when its wallet switches to another. A connection
 * that the user made to another wallet stays, because only listeners of the host's wallet hear its events.
 */
async function follow(kind: HostWalletKind, host: HostWallets, wallets: RefObject<Wallets | undefined>): Promise<void> {
  const chain = CHAIN[kind];
  const [address, id] = [await host.account(kind), host.id(kind)];
  const known = wallets.current?.accountFor(chain);
  if (address === undefined || id === undefined) return;
  // A user who refuses here can still connect by the button.
  if (!known) await wallets.current?.adopt(chain, id).catch(() => undefined);
  // Ethereum addresses have two spellings, with and without a checksum.
  else if (known.address.toLowerCase() !== address.toLowerCase()) host.emit(kind, 'accountsChanged', [address]);
}

/**
 * Brings the frame in line with the wallets that are lent now: installs new ones, and disconnects those no longer lent.
 */
function renew(lent: Lent, host: HostWallets, wallets: RefObject<Wallets | undefined>): void {
  for (const kind of HOST_WALLETS) {
    const wallet = lent[kind];
    if (!wallet) {
      host.emit(kind, 'accountsChanged', []);
      continue;
    }
    host.install(kind, wallet);
    void follow(kind, host, wallets);
  }
}

/**
 * Installs the host's wallets in the frame, follows the accounts that the host has connected, and forwards wallet
 * events.
 */
export function useLentWallets(
  link: HostLink | undefined,
  lent: Lent,
  events: EmbedState['events'],
  tell: (message: { type: 'wallet'; accounts: { chain: ChainId; address: string; walletName: string }[] }) => void,
): void {
  const network = useNetwork();
  const wallets = useWallets();
  const current = useLatest(wallets);
  const host = useRef<HostWallets>(undefined);
  useEffect(() => {
    if (!link || (!host.current && lentKinds(lent).length === 0)) return;
    let stopped = false;
    void import('./host-wallets.ts').then(({ createHostWallets }) => {
      if (stopped) return;
      host.current ??= createHostWallets(link, network);
      renew(lent, host.current, current);
    });
    events.current = ({ wallet, event, data }: Event) => {
      host.current?.emit(wallet, event, data);
      if (host.current && event === 'accountsChanged') void follow(wallet, host.current, current);
    };
    return () => {
      stopped = true;
    };
  }, [link, lent, network, events, current]);

  const accounts = wallets?.accounts;
  useEffect(() => {
    if (accounts)
      tell({
        type: 'wallet',
        accounts: accounts.map(({ chain, address, walletName }) => ({ chain, address, walletName })),
      });
  }, [accounts, tell]);
}

function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
