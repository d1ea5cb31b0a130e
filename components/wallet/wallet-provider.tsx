'use client';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { CHAIN_LIST, chainOf, networkOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { EvmWalletSettings } from '../../lib/domain/evm-wallets.ts';
import { canSign } from '../../lib/wallet/can-sign.ts';
import {
  type ConnectedAccount,
  type ConnectOptions,
  PaymentError,
  type Wallets,
} from '../../lib/wallet/wallet-types.ts';
import { latePart } from '../ui/late-part.tsx';
import { useEvm } from './use-evm.tsx';
import { useInjected } from './use-injected.ts';
import { usePageScripts } from './use-page-scripts.ts';
import { WalletContext } from './wallet-context.ts';
import type { SheetAsked } from './wallet-sheet.tsx';

const WalletSheet = latePart(() => import('./wallet-sheet.tsx').then((module) => module.WalletSheet));
const loadPay = () => import('./pay-injected.ts');
const loadPayEvm = () => import('../../lib/wallet/evm/pay-evm.ts');

const loadSend = () => import('../../lib/wallet/evm/send-evm.ts');

const evmNumber = (chain: ChainId, network: NetworkName): number => Number(networkOf(chain, network).networkId);
const isEvm = (chain: ChainId) => chainOf(chain).kind === 'evm';
const EVM_CHAINS = CHAIN_LIST.filter(({ kind, tradable }) => kind === 'evm' && tradable).map(({ id }) => id);
const NO_WALLETS: EvmWalletSettings = { wallets: [] };
const NO_SCRIPTS: readonly string[] = [];

/** The open sheet, or the last one: it stays mounted while it closes. */
function useSheet() {
  const [asked, setAsked] = useState<SheetAsked>();
  const [open, setOpen] = useState(false);
  const waiting = useRef<(account: ConnectedAccount | undefined) => void>(undefined);
  const finish = useCallback((account?: ConnectedAccount) => {
    waiting.current?.(account);
    waiting.current = undefined;
    setOpen(false);
  }, []);
  const show = useCallback(
    (next: SheetAsked) => {
      finish();
      setAsked(next);
      setOpen(true);
      return new Promise<ConnectedAccount | undefined>((resolve) => {
        waiting.current = resolve;
      });
    },
    [finish],
  );
  return { asked, open, show, finish };
}

/** Loads the code that paying from a chain needs. */
function prepare(chain: ChainId, warmEvm: () => void): void {
  if (isEvm(chain)) {
    warmEvm();
    void loadPayEvm();
  } else void loadPay().then(({ loadPayment }) => loadPayment(chain));
}

/** Provides the page's wallets. Light by itself: the code of a kind of wallet is loaded when that kind is needed. */
export function WalletProvider({
  network,
  evm: settings = NO_WALLETS,
  scripts = NO_SCRIPTS,
  children,
}: {
  network: NetworkName;
  /** The wallets that this deployment offers beside those in the browser. */
  evm?: EvmWalletSettings;
  /** Scripts that add wallets of this network, loaded when a wallet is needed. */
  scripts?: readonly string[];
  children: ReactNode;
}) {
  const evm = useEvm(network, settings);
  const injected = useInjected(network);
  const loadScripts = usePageScripts(scripts);
  const sheet = useSheet();
  const { show } = sheet;
  const { connect: connectEvm, disconnect: disconnectEvm, warm: warmEvm } = evm;
  const { connectWith: connectInjected } = injected;

  const wallets = useMemo<Wallets>(() => {
    const { address, walletName = 'EVM wallet', config, chainId } = evm.state ?? {};
    const onEvm = (chain: ChainId): ConnectedAccount[] =>
      address ? [{ walletId: 'evm', walletName, chain, address }] : [];
    return {
      accounts: [...onEvm('ETH'), ...injected.accounts],
      everyAccount: [...EVM_CHAINS.flatMap(onEvm), ...injected.accounts],
      accountFor: (chain) => (isEvm(chain) ? onEvm(chain)[0] : injected.accounts.find((one) => one.chain === chain)),
      canSign,
      connect: (chain: ChainId, options: ConnectOptions = {}) => {
        loadScripts();
        if (isEvm(chain)) warmEvm();
        return show({ chain, options });
      },
      adopt: async (chain, walletId) => {
        if (!isEvm(chain)) {
          const wallet = await (await import('./find-wallets.ts')).walletById(walletId, chain, network);
          return wallet && connectInjected(wallet, chain);
        }
        const given = await connectEvm(walletId);
        return given ? { walletId: 'evm', walletName, chain, address: given } : undefined;
      },
      manage: () => {
        loadScripts();
        void show({});
      },
      prepare: (chain) => prepare(chain, warmEvm),
      disconnect: (account) => (isEvm(account.chain) ? disconnectEvm() : injected.disconnect(account)),
      isElsewhere: (chain) => isEvm(chain) && chainId !== undefined && chainId !== evmNumber(chain, network),
      async goTo(chain) {
        if (config && isEvm(chain)) await (await loadSend()).goToChain(config, chain, evmNumber(chain, network));
      },
      async pay(payment) {
        if (!isEvm(payment.account.chain)) return (await loadPay()).payInjected({ ...payment, network });
        if (!config) throw new PaymentError('disconnected', 'Connect your wallet again.', { nothingSent: true });
        return (await loadPayEvm()).payEvm(config, { ...payment, network });
      },
    };
  }, [
    evm.state,
    injected.accounts,
    injected.disconnect,
    connectInjected,
    connectEvm,
    show,
    disconnectEvm,
    warmEvm,
    loadScripts,
    network,
  ]);

  return (
    <WalletContext value={wallets}>
      {children}
      {evm.element}
      {sheet.asked && (
        <WalletSheet
          asked={sheet.asked}
          open={sheet.open}
          network={network}
          settings={settings}
          wallets={wallets}
          connectEvm={evm.connect}
          connectWith={injected.connectWith}
          onDone={sheet.finish}
        />
      )}
    </WalletContext>
  );
}
