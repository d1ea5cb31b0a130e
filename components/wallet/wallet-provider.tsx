'use client';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { chainOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { type ConnectedAccount, PaymentError, type Wallets } from '../../lib/wallet/wallet-types.ts';
import { useEvm } from './use-evm.tsx';
import { useInjected, walletsFor } from './use-injected.ts';
import { WalletContext } from './wallet-context.ts';
import { WalletPicker } from './wallet-picker.tsx';

const SIGNED_KINDS = new Set(['evm', 'utxo', 'cosmos', 'solana']);
const isEvm = (chain: ChainId) => chainOf(chain).kind === 'evm';

type Asked = { chain: ChainId; resolve: (account: ConnectedAccount | undefined) => void };

async function payInjected(payment: Parameters<Wallets['pay']>[0], network: NetworkName): Promise<{ hash: string }> {
  const { account } = payment;
  const wallet = (await walletsFor(account.chain, network)).find(({ option }) => option.id === account.walletId);
  if (!wallet)
    throw new PaymentError(
      'notSupported',
      `${account.walletName} is not in this page any more. Unlock it and reload.`,
      { nothingSent: true },
    );
  const context = { ...payment, network };
  if (wallet.kind === 'utxo') return (await import('../../lib/wallet/utxo/pay-utxo.ts')).payUtxo(wallet, context);
  if (wallet.kind === 'solana')
    return (await import('../../lib/wallet/solana/pay-solana.ts')).paySolana(wallet, context);
  return (await import('../../lib/wallet/cosmos/pay-cosmos.ts')).payCosmos(wallet, context);
}

/** Gives the page its wallets. Light by itself: what a kind of wallet needs is loaded when that kind is asked for. */
export function WalletProvider({ network, children }: { network: NetworkName; children: ReactNode }) {
  const evm = useEvm(network);
  const injected = useInjected(network);
  const [asked, setAsked] = useState<Asked>();
  const askedRef = useRef<Asked>(undefined);
  const evmAccount = useCallback(
    (chain: ChainId, address: string): ConnectedAccount => ({
      walletId: 'evm',
      walletName: evm.state?.walletName ?? 'EVM wallet',
      chain,
      address,
    }),
    [evm.state?.walletName],
  );
  const finish = useCallback((account: ConnectedAccount | undefined) => {
    askedRef.current?.resolve(account);
    askedRef.current = undefined;
    setAsked(undefined);
  }, []);
  const { connect: connectEvm, disconnect: disconnectEvm } = evm;

  const wallets = useMemo<Wallets>(() => {
    const evmAddress = evm.state?.address;
    const accountFor = (chain: ChainId) =>
      isEvm(chain)
        ? evmAddress && evmAccount(chain, evmAddress)
        : injected.accounts.find((account) => account.chain === chain);
    return {
      accounts: [...(evmAddress ? [evmAccount('ETH', evmAddress)] : []), ...injected.accounts],
      accountFor: (chain) => accountFor(chain) || undefined,
      canSign: (chain) => SIGNED_KINDS.has(chainOf(chain).kind),
      async connect(chain) {
        if (isEvm(chain)) {
          const address = await connectEvm();
          return address ? evmAccount(chain, address) : undefined;
        }
        finish(undefined);
        return new Promise((resolve) => {
          askedRef.current = { chain, resolve };
          setAsked(askedRef.current);
        });
      },
      disconnect: (account) => (account.walletId === 'evm' ? disconnectEvm() : injected.disconnect(account)),
      async pay(payment) {
        if (!isEvm(payment.account.chain)) return payInjected(payment, network);
        const config = evm.state?.config;
        if (!config) throw new PaymentError('notSupported', 'Connect your wallet again.', { nothingSent: true });
        return (await import('../../lib/wallet/evm/pay-evm.ts')).payEvm(config, { ...payment, network });
      },
    };
  }, [evm.state, evmAccount, injected.accounts, injected.disconnect, connectEvm, disconnectEvm, finish, network]);

  return (
    <WalletContext value={wallets}>
      {children}
      {evm.element}
      <WalletPicker chain={asked?.chain} network={network} connectWith={injected.connectWith} onDone={finish} />
    </WalletContext>
  );
}
