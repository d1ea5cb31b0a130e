'use client';
import { useCallback, useEffect, useState } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { chainOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { forgetAccount, type Remembered, rememberAccount, rememberedAccounts } from '../../lib/wallet/remembered.ts';
import type { InjectedWallet } from '../../lib/wallet/wallet-kinds.ts';
import { type ConnectedAccount, PaymentError } from '../../lib/wallet/wallet-types.ts';
import { arrivedWallet, walletById } from './find-wallets.ts';

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

const withAccount = (list: readonly ConnectedAccount[], account: ConnectedAccount): ConnectedAccount[] => [
  ...list.filter(({ chain }) => chain !== account.chain),
  account,
];

/** Keeps accounts in line with wallets that switch them, are locked, or disappear. */
function useWatched(
  accounts: readonly ConnectedAccount[],
  network: NetworkName,
  onChange: (account: ConnectedAccount, now: ConnectedAccount | undefined) => void,
): void {
  useEffect(() => {
    let stopped = false;
    const stops: (() => void)[] = [];
    const follow = async (account: ConnectedAccount) => {
      const wallet = await walletById(account.walletId, account.chain, network);
      if (stopped || !wallet?.watch) return;
      const look = async () => {
        const now = await refreshed(account, wallet, network);
        if (!stopped && now?.address !== account.address) onChange(account, now);
      };
      stops.push(wallet.watch(() => void look()));
    };
    for (const account of accounts) void follow(account);
    return () => {
      stopped = true;
      for (const stop of stops) stop();
    };
  }, [accounts, network, onChange]);
}

/** The Bitcoin-family, Cosmos and Solana accounts: connected by the user, restored after a reload without prompting. */
export function useInjected(network: NetworkName) {
  const [accounts, setAccounts] = useState<ConnectedAccount[]>([]);
  useEffect(() => {
    let stopped = false;
    const restore = async (entry: Remembered) => {
      const wallet = await arrivedWallet(entry.walletId, entry.chain, network, () => stopped);
      const account = wallet && (await restored(entry, wallet, network));
      // An account that the user has connected meanwhile stays.
      if (account && !stopped)
        setAccounts((now) => (now.some(({ chain }) => chain === account.chain) ? now : [...now, account]));
    };
    for (const entry of rememberedAccounts()) void restore(entry);
    return () => {
      stopped = true;
    };
  }, [network]);

  const onChange = useCallback((account: ConnectedAccount, now: ConnectedAccount | undefined) => {
    if (now) rememberAccount(now);
    setAccounts((list) =>
      now
        ? withAccount(list, now)
        : list.filter(({ chain, walletId }) => !(chain === account.chain && walletId === account.walletId)),
    );
  }, []);
  useWatched(accounts, network, onChange);

  const connectWith = useCallback(
    async (wallet: InjectedWallet, chain: ChainId): Promise<ConnectedAccount> => {
      const account = await connectedAccount(wallet, chain, network);
      setAccounts((now) => withAccount(now, account));
      rememberAccount(account);
      return account;
    },
    [network],
  );
  const disconnect = useCallback(
    (account: ConnectedAccount) => {
      forgetAccount(account.chain);
      setAccounts((now) => now.filter(({ chain }) => chain !== account.chain));
      void walletById(account.walletId, account.chain, network)
        .then((wallet) => wallet?.disconnect?.(account.chain))
        .catch(() => undefined);
    },
    [network],
  );
  return { accounts, connectWith, disconnect };
}
