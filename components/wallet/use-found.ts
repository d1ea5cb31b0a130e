'use client';
import { useCallback, useEffect, useState } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { chainOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { REFUSED_NAMESPACES, type Refused } from '../../lib/wallet/can-sign.ts';
import { announcedWallets, hasSilentWallet } from '../../lib/wallet/evm/announced.ts';
import { injectedAt } from '../../lib/wallet/injected.ts';
import { type RetiredId, retiredWallets } from '../../lib/wallet/retired.ts';
import type { InjectedWallet } from '../../lib/wallet/wallet-kinds.ts';
import type { WalletOption } from '../../lib/wallet/wallet-types.ts';
import { walletsFor } from './find-wallets.ts';
import { scriptsArrived, WALLETS_CAME } from './use-page-scripts.ts';

/** Milliseconds between searches: extensions may inject their wallet after the page has loaded. */
const LOOK_AGAIN_MS = 1000;

/** A wallet in the page. EVM wallets have no `wallet`: wagmi knows them by their id. */
export type FoundWallet = { option: WalletOption; wallet?: InjectedWallet };
export type Found = { wallets: FoundWallet[]; retired: RetiredId[]; refused: Refused | undefined };

/** The kinds of chain that each discontinued wallet served. */
const RETIRED_KINDS: Record<RetiredId, readonly string[]> = {
  ctrl: ['evm', 'utxo', 'cosmos', 'solana'],
  leap: ['evm', 'cosmos'],
  cosmostation: ['evm', 'cosmos'],
  phantomBitcoin: ['utxo'],
};

/** `silentName` names the wallet that is in the page without announcing a name. */
function evmWallets(silentName: string, insideSafe: boolean): FoundWallet[] {
  const announced = announcedWallets().map(({ id, name, icon }) => ({
    option: { id, name, ...(icon ? { icon } : {}) },
  }));
  return [
    ...(insideSafe ? [{ option: { id: 'safe', name: 'Safe' } }] : []),
    ...announced,
    ...(hasSilentWallet() ? [{ option: { id: 'injected', name: silentName } }] : []),
  ];
}

/** The wallets in the page for a chain, as they are now. */
export async function findWallets(chain: ChainId, network: NetworkName, silentName: string): Promise<Found> {
  const { kind } = chainOf(chain);
  const wallets =
    kind === 'evm'
      ? evmWallets(silentName, (await import('../../lib/wallet/evm/safe-frame.ts')).isInsideSafe())
      : (await walletsFor(chain, network)).map((wallet) => ({ option: wallet.option, wallet }));
  const namespace = REFUSED_NAMESPACES[chain];
  const isThere = namespace !== undefined && injectedAt(namespace.path) !== undefined;
  return {
    wallets,
    retired: retiredWallets().filter((id) => RETIRED_KINDS[id].includes(kind)),
    refused: isThere && !wallets.some(({ option }) => option.name === 'Vultisig') ? namespace.why : undefined,
  };
}

/**
 * The latest result of a search for wallets, which is repeated while `open`; undefined until the network's scripts have
 * run and the first search has ended.
 * @param search stays the same between renders.
 */
export function useSearch<T>(search: () => Promise<T>, open: boolean): T | undefined {
  const [found, setFound] = useState<T>();
  useEffect(() => {
    if (!open) return;
    let stopped = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    // A search that fails, because its code could not be loaded, is repeated like any other.
    const again = () =>
      void search()
        .then((now) => !stopped && setFound(now))
        .catch(() => undefined);
    void scriptsArrived().then(() => {
      if (stopped) return;
      again();
      timer = setInterval(again, LOOK_AGAIN_MS);
      window.addEventListener(WALLETS_CAME, again);
    });
    return () => {
      stopped = true;
      clearInterval(timer);
      window.removeEventListener(WALLETS_CAME, again);
    };
  }, [search, open]);
  return found;
}

/** The wallets in the page for a chain, searched repeatedly while `open`. */
export function useFound(chain: ChainId, network: NetworkName, silentName: string, open: boolean): Found | undefined {
  const search = useCallback(() => findWallets(chain, network, silentName), [chain, network, silentName]);
  return useSearch(search, open);
}
