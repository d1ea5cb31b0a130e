'use client';
import { ActivityRow } from '../../../../components/activity/activity-row.tsx';
import type { SavedSwap } from '../../../../components/activity/saved-swaps.ts';
import { savedRoute } from '../../../../components/activity/saved-swaps.ts';
import { receiptOf } from '../../../../components/tracking/receipt-file.ts';
import { ReceiptView } from '../../../../components/tracking/receipt-view.tsx';
import { Notice } from '../../../../components/ui/notice.tsx';
import { useText } from '../../../../components/ui/text.tsx';
import { GetWalletRow, WalletRow } from '../../../../components/wallet/wallet-rows.tsx';
import { connectFailure, REFUSED_TEXTS, RETIRED_TEXTS } from '../../../../components/wallet/wallet-text.ts';
import { KNOWN_WALLETS } from '../../../../lib/wallet/known-wallets.ts';
import { PaymentError, type PaymentFault } from '../../../../lib/wallet/wallet-types.ts';
import { NOW, noop, State, States } from '../frame.tsx';
import { ended, HASH, OUT, streamingRoute } from '../samples.ts';
import { tokenToBitcoin } from '../two-leg-samples.ts';

const saved = (change: Partial<SavedSwap>): SavedSwap => ({
  quoteId: 'q_0193f2a7',
  routeIndex: 0,
  hash: HASH,
  chain: 'BTC',
  at: NOW - 1_200_000,
  reported: true,
  route: savedRoute(streamingRoute),
  ...change,
});
const SWAPS: readonly SavedSwap[] = [
  saved({ quoteId: 'waiting', hash: '', status: 'not_started', needsYou: true }),
  saved({ quoteId: 'running', status: 'swapping', stage: 'swap', receivedAt: NOW - 300_000 }),
  saved({ quoteId: 'arrived', status: 'completed', paid: { amount: '15.0754', asset: 'ETH.ETH', hash: OUT } }),
  saved({ quoteId: 'refunded', status: 'refunded', refund: { amount: '0.49964', asset: 'BTC.BTC' } }),
  saved({ quoteId: 'failed', status: 'failed', stage: 'inbound' }),
  saved({ quoteId: 'gone', gone: true, status: 'pending' }),
  saved({ quoteId: 'two', status: 'swapping', chain: 'ETH', route: savedRoute(tokenToBitcoin) }),
];
const FAULTS: readonly PaymentFault[] = ['rejected', 'busy', 'locked', 'wrongAccount', 'unknown'];

function Wallets() {
  const t = useText();
  const row = (name: string, busy = false, disabled = false) => (
    <WalletRow option={{ id: name, name }} busy={busy} disabled={disabled} onPick={noop} />
  );
  return (
    <>
      <State name="Wallets: here, being asked, not to be asked; to get" card>
        <ul className="grid gap-2">
          {row('MetaMask')}
          {row('Xverse', true, true)}
          {row('A wallet whose name is longer than anybody would have thought', false, true)}
        </ul>
        <ul className="grid">
          {KNOWN_WALLETS.slice(0, 2).map((wallet) => (
            <GetWalletRow key={wallet.name} wallet={wallet} page={undefined} />
          ))}
          {KNOWN_WALLETS.slice(0, 1).map((wallet) => (
            <GetWalletRow key={wallet.name} wallet={wallet} page="https://example.org/" />
          ))}
        </ul>
      </State>
      <State name="Wallets that did not connect" card>
        {FAULTS.map((fault) => {
          const failure = connectFailure(t, new PaymentError(fault, 'The wallet said no.', { nothingSent: true }), {
            wallet: 'Xverse',
            network: 'Bitcoin',
          });
          return (
            <Notice key={fault} kind="care" title={failure.title}>
              {failure.message}
            </Notice>
          );
        })}
        {Object.values(RETIRED_TEXTS).map((text) => (
          <p key={text} className="text-14 text-amber">
            {t(text)}
          </p>
        ))}
        {Object.values(REFUSED_TEXTS).map((text) => (
          <p key={text} className="text-14 text-ink-2">
            {t(text)}
          </p>
        ))}
      </State>
    </>
  );
}

/** Saved swaps, receipts and the wallets that pay. */
export function Records() {
  const receipts = ended.slice(0, 2).flatMap(({ name, response }) => {
    const receipt = receiptOf(response, { service: 'portage.example', network: 'mainnet', now: NOW });
    return receipt ? [{ name, receipt }] : [];
  });
  return (
    <States>
      {receipts.map(({ name, receipt }) => (
        <State key={name} name={`Receipt: ${name}`}>
          <ReceiptView receipt={receipt} />
        </State>
      ))}
      <State name="Activity">
        <ul className="card divide-y divide-line">
          {SWAPS.map((swap) => (
            <ActivityRow key={swap.quoteId} swap={swap} now={NOW} onForgot={noop} />
          ))}
        </ul>
      </State>
      <Wallets />
    </States>
  );
}
