'use client';
import { useCallback, useEffect, useState } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { chainOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { walletFault } from '../../lib/wallet/injected.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { GROUPS } from './chain-groups.ts';
import { joinWallets, type WholeWallet } from './join-wallets.ts';
import { findWallets, useSearch } from './use-found.ts';
import { askWallet, type Connecting } from './wallet-group.tsx';
import { WaitingRow, WalletRow } from './wallet-rows.tsx';
import { connectFailure, type Failure } from './wallet-text.ts';

function useEveryWallet(network: NetworkName, silentName: string): readonly WholeWallet[] | undefined {
  const search = useCallback(async () => {
    const found = await Promise.all(
      GROUPS.map(async (chain) =>
        (await findWallets(chain, network, silentName)).wallets.map((one) => ({ chain, found: one })),
      ),
    );
    return joinWallets(found.flat());
  }, [network, silentName]);
  return useSearch(search, true);
}

/** Every wallet of this browser, one entry each: a press connects all its networks, one after the other. */
export function EveryWallet({ by, isConnected }: { by: Connecting; isConnected: (chain: ChainId) => boolean }) {
  const t = useText();
  const wallets = useEveryWallet(by.network, t('Wallet of this browser'));
  const { onSearched } = by;
  useEffect(() => {
    if (wallets) onSearched();
  }, [wallets, onSearched]);
  const [asking, setAsking] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const open = (wallets ?? []).flatMap(({ name, reaches }) => {
    const left = reaches.filter(({ chain }) => !isConnected(chain));
    return left.length > 0 ? [{ name, reaches: left }] : [];
  });
  const pick = async ({ name, reaches }: WholeWallet) => {
    setFailure(undefined);
    setAsking(name);
    try {
      for (const { chain, found } of reaches) {
        try {
          await askWallet(found, chain, by);
        } catch (error) {
          const network = chainOf(chain).name;
          setFailure(connectFailure(t, walletFault(error), { wallet: name, network }));
          // A user who refuses once is not asked for the other networks.
          break;
        }
      }
    } finally {
      setAsking(undefined);
    }
  };
  if (wallets && open.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-2" aria-label={t('Wallets in this browser')}>
      <h3 className="font-semibold text-14">{t('Wallets in this browser')}</h3>
      <div aria-live="assertive">
        {failure && (
          <Notice kind="care" title={failure.title}>
            {failure.message}
          </Notice>
        )}
      </div>
      <ul className="grid gap-2">
        {!wallets && <WaitingRow />}
        {open.map((wallet) => (
          <WalletRow
            key={wallet.name}
            option={wallet.reaches[0]?.found.option ?? { id: wallet.name, name: wallet.name }}
            busy={asking === wallet.name}
            disabled={asking !== undefined}
            networks={wallet.reaches.map(({ chain }) => chain)}
            onPick={() => void pick(wallet)}
          />
        ))}
      </ul>
    </section>
  );
}
