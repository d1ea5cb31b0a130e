'use client';
import { Check, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { DepositCard } from '../../components/deposit/deposit-card.tsx';
import { type Consent, ReviewBody } from '../../components/review/review-body.tsx';
import { TokenIcon } from '../../components/tokens/token-icon.tsx';
import { TrackView } from '../../components/tracking/track-view.tsx';
import { FullAddress, ShortAddress } from '../../components/ui/address.tsx';
import { Amount } from '../../components/ui/amount.tsx';
import { Button } from '../../components/ui/button.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { Disclosure } from '../../components/ui/disclosure.tsx';
import { Field } from '../../components/ui/field.tsx';
import { HashLink } from '../../components/ui/hash-link.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Pill } from '../../components/ui/pill.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { LineParts, RouteListParts } from './route-gallery.tsx';
import { streamingRoute, tracked, warnedRoute } from './samples.ts';
import { TwoLegParts } from './two-leg-gallery.tsx';

const noop = () => undefined;

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="grid gap-3 border-line border-t pt-5">
      <h2 className="font-semibold text-14 text-ink-2">{name}</h2>
      {children}
    </section>
  );
}

function Primitives() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Part name="Buttons">
        <Button look="primary" size="large">
          Swap 0.5 BTC
        </Button>
        <Button look="primary" size="large" busy disabled>
          Getting quotes…
        </Button>
        <div className="flex flex-wrap gap-3">
          <Button look="primary">Review</Button>
          <Button>Quiet</Button>
          <Button disabled>Disabled</Button>
          <Button look="ghost">Ghost</Button>
          <Button size="small" icon={<Check aria-hidden size={16} />}>
            Small
          </Button>
          <Button onClick={() => setOpen(true)}>Open a sheet</Button>
        </div>
        <Sheet
          open={open}
          onOpenChange={setOpen}
          title="A sheet"
          description="It traps focus."
          footer={
            <Button look="primary" size="large">
              Go on
            </Button>
          }
        >
          <p>Escape closes it, and the focus goes back to where it came from.</p>
        </Sheet>
      </Part>
      <Part name="Fields">
        <Field label="Receive ETH at" placeholder="Ethereum address" mono />
        <Field
          label="With a good address"
          mono
          defaultValue="0xF3c2A81b6c2D10c5c5d2D5C6bA9B0f1C6fE69a0E"
          good="Ethereum address"
        />
        <Field
          label="With a fault"
          mono
          defaultValue="bc1qw508d6"
          error="Expected an Ethereum address (0x…). This is a Bitcoin address."
        />
      </Part>
      <Part name="Pills and notices">
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
        <Notice>A plain word about something.</Notice>
        <Notice kind="care" title="Care">
          THORChain has paused trading on Bitcoin. Nothing was sent. Chainflip can still do this swap.
        </Notice>
        <Notice kind="loss" title="Do not send" action={<Button size="small">Get a new quote</Button>}>
          The time for this payment is over.
        </Notice>
        <Notice kind="arrived" title="Arrived">
          15.0754 ETH is at your address.
        </Notice>
      </Part>
      <Part name="Amounts, addresses, hashes, icons">
        <p className="flex flex-wrap gap-4">
          <Amount value="15.07164213" symbol="ETH" />
          <Amount value="15.07164213" symbol="ETH" full />
          <Amount value="0.00001234" symbol="BTC" />
          <Amount value="1234567.891" symbol="USDC" />
        </p>
        <FullAddress address={streamingRoute.destinationAddress} />
        <FullAddress address={streamingRoute.sourceAddress} />
        <p className="flex flex-wrap items-center gap-4">
          <ShortAddress address={streamingRoute.destinationAddress} copy="the address" />
          <HashLink hash={'a91f0c5e'.repeat(8)} what="the transaction" href="#hash" />
          <CopyButton value="0.5" what="the amount" words />
        </p>
        <p className="flex flex-wrap gap-3">
          {[
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
          ].map((asset) => (
            <TokenIcon key={asset} asset={asset} />
          ))}
        </p>
        <div className="grid gap-2">
          <Skeleton className="h-7" width="150px" />
          <Skeleton />
        </div>
        <Disclosure summary="3 did not offer a route">Something that may be left closed.</Disclosure>
      </Part>
    </>
  );
}

/** Every part in every state, for looking at and for pictures; not linked from anywhere. Countdowns need the browser. */
export function Gallery() {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  return shown ? <Parts /> : null;
}

function Parts() {
  const [consents, setConsents] = useState<ReadonlySet<Consent>>(new Set());
  return (
    <div className="mx-auto grid w-full max-w-[760px] grid-cols-[minmax(0,1fr)] gap-8 px-4 py-8">
      <h1 className="font-semibold text-20">Parts, in all their states</h1>
      <p className="text-ink-2">Figures on this page are invented.</p>
      <Primitives />
      <Part name="Route line">
        <LineParts />
      </Part>
      <Part name="Route list">
        <RouteListParts />
      </Part>
      <Part name="Review">
        <div className="card grid gap-4 p-4">
          <ReviewBody
            route={warnedRoute}
            slippage={1}
            changePercent={-0.2}
            consents={consents}
            onConsent={(consent, given) => setConsents(given ? new Set([...consents, consent]) : new Set())}
          />
        </div>
      </Part>
      <Part name="Paying by hand">
        <div className="card p-4">
          <DepositCard route={streamingRoute} vault="same" onHash={noop} onAgain={noop} />
        </div>
        <div className="card p-4">
          <DepositCard route={streamingRoute} vault="changed" onHash={noop} onAgain={noop} />
        </div>
      </Part>
      <Part name="Tracking">
        {tracked.map(({ name, response }) => (
          <TrackView key={name} response={response} network="mainnet" elapsedSeconds={1200} onHash={noop} />
        ))}
      </Part>
      <Part name="Two legs">
        <TwoLegParts />
      </Part>
    </div>
  );
}
