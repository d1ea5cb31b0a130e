'use client';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { chainOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { EvmWalletSettings } from '../../lib/domain/evm-wallets.ts';
import { walletFault } from '../../lib/wallet/injected.ts';
import { walletsToGet } from '../../lib/wallet/known-wallets.ts';
import type { InjectedWallet } from '../../lib/wallet/wallet-kinds.ts';
import type { ConnectedAccount } from '../../lib/wallet/wallet-types.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { type EvmPick, OTHER_WALLETS } from './use-evm.tsx';
import { type Found, type FoundWallet, useFound } from './use-found.ts';
import { ChainPicture, GetWalletRow, WaitingRow, WalletRow } from './wallet-rows.tsx';
import { connectFailure, type Failure, REFUSED_TEXTS, RETIRED_TEXTS } from './wallet-text.ts';

/** What the sheet's groups need to connect a wallet. */
export type Connecting = {
  network: NetworkName;
  settings: EvmWalletSettings;
  connectWith: (wallet: InjectedWallet, chain: ChainId) => Promise<ConnectedAccount>;
  connectEvm: (pick: EvmPick) => Promise<string | undefined>;
  /** Only one modal can be open: the sheet hides while RainbowKit's is shown. */
  onHandOver: (handedOver: boolean) => void;
  onConnected: (account: ConnectedAccount) => void;
  /** Called when the wallets are known: from then on the list stays where it is. */
  onSearched: () => void;
};

const OTHERS: FoundWallet = { option: { id: OTHER_WALLETS, name: 'WalletConnect' } };

/** A phone's own browser has no wallet extensions; wallets there bring their own browser. */
const isPhone = (): boolean => globalThis.matchMedia?.('(hover: none) and (pointer: coarse)').matches ?? false;

/** Connects a wallet for a chain; undefined where the person closed the list of other wallets. */
export async function askWallet(
  found: FoundWallet,
  chain: ChainId,
  by: Connecting,
): Promise<ConnectedAccount | undefined> {
  if (found.wallet) return by.connectWith(found.wallet, chain);
  const others = found.option.id === OTHER_WALLETS;
  if (others) by.onHandOver(true);
  try {
    const address = await by.connectEvm(found.option.id);
    return address ? { walletId: 'evm', walletName: found.option.name, chain, address } : undefined;
  } finally {
    if (others) by.onHandOver(false);
  }
}

/** The same wallet for the chain that receives, where that is another kind of chain. */
const sameWallet = ({ option }: FoundWallet, others: Found | undefined): FoundWallet | undefined =>
  others?.wallets.find((one) => one.option.name === option.name);

function useAsking(chain: ChainId, by: Connecting, also: { chain: ChainId; found: Found | undefined } | undefined) {
  const t = useText();
  const [asking, setAsking] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const pick = async (found: FoundWallet) => {
    setFailure(undefined);
    setAsking(found.option.id);
    try {
      const account = await askWallet(found, chain, by);
      if (!account) return;
      const second = also && sameWallet(found, also.found);
      // Without it the person can still enter an address.
      if (second) await askWallet(second, also.chain, by).catch(() => undefined);
      by.onConnected(account);
    } catch (error) {
      setFailure(connectFailure(t, walletFault(error), { wallet: found.option.name, network: chainOf(chain).name }));
    } finally {
      setAsking(undefined);
    }
  };
  return { asking, failure, pick };
}

/** The wallets for one chain: those present, those discontinued, and where to get one. */
export function WalletGroup({
  chain,
  also,
  by,
  ended = true,
}: {
  chain: ChainId;
  /** A chain that the same press also connects, where the wallet supports it. */
  also?: ChainId | undefined;
  by: Connecting;
  /** Whether to name wallets that are present but discontinued; one group of a sheet does. */
  ended?: boolean;
}) {
  const t = useText();
  const found = useFound(chain, by.network, t('Wallet of this browser'), true);
  const alsoFound = useFound(also ?? chain, by.network, t('Wallet of this browser'), also !== undefined);
  const { onSearched } = by;
  useEffect(() => {
    if (found) onSearched();
  }, [found, onSearched]);
  const { asking, failure, pick } = useAsking(chain, by, also && { chain: also, found: alsoFound });
  const name = chainOf(chain).name;
  const networksOf = (one: FoundWallet) =>
    also === undefined ? undefined : [chain, ...(sameWallet(one, alsoFound) ? [also] : [])];
  const phone = isPhone();
  const listed = chainOf(chain).kind === 'evm' && by.settings.projectId !== undefined;
  const wallets = found ? [...found.wallets, ...(listed ? [OTHERS] : [])] : [];
  const toGet = found
    ? walletsToGet(
        chain,
        wallets.map(({ option }) => option.name),
      )
    : [];
  return (
    <div className="grid grid-cols-1 gap-3">
      <div aria-live="assertive">
        {failure && (
          <Notice kind="care" title={failure.title}>
            {failure.message}
            {failure.detail && (
              <span lang="en" className="block text-13 text-ink-2">
                {failure.detail}
              </span>
            )}
          </Notice>
        )}
      </div>
      {(!found || wallets.length > 0) && (
        <ul className="grid gap-2" aria-label={t('Wallets for {network}', { network: name })}>
          {!found && <WaitingRow />}
          {wallets.map((one) => (
            <WalletRow
              key={one.option.id}
              option={one === OTHERS ? { ...OTHERS.option, name: t('Other wallets, by WalletConnect') } : one.option}
              busy={asking === one.option.id}
              disabled={asking !== undefined}
              networks={networksOf(one)}
              onPick={() => void pick(one)}
            />
          ))}
        </ul>
      )}
      {found && wallets.length === 0 && (
        <p className="text-ink-2">{t('No wallet for {network} was found in this browser.', { network: name })}</p>
      )}
      {ended &&
        found?.retired.map((id) => (
          <p key={id} className="text-14 text-amber">
            {t(RETIRED_TEXTS[id])}
          </p>
        ))}
      {found?.refused && <p className="text-14 text-ink-2">{t(REFUSED_TEXTS[found.refused])}</p>}
      {toGet.length > 0 && (phone || wallets.length === 0) && (
        <div>
          {phone && (
            <p className="mb-1 text-14 text-ink-2">{t('On a phone, open this page in your wallet’s browser.')}</p>
          )}
          <ul className="grid">
            {toGet.map((wallet) => (
              <GetWalletRow key={wallet.name} wallet={wallet} page={phone ? globalThis.location.href : undefined} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** A group that unfolds at a press. */
export function FoldedGroup({ chain, label, by }: { chain: ChainId; label: string; by: Connecting }) {
  const [open, setOpen] = useState(false);
  return (
    <li className="border-line border-b py-1 last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen((now) => !now)}
        className="flex min-h-11 w-full items-center justify-between gap-3 rounded-6 px-2 text-start font-medium hover:bg-sunken"
      >
        <ChainPicture chain={chain} />
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <ChevronDown aria-hidden size={16} className={`shrink-0 text-ink-3 ${open ? 'rotate-180' : ''}`} />
      </button>
      {open && (
        <div className="py-2">
          <WalletGroup chain={chain} by={by} />
        </div>
      )}
    </li>
  );
}
