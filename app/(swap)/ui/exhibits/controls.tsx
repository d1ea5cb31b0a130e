'use client';
import { Check, ChevronDown, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonLook, IconButton } from '../../../../components/ui/button.tsx';
import { CopyButton } from '../../../../components/ui/copy-button.tsx';
import { Disclosure } from '../../../../components/ui/disclosure.tsx';
import { Field } from '../../../../components/ui/field.tsx';
import { Sheet } from '../../../../components/ui/sheet.tsx';
import { Skeleton } from '../../../../components/ui/skeleton.tsx';
import { State, States } from '../frame.tsx';

const LOOKS: readonly ButtonLook[] = ['primary', 'quiet', 'ghost'];

function Buttons() {
  return (
    <>
      {LOOKS.map((look) => (
        <State key={look} name={`Button, ${look}: large, busy, disabled, medium, small`}>
          <Button look={look} size="large">
            Review swap of 0.5 BTC
          </Button>
          <Button look={look} size="large" busy>
            Getting quotes…
          </Button>
          <Button look={look} size="large" disabled>
            Swap 0.5 BTC
          </Button>
          <div className="flex flex-wrap items-center gap-3">
            <Button look={look}>Try again</Button>
            <Button look={look} busy>
              Sending…
            </Button>
            <Button look={look} disabled>
              Disabled
            </Button>
            <Button look={look} size="small" icon={<Check aria-hidden size={16} />}>
              Small
            </Button>
          </div>
        </State>
      ))}
      <State name="Buttons that are icons, copying">
        <div className="flex flex-wrap items-center gap-3">
          <IconButton label="Forget">
            <Trash2 aria-hidden size={16} />
          </IconButton>
          <IconButton label="Open" disabled>
            <ChevronDown aria-hidden size={16} />
          </IconButton>
          <CopyButton value="0.5" what="the amount" />
          <CopyButton value="0.5" what="the amount" isLabelled />
        </div>
      </State>
    </>
  );
}

function Fields() {
  return (
    <State name="Fields: empty, good, wrong, disabled">
      <Field label="Receive ETH at" placeholder="Ethereum address" hint="The address that gets your ETH." mono />
      <Field
        label="Receive ETH at"
        mono
        defaultValue="0xF3c2A81b6c2D10c5c5d2D5C6bA9B0f1C6fE69a0E"
        good="Ethereum address"
      />
      <Field
        label="Receive ETH at"
        mono
        defaultValue="bc1qw508d6"
        error="Expected an Ethereum address (0x…). This is a Bitcoin address."
      />
      <Field label="Receive ETH at" defaultValue="name.eth" disabled />
    </State>
  );
}

function OneSheet() {
  const [open, setOpen] = useState(false);
  return (
    <State name="Sheet, disclosures, skeletons">
      <div>
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
      <Disclosure summary="3 did not offer a route">Something that may be left closed.</Disclosure>
      <Disclosure summary="Fees, and who gets them" open>
        Something that is open.
      </Disclosure>
      <Skeleton className="h-7 w-[150px]" />
      <Skeleton />
    </State>
  );
}

/** The basic controls. */
export function Controls() {
  return (
    <States>
      <Buttons />
      <Fields />
      <OneSheet />
    </States>
  );
}
