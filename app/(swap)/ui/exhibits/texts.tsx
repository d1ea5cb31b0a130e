'use client';
import { Check, Undo2 } from 'lucide-react';
import { TokenIcon } from '../../../../components/tokens/token-icon.tsx';
import { StatusPill } from '../../../../components/tracking/status-pill.tsx';
import { FullAddress, ShortAddress } from '../../../../components/ui/address.tsx';
import { Amount } from '../../../../components/ui/amount.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { HashLink } from '../../../../components/ui/hash-link.tsx';
import { Notice } from '../../../../components/ui/notice.tsx';
import { Pill } from '../../../../components/ui/pill.tsx';
import { PreciseAmount } from '../../../../components/ui/precise-amount.tsx';
import { Row, Rows } from '../../../../components/ui/rows.tsx';
import { TRACKING_STATUSES } from '../../../../lib/domain/swap-status.ts';
import { State, States } from '../frame.tsx';
import { streamingRoute } from '../samples.ts';

const ICONS = [
  'BTC.BTC',
  'ETH.ETH',
  'BASE.ETH',
  'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  'THOR.RUNE',
  'MAYA.CACAO',
  'GAIA.ATOM',
  'DASH.DASH',
  'ZEC.ZEC',
  'DOGE.DOGE',
  'THOR.TCY',
  'ETH.XYZ-0x1111111111111111111111111111111111111111',
];

/** Notices, pills, facts, amounts and addresses. */
export function Texts() {
  return (
    <States>
      <State name="Notices: a word, care, loss, arrived">
        <Notice>A plain word about something.</Notice>
        <Notice kind="care" title="Trading is paused">
          THORChain has paused trading on Bitcoin. Nothing was sent. Chainflip can still do this swap.
        </Notice>
        <Notice kind="loss" title="Do not send" action={<Button size="small">Get a new quote</Button>}>
          The time for this payment is over.
        </Notice>
        <Notice kind="arrived" title="Arrived">
          15.0754 ETH is at your address.
        </Notice>
      </State>
      <State name="Pills">
        <div className="flex flex-wrap gap-2">
          <Pill>Not seen yet</Pill>
          <Pill tone="water">Swapping, 9 of 16</Pill>
          <Pill tone="moss" icon={<Check aria-hidden size={13} />}>
            Arrived
          </Pill>
          <Pill tone="amber" icon={<Undo2 aria-hidden size={13} />}>
            Refunded
          </Pill>
          <Pill tone="red">Failed</Pill>
        </div>
        <div className="flex flex-wrap gap-2">
          {TRACKING_STATUSES.map((status) => (
            <StatusPill key={status} status={status} label={status} />
          ))}
        </div>
        <Rows>
          <Row name="A fact">1.5 %</Row>
          <Row name="With a note" note="what it means">
            <Amount value="0.00001234" symbol="BTC" />
          </Row>
          <Row name="A long one" wide>
            <FullAddress address={streamingRoute.sourceAddress} />
          </Row>
        </Rows>
      </State>
      <State name="Amounts, addresses, hashes">
        <p className="flex flex-wrap gap-4">
          <Amount value="15.07164213" symbol="ETH" />
          <PreciseAmount value="15.071642131234567891" symbol="ETH" />
          <Amount value="0.00001234" symbol="BTC" />
          <Amount value="1234567.891" symbol="USDC" />
        </p>
        <FullAddress address={streamingRoute.destinationAddress} />
        <p className="flex flex-wrap items-center gap-4">
          <ShortAddress address={streamingRoute.destinationAddress} copy="the address" />
          <HashLink hash={'a91f0c5e'.repeat(8)} what="the transaction" href="#hash" />
        </p>
      </State>
      <State name="Pictures of assets, with and without one">
        <p className="flex flex-wrap gap-3">
          {ICONS.map((asset) => (
            <TokenIcon key={asset} asset={asset} />
          ))}
        </p>
      </State>
    </States>
  );
}
