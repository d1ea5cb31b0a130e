'use client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { chainOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { createRemembering, forgetAccount, type Remembered, rememberedAccounts } from '../../lib/wallet/remembered.ts';
import type { InjectedWallet } from '../../lib/wallet/wallet-kinds.ts';
import { type ConnectedAccount, PaymentError } from '../../lib/wallet/wallet-types.ts';
import { arrivedWallet } from './find-wallets.ts';

/** Why an address is not one of this chain; undefined if it is. Loaded late, because the checks need hash functions. */
async function addressFault(chain: ChainId, address: string, network: NetworkName): Promise<string | undefined> {
  const { checkAddress } = await import('../../lib/chains/address.ts');
  const checked = checkAddress(chain, address, network);
  return checked.ok ? undefined : checked.reason;
}

/** @throws {PaymentError} `wrongAccount`, and what the wallet throws. */
async function connectedAccount(
  wallet: InjectedWallet,
  chain: ChainId,
  network: NetworkName,
): Promise<ConnectedAccount> {
  const { id: walletId, name: walletName } = wallet.option;
  const address = await wallet.connect(chain);
  const fault = address ? await addressFault(chain, address, network) : `it has no account on ${chainOf(chain).name}`;
  if (!address || fault !== undefined)
    throw new PaymentError('wrongAccount', `${walletName} gave no address that fits: ${fault}`, { nothingSent: true });
  return { walletId, walletName, chain, address };
}

/** Restores an account without prompting: as the wallet reports it, else as it was when last connected. */
async function restored(
  { walletId, chain, address }: Remembered,
  wallet: InjectedWallet,
  network: NetworkName,
): Promise<ConnectedAccount | undefined> {
  const now = wallet.reconnect ? await wallet.reconnect(chain).catch(() => undefined) : address;
  if (!now || (await addressFault(chain, now, network)) !== undefined) return undefined;
  return { walletId, walletName: wallet.option.name, chain, address: now };
}

/** An account after its wallet reported a change; undefined if it is gone. */
async function refreshed(
  account: ConnectedAccount,
  wallet: InjectedWallet,
  network: NetworkName,
): Promise<ConnectedAccount | undefined> {
  const ask = wallet.reconnect ?? wallet.accountNow;
  if (!ask) return account;
  const address = await ask.call(wallet, account.chain).catch(() => undefined);
  if (!address || (await addressFault(account.chain, address, network)) !== undefined) return undefined;
  return { ...account, address };
}

type Connection = { account: ConnectedAccount; wallet: InjectedWallet };

const withConnection = (list: readonly Connection[], connection: Connection): Connection[] => [
  ...list.filter(({ account }) => account.chain !== connection.account.chain),
  connection,
];

/**
 * Keeps accounts in line with wallets that switch them, are locked, or disappear. Subscribed without a gap: what a wallet
 * says while another one connects is heard too.
 */
function useWatched(
  connections: readonly Connection[],
  network: NetworkName,
  onChange: (connection: Connection, now: ConnectedAccount | undefined) => void,
): void {
  useEffect(() => {
    const stops = connections.map((connection) => {
      const { account, wallet } = connection;
      const look = async () => {
        const now = await refreshed(account, wallet, network);
        if (now?.address !== account.address) onChange(connection, now);
      };
      return wallet.watch?.(() => void look());
    });
    return () => {
      for (const stop of stops) stop?.();
    };
  }, [connections, network, onChange]);
}

/** The Bitcoin-family, Cosmos and Solana accounts: connected by the user, restored after a reload without prompting. */
export function useInjected(network: NetworkName) {
  const [connections, setConnections] = useState<Connection[]>([]);
  useEffect(() => {
    let stopped = false;
    const restore = async (entry: Remembered) => {
      const wallet = await arrivedWallet(entry.walletId, entry.chain, network, () => stopped);
      const account = wallet && (await restored(entry, wallet, network));
      // An account that the user has connected meanwhile stays.
      if (account && !stopped)
        setConnections((list) =>
          list.some((one) => one.account.chain === account.chain) ? list : [...list, { account, wallet }],
        );
    };
    for (const entry of rememberedAccounts()) void restore(entry);
    return () => {
      stopped = true;
    };
  }, [network]);

  const accounts = useMemo(() => connections.map(({ account }) => account), [connections]);
  const [rememberNew] = useState(createRemembering);
  useEffect(() => rememberNew(accounts), [rememberNew, accounts]);

  const onChange = useCallback((connection: Connection, now: ConnectedAccount | undefined) => {
    setConnections((list) => {
      // One that was let go meanwhile stays so.
      if (!list.includes(connection)) return list;
      return now ? withConnection(list, { ...connection, account: now }) : list.filter((one) => one !== connection);
    });
  }, []);
  useWatched(connections, network, onChange);

  const connectWith = useCallback(
    async (wallet: InjectedWallet, chain: ChainId): Promise<ConnectedAccount> => {
      const account = await connectedAccount(wallet, chain, network);
      setConnections((list) => withConnection(list, { account, wallet }));
      return account;
    },
    [network],
  );
  const disconnect = useCallback(
    ({ chain }: ConnectedAccount) => {
      forgetAccount(chain);
      setConnections((list) => list.filter(({ account }) => account.chain !== chain));
      const left = connections.find(({ account }) => account.chain === chain);
      void left?.wallet.disconnect?.(chain)?.catch(() => undefined);
    },
    [connections],
  );
  return { accounts, connectWith, disconnect };
}
