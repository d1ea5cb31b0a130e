'use client';
import { useRef } from 'react';
import { RecipientRow, type RecipientRowProps } from '../../../../components/swap/recipient-row.tsx';
import { RefundField } from '../../../../components/swap/refund-field.tsx';
import { noop, State, States } from '../frame.tsx';
import { streamingRoute } from '../samples.ts';

const { destinationAddress: ADDRESS, sourceAddress: BITCOIN } = streamingRoute;
const OTHER = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const OWN = { address: OTHER, walletName: 'Rabby Wallet' };
const good = { text: ADDRESS, phase: 'good', address: ADDRESS } as const;

type Shown = Partial<RecipientRowProps> & Pick<RecipientRowProps, 'entered'>;

const ROWS: readonly [string, Shown][] = [
  ['none', { entered: { text: '', phase: 'none' } }],
  [
    'none, with addresses that were used before',
    {
      entered: { text: '', phase: 'none' },
      own: OWN,
      recents: [
        { chain: 'ETH', address: ADDRESS },
        { chain: 'ETH', address: OTHER, name: 'portage.eth' },
      ],
    },
  ],
  ['typing', { entered: { text: '0xF3c2A8', phase: 'wrong' }, editing: true }],
  ['checking', { entered: { text: ADDRESS, phase: 'checking' } }],
  ['resolving a name', { entered: { text: 'portage.eth', phase: 'resolving' }, editing: true }],
  ['good', { entered: good }],
  ['good, being edited', { entered: good, editing: true }],
  ['good, of the own wallet', { entered: { ...good, text: OTHER, address: OTHER }, own: OWN }],
  [
    'good, by a name',
    {
      entered: { text: 'portage.eth', phase: 'good', address: ADDRESS, name: { name: 'portage.eth', service: 'ENS' } },
    },
  ],
  ['good, from a link', { entered: good, fromLink: true }],
  ['good, a contract without coins', { entered: good, warnings: ['contract', 'noGas'] }],
  ['good, the contract of a token', { entered: good, warnings: ['token'] }],
  [
    'wrong',
    {
      entered: {
        text: BITCOIN,
        phase: 'wrong',
        reason: 'Expected an Ethereum address (0x…). This is a Bitcoin address.',
      },
      own: OWN,
    },
  ],
  [
    'wrong, being edited',
    { entered: { text: BITCOIN, phase: 'wrong', reason: 'This is a Bitcoin address.' }, editing: true },
  ],
  ['name not found', { entered: { text: 'portage.eth', phase: 'nameNotFound', reason: 'It has expired.' } }],
  [
    'name not looked up',
    { entered: { text: 'portage.eth', phase: 'nameFailed', reason: 'Ethereum could not be asked.' } },
  ],
];

/** The recipient of ETH. */
export function Receiver(shown: Shown) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <RecipientRow
      symbol="ETH"
      chainName="Ethereum"
      own={undefined}
      fromLink={false}
      warnings={[]}
      recents={[]}
      input={input}
      editing={false}
      onEditing={noop}
      onChange={noop}
      {...shown}
    />
  );
}

/** The recipient and the refund address, in every phase of an address. */
export function Receivers() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <States>
      {ROWS.map(([name, shown]) => (
        <State key={name} name={`Receiver: ${name}`} card>
          <Receiver {...shown} />
        </State>
      ))}
      <State name="Refund address: none, good, wrong" card>
        <RefundField entered={{ text: '', phase: 'none' }} chainName="Bitcoin" input={input} onChange={noop} />
        <RefundField
          entered={{ text: BITCOIN, phase: 'good', address: BITCOIN }}
          chainName="Bitcoin"
          input={input}
          onChange={noop}
        />
        <RefundField
          entered={{ text: ADDRESS, phase: 'wrong', reason: 'This is an Ethereum address.' }}
          chainName="Bitcoin"
          input={input}
          onChange={noop}
        />
      </State>
    </States>
  );
}
