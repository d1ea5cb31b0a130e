'use client';
import { useRef } from 'react';
import type { BuyPanelProps } from '../../../../components/swap/buy-panel.tsx';
import { BuyPanel } from '../../../../components/swap/buy-panel.tsx';
import { IdlePanel } from '../../../../components/swap/idle-panel.tsx';
import { RefundField } from '../../../../components/swap/refund-field.tsx';
import { SellPanel, type SellPanelProps } from '../../../../components/swap/sell-panel.tsx';
import { slippageAdvice } from '../../../../components/swap/slippage-advice.ts';
import { SlippageChoice, SlippageField } from '../../../../components/swap/slippage-field.tsx';
import { SwapCard } from '../../../../components/swap/swap-card.tsx';
import { SwapNumbers } from '../../../../components/swap/swap-numbers.tsx';
import { assetView } from '../../../../components/tokens/asset-view.ts';
import { parseLocaleNumber } from '../../../../components/ui/parse-locale-number.ts';
import { useText } from '../../../../components/ui/text.tsx';
import type { WireRoute } from '../../../../lib/api/schemas/route.ts';
import { PROVIDER_IDS } from '../../../../lib/domain/provider-id.ts';
import { noop, State, States } from '../frame.tsx';
import { streamingRoute } from '../samples.ts';
import { Receiver } from './receivers.tsx';

const BUY: BuyPanelProps = {
  asset: 'ETH.ETH',
  amount: '15.07164213',
  valueUsd: 47_068.74,
  waiting: false,
  dimmed: false,
  onAsset: noop,
  onSoon: noop,
};
const NOTHING = { amount: undefined, valueUsd: undefined };
const OWN = { address: streamingRoute.destinationAddress, walletName: 'Rabby Wallet' };

function useSell() {
  const input = useRef<HTMLInputElement>(null);
  const { tag } = useText();
  return (text: string, more: Partial<SellPanelProps> = {}): SellPanelProps => {
    const read = parseLocaleNumber(text, tag);
    return {
      asset: 'BTC.BTC',
      symbol: 'BTC',
      text,
      read,
      valueMode: false,
      amount: read.kind === 'number' ? read.value : '',
      valueUsd: undefined,
      balance: undefined,
      waiting: undefined,
      wallet: undefined,
      note: undefined,
      input,
      onText: noop,
      onShare: noop,
      onMode: noop,
      onAsset: noop,
      onSoon: noop,
      ...more,
    };
  };
}

function Whole() {
  const t = useText();
  const sell = useSell();
  const input = useRef<HTMLInputElement>(null);
  return (
    <State name="The form, with a quote">
      <SwapCard
        sell={sell('0.5', { valueUsd: 47_310, balance: '1.2345', wallet: 'Xverse' })}
        buy={BUY}
        button={{
          state: 'review',
          label: t('Review swap of {amount} {symbol}', { amount: '0.5', symbol: 'BTC' }),
          action: 'review',
        }}
        numbers={<SwapNumbers route={streamingRoute} waiting={false} dimmed={false} />}
        details={
          <>
            <Receiver entered={{ text: OWN.address, phase: 'good', address: OWN.address }} own={OWN} />
            <RefundField entered={{ text: '', phase: 'none' }} chainName="Bitcoin" input={input} onChange={noop} />
            <SlippageField slippage={undefined} advice={slippageAdvice(t, undefined, streamingRoute)} onChange={noop} />
          </>
        }
        onFlip={noop}
        onPress={noop}
      />
    </State>
  );
}

function Amounts() {
  const sell = useSell();
  const panels: [string, SellPanelProps][] = [
    ['Sell: empty', sell('')],
    [
      'Sell: typed, with a balance of one of several wallets',
      sell('0.5', { valueUsd: 47_310, balance: '1.2345', wallet: 'Xverse' }),
    ],
    ['Sell: value mode', sell('1500', { valueMode: true, amount: '0.01585288', valueUsd: 1500, balance: '1.2345' })],
    ['Sell: no number', sell('half')],
    ['Sell: read in two ways', sell('1,234', { read: { kind: 'unclear', value: '1234', other: '1.234' } })],
    [
      'Sell: some of the money is in no block yet',
      sell('0.5', { valueUsd: 47_310, balance: '1.2345', waiting: '0.25' }),
    ],
    ['Sell: Max kept the fee back', sell('1.2344', { balance: '1.2345', valueUsd: 116_799, note: '0.0001 BTC' })],
    ['Sell: as many digits as there are', sell('123456789.12345678')],
  ];
  return (
    <>
      {panels.map(([name, props]) => (
        <State key={name} name={name}>
          <div className="card">
            <SellPanel {...props} />
          </div>
        </State>
      ))}
      {(
        [
          ['Buy: nothing yet', NOTHING],
          ['Buy: waiting', { ...NOTHING, waiting: true }],
          ['Buy: of the question before', { dimmed: true }],
          ['Buy: quoted', {}],
        ] satisfies [string, Partial<BuyPanelProps>][]
      ).map(([name, change]) => (
        <State key={name} name={name}>
          <div className="card">
            <BuyPanel {...BUY} {...change} />
          </div>
        </State>
      ))}
    </>
  );
}

const ADVISED: WireRoute = { ...streamingRoute, meta: { ...streamingRoute.meta, recommendedSlippagePercent: 2 } };

function Slippage() {
  const t = useText();
  return (
    <>
      {([undefined, 3, 0.1, 8, 100] as const).map((slippage) => (
        <State key={slippage ?? 'auto'} name={`Slippage: ${slippage ?? 'auto'}`} card>
          <SlippageField slippage={slippage} advice={slippageAdvice(t, slippage, streamingRoute)} onChange={noop} />
        </State>
      ))}
      <State name="Slippage: open, tighter than advised">
        <div className="grid gap-2 rounded-10 bg-sunken p-3">
          <SlippageChoice slippage={0.5} advice={slippageAdvice(t, 0.5, ADVISED)} onChange={noop} onDone={noop} />
        </div>
      </State>
    </>
  );
}

/** The form, and its fields in each of their states. */
export function Form() {
  return (
    <States>
      <Whole />
      <State name="Before anything was asked">
        <IdlePanel sell={assetView('BTC.BTC')} buy={assetView('ETH.ETH')} asked={PROVIDER_IDS} />
      </State>
      <Amounts />
      <Slippage />
    </States>
  );
}
