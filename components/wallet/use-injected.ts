'use client';
import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import { checkAddress } from '../../lib/chains/address.ts';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { chainOf } from '../../lib/chains/chains.ts';
import { CHAIN_IDS, type ChainId } from '../../lib/domain/chain-id.ts';
import { recall, remember } from '../../lib/wallet/storage.ts';
import type { InjectedWallet } from '../../lib/wallet/wallet-kinds.ts';
import { type ConnectedAccount, PaymentError } from '../../lib/wallet/wallet-types.ts';

const knownSchema = z.array(z.object({ walletId: z.string(), chain: z.enum(CHAIN_IDS) }));

/** The wallets that are in the page for a chain, found when asked: extensions arrive late. */
export async function walletsFor(chain: ChainId, network: NetworkName): Promise<InjectedWallet[]> {
  const { kind } = chainOf(chain);
  const all: InjectedWallet[] =
    kind === 'utxo'
      ? (await import('../../lib/wallet/utxo/utxo-wallets.ts')).utxoWallets()
      : kind === 'cosmos'
        ? (await import('../../lib/wallet/cosmos/cosmos-wallets.ts')).cosmosWallets(network)
        : kind === 'solana'
          ? (await import('../../lib/wallet/solana/solana-wallets.ts')).solanaWallets(network)
          : [];
  return all.filter((wallet) => wallet.chains.includes(chain));
}

/** The account, if its address is one of this chain. @throws {PaymentError} `wrongAccount` */
function accountOf(wallet: InjectedWallet, chain: ChainId, address: string, network: NetworkName): ConnectedAccount {
  const checked = checkAddress(chain, address, network);
  if (!checked.ok)
    throw new PaymentError(
      'wrongAccount',
      `${wallet.option.name} gave an address that does not fit: ${checked.reason}`,
      {
        nothingSent: true,
      },
    );
  return { walletId: wallet.option.id, walletName: wallet.option.name, chain, address };
}

/** Extensions put their wallet into the page after it has loaded, some of them seconds later. */
const LOOK_AGAIN_MS = 250;
const LOOK_FOR_MS = 10_000;

async function arrivedWallet(
  walletId: string,
  chain: ChainId,
  network: NetworkName,
  stopped: () => boolean,
): Promise<InjectedWallet | undefined> {
  const until = Date.now() + LOOK_FOR_MS;
  while (!stopped() && Date.now() < until) {
    const wallet = (await walletsFor(chain, network)).find(({ option }) => option.id === walletId);
    if (wallet) return wallet;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  return undefined;
}

const save = (list: readonly ConnectedAccount[]) =>
  remember(
    'injected',
    list.map(({ walletId, chain }) => ({ walletId, chain })),
  );

/** Bitcoin-family, Cosmos and Solana accounts: connected by the person, found again after a reload without asking. */
export function useInjected(network: NetworkName) {
  const [accounts, setAccounts] = useState<ConnectedAccount[]>([]);
  const add = useCallback((account: ConnectedAccount) => {
    setAccounts((now) => [...now.filter(({ chain }) => chain !== account.chain), account]);
  }, []);

  useEffect(() => {
    const known = knownSchema.safeParse(recall('injected')).data ?? [];
    let stopped = false;
    const restore = async ({ walletId, chain }: { walletId: string; chain: ChainId }) => {
      const wallet = await arrivedWallet(walletId, chain, network, () => stopped);
      const address = await wallet?.reconnect(chain).catch(() => undefined);
      if (stopped || !wallet || !address || !checkAddress(chain, address, network).ok) return;
      const found = { walletId, walletName: wallet.option.name, chain, address };
      // What the person has connected meanwhile stays.
      setAccounts((now) => (now.some((account) => account.chain === chain) ? now : [...now, found]));
    };
    for (const entry of known) void restore(entry);
    return () => {
      stopped = true;
    };
  }, [network]);

  const connectWith = useCallback(
    async (wallet: InjectedWallet, chain: ChainId): Promise<ConnectedAccount> => {
      const address = await wallet.connect(chain);
      if (!address)
        throw new PaymentError('wrongAccount', `${wallet.option.name} has no account on ${chainOf(chain).name}.`, {
          nothingSent: true,
        });
      const account = accountOf(wallet, chain, address, network);
      add(account);
      const known = knownSchema.safeParse(recall('injected')).data ?? [];
      remember('injected', [...known.filter((entry) => entry.chain !== chain), { walletId: account.walletId, chain }]);
      return account;
    },
    [network, add],
  );
  const disconnect = useCallback((account: ConnectedAccount) => {
    setAccounts((now) => {
      const rest = now.filter(({ chain }) => chain !== account.chain);
      save(rest);
      return rest;
    });
  }, []);
  return { accounts, connectWith, disconnect };
}
