'use client';
import { useEffect, useState } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { chainOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { walletFault } from '../../lib/wallet/injected.ts';
import type { InjectedWallet } from '../../lib/wallet/wallet-kinds.ts';
import type { ConnectedAccount } from '../../lib/wallet/wallet-types.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { walletsFor } from './use-injected.ts';

/** Extensions may put their wallet into the page after it has loaded. */
const LOOK_AGAIN_MS = 1000;

type Failure = { title: string; message: string };

function useFound(chain: ChainId | undefined, network: NetworkName): InjectedWallet[] | undefined {
  const [found, setFound] = useState<InjectedWallet[]>();
  useEffect(() => {
    if (!chain) return;
    setFound(undefined);
    const look = () => void walletsFor(chain, network).then(setFound);
    look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [chain, network]);
  return found;
}

const WalletRow = ({
  wallet,
  busy,
  disabled,
  onPick,
}: {
  wallet: InjectedWallet;
  busy: boolean;
  disabled: boolean;
  onPick: () => void;
}) => (
  <li>
    <button
      type="button"
      onClick={onPick}
      disabled={disabled}
      aria-busy={busy || undefined}
      className="flex min-h-14 w-full items-center gap-3 rounded-10 border border-line px-3 text-start hover:border-line-3 hover:bg-sunken disabled:text-ink-3"
    >
      {wallet.option.icon?.startsWith('data:') ? (
        // biome-ignore lint/performance/noImgElement: a wallet's own data: URL has nothing to optimise.
        <img src={wallet.option.icon} alt="" className="size-8 rounded-6" />
      ) : (
        <span aria-hidden className="grid size-8 place-items-center rounded-6 bg-water-tint font-semibold text-water">
          {wallet.option.name.slice(0, 1)}
        </span>
      )}
      <span className="flex-1 font-medium text-16">{wallet.option.name}</span>
      {busy && <span className="text-12 text-ink-2">Look at your wallet</span>}
    </button>
  </li>
);

/** Lists the wallets that can sign for one chain and connects the one that is chosen. */
export function WalletPicker({
  chain,
  network,
  connectWith,
  onDone,
}: {
  /** Undefined: closed. */
  chain: ChainId | undefined;
  network: NetworkName;
  connectWith: (wallet: InjectedWallet, chain: ChainId) => Promise<ConnectedAccount>;
  onDone: (account: ConnectedAccount | undefined) => void;
}) {
  const found = useFound(chain, network);
  const [asking, setAsking] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const name = chain ? chainOf(chain).name : '';
  const close = () => {
    setFailure(undefined);
    setAsking(undefined);
    onDone(undefined);
  };
  const pick = async (wallet: InjectedWallet) => {
    if (!chain) return;
    setFailure(undefined);
    setAsking(wallet.option.id);
    try {
      const account = await connectWith(wallet, chain);
      onDone(account);
    } catch (error) {
      const fault = walletFault(error);
      setFailure(
        fault.fault === 'rejected'
          ? { title: 'You rejected the request', message: 'Nothing was shared. You can try again.' }
          : { title: 'The wallet did not connect', message: fault.message },
      );
    } finally {
      setAsking(undefined);
    }
  };
  return (
    <Sheet
      open={chain !== undefined}
      onOpenChange={(open) => !open && close()}
      title={`Connect a ${name} wallet`}
      width={420}
    >
      <div className="grid gap-3">
        {failure && (
          <Notice kind="care" title={failure.title}>
            {failure.message}
          </Notice>
        )}
        {found && found.length > 0 && (
          <ul className="grid gap-2" aria-label={`Wallets for ${name}`}>
            {found.map((wallet) => (
              <WalletRow
                key={wallet.option.id}
                wallet={wallet}
                busy={asking === wallet.option.id}
                disabled={asking !== undefined}
                onPick={() => void pick(wallet)}
              />
            ))}
          </ul>
        )}
        {found?.length === 0 && (
          <Notice kind="care" title={`No ${name} wallet found in this browser`}>
            Install one and reload the page, or close this and go on without a wallet: where a route is paid by a plain
            transfer, you can pay from any wallet.
          </Notice>
        )}
        <Button look="ghost" onClick={close}>
          Cancel
        </Button>
      </div>
    </Sheet>
  );
}
