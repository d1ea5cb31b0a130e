'use client';
import { BlockNote } from '../../../../components/review/block-note.tsx';
import type { BlockReason } from '../../../../components/review/block-reason.ts';
import { ConsentBox } from '../../../../components/review/consent-box.tsx';
import type { Consent } from '../../../../components/review/dangers.ts';
import { EvidenceLine } from '../../../../components/review/evidence-line.tsx';
import { PaidByChoice } from '../../../../components/review/paid-by-choice.tsx';
import { ReviewBody } from '../../../../components/review/review-body.tsx';
import { ReviewFees } from '../../../../components/review/review-facts.tsx';
import { ReviewState } from '../../../../components/review/review-state.tsx';
import type { Signing } from '../../../../components/review/signing.ts';
import type { VaultEvidence } from '../../../../components/review/use-vault-evidence.ts';
import type { WitnessState } from '../../../../components/review/use-witnesses.ts';
import { Unwitnessed } from '../../../../components/review/witness-line.tsx';
import type { WireRoute } from '../../../../lib/api/schemas/route.ts';
import type { Testimony } from '../../../../lib/payments/witness.ts';
import { inSeconds, NOW, noop, State, States } from '../frame.tsx';
import { gardenRoute, streamingRoute, warnedRoute } from '../samples.ts';
import { bitcoinToToken } from '../two-leg-samples.ts';

const NO_CONSENTS = new Set<never>();
/** A payment of which only the memo and the vault are signed. */
const READ: Signing = { sections: [], differences: [], raw: [] };
const soon = (route: WireRoute): WireRoute => ({ ...route, expiration: inSeconds(754) });

const MOVE = {
  before: { expected: '1.4359', guaranteed: '1.4215' },
  now: { expected: '1.306', guaranteed: '1.2929' },
};

const CONSENTS: readonly Consent[] = [
  'noGuarantee',
  'bigLoss',
  'criticalLoss',
  'contractReceiver',
  'unverifiedToken',
  'worsePrice',
];
const BLOCKS: readonly BlockReason[] = [
  { kind: 'stop', text: 'The vault has changed since this quote' },
  {
    kind: 'stop',
    text: 'The recipient is a token contract',
    advice: 'Anything sent there is lost. Close this and enter another recipient.',
  },
  {
    kind: 'account',
    text: 'This account is a contract',
    advice:
      'Its wallet does not say which transaction pays. Pay to a deposit address instead, or open Portage inside Safe.',
  },
  { kind: 'wait', text: 'Reading the transaction…' },
  { kind: 'agree', text: 'Accept the warning marked in red first', consent: 'noGuarantee' },
];
const EVIDENCE: readonly VaultEvidence[] = [
  { state: 'checking' },
  { state: 'same', at: NOW - 21_000 },
  { state: 'unknown' },
  { state: 'changed', at: NOW },
];

const testimonyOf = (
  about: Testimony['about'],
  verdict: Testimony['verdict'],
  answers: Testimony['answers'],
): Testimony => ({
  about,
  payee: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  verdict,
  answers,
  witnessed: {},
});
const SAME: Testimony['answers'] = ['node.example', 'other.example'].map((host) => ({ host, says: 'same' }));
const OTHER_VAULT = {
  field: 'payee',
  asked: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  actual: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  message: '',
};
const WITNESSES: readonly (readonly [string, WitnessState])[] = [
  ['asking', 'asking'],
  ['vault', testimonyOf('vault', 'agrees', SAME)],
  ['channel', testimonyOf('channel', 'agrees', SAME)],
  ['away', testimonyOf('vault', 'unasked', [])],
  ['off', 'off'],
  ['order', testimonyOf('order', 'unasked', [])],
  ['differs', testimonyOf('vault', 'differs', [{ host: 'node.example', says: 'other', faults: [OTHER_VAULT] }])],
];

function Bodies() {
  return (
    <>
      <State name="The whole review" card>
        <ReviewBody
          route={soon(streamingRoute)}
          slippage={1}
          changePercent={0}
          consents={NO_CONSENTS}
          onConsent={noop}
          signing={READ}
          evidence={{ state: 'same', at: NOW - 21_000 }}
        />
      </State>
      <State name="The whole review: a worse price, a warning, no guarantee" card>
        <ReviewBody
          route={soon(warnedRoute)}
          slippage={1}
          changePercent={-1.4}
          consents={new Set<Consent>(['noGuarantee'])}
          onConsent={noop}
          signing={READ}
          evidence={{ state: 'changed', at: NOW }}
          name={{ name: 'portage.eth', state: 'same' }}
        />
      </State>
    </>
  );
}

function Pieces() {
  return (
    <>
      <State name="Fees, and who gets them" card>
        <ReviewFees route={streamingRoute} />
      </State>
      <State name="Consents: none given; the last one given" card>
        {CONSENTS.map((consent, index) => (
          <ConsentBox
            key={consent}
            consent={consent}
            route={warnedRoute}
            facts={{ less: MOVE }}
            given={index === CONSENTS.length - 1}
            busy={false}
            onConsent={noop}
          />
        ))}
      </State>
      <State name="Why the button is disabled: a stop, a token contract, a check, a consent" card>
        {BLOCKS.map((reason) => (
          <BlockNote key={reason.text} reason={reason} />
        ))}
      </State>
      <State name="The vault: being checked, the same, unknown, changed" card>
        {EVIDENCE.map((evidence) => (
          <EvidenceLine key={evidence.state} route={streamingRoute} evidence={evidence} />
        ))}
      </State>
      <State name="Independent nodes: being asked, the same, away, switched off, nobody to ask, another vault" card>
        {WITNESSES.map(([name, witness]) => (
          <EvidenceLine key={name} route={streamingRoute} evidence={undefined} witness={witness} />
        ))}
        <Unwitnessed witnessed={false} state="none" />
      </State>
      <State name="Two ways to pay" card>
        <PaidByChoice by="signature" onBy={noop} busy={false} />
      </State>
      <State name="Being asked for" card>
        <ReviewState review={{ phase: 'asking' }} chosen={gardenRoute} connected onAgain={noop}>
          {null}
        </ReviewState>
      </State>
      <State name="Cannot be had" card>
        <ReviewState
          review={{ phase: 'failed', why: 'refused', detail: 'THORChain has paused trading on Bitcoin.' }}
          chosen={bitcoinToToken}
          connected
          onAgain={noop}
        >
          {null}
        </ReviewState>
      </State>
    </>
  );
}

/** Everything in the review that decides whether somebody signs, except what is signed. */
export function Review() {
  return (
    <States>
      <Bodies />
      <Pieces />
    </States>
  );
}
