/** A user who cannot press the review's button reads the reason beside it. */
import { expect, test } from 'vitest';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { createText } from '../../lib/i18n/text.ts';
import { testRoute } from '../routes/test-routes.ts';
import { blockReason, type Checked } from './block-reason.ts';
import type { Consent } from './dangers.ts';
import type { Signing } from './signing.ts';

const t = createText('en');
const read: Signing = { sections: [], differences: [], raw: [] };
const route: WireRoute = testRoute('THORCHAIN', {});
const nothingAgreed = new Set<Consent>();
const reasonOf = (checked: Checked, one = route) => blockReason(t, one, checked, nothingAgreed);

test('there is no reason where nothing blocks', () => {
  expect(reasonOf({ signing: read })).toBeUndefined();
  expect(reasonOf({ signing: 'unasked', evidence: { state: 'unknown' } })).toBeUndefined();
});

test.each<[string, Checked]>([
  ['a difference', { signing: { ...read, differences: [{ name: 'Amount', reviewed: '1', signed: '2' }] } }],
  ['a fault', { signing: { ...read, fault: 'The memo names another address.' } }],
  ['what cannot be read', { signing: 'unreadable' }],
  [
    'a node that says otherwise',
    { signing: read, witness: { about: 'vault', payee: undefined, verdict: 'differs', answers: [], witnessed: {} } },
  ],
  ['a vault that changed', { signing: read, evidence: { state: 'changed', at: 0 } }],
  ['a name that changed', { signing: read, name: { name: 'a.eth', state: 'changed' } }],
  ['a receiver that is a token', { signing: read, facts: { receiver: { code: 'contract', isToken: true } } }],
])('%s stops the payment', (_, checked) => {
  expect(reasonOf(checked)?.kind).toBe('stop');
});

test('a receiver that is a token is explained beside the button, because nothing else in the review speaks of it', () => {
  const facts: Checked['facts'] = { receiver: { code: 'contract', isToken: true } };
  expect(reasonOf({ signing: read, facts })).toMatchObject({ advice: expect.stringContaining('is lost') });
});

test('an account with code is told before anything is signed, with what to do instead', () => {
  const sender = (code: 'none' | 'contract' | 'delegated') => ({ signing: read, facts: { sender: { code } } });
  const wallet = { isSafe: false, signs: false };
  for (const code of ['contract', 'delegated'] as const)
    expect(reasonOf(sender(code))).toMatchObject({ kind: 'stop', advice: expect.stringContaining('cannot detect') });
  expect(reasonOf(sender('none'))).toBeUndefined();
  const swapped = testRoute('ONEINCH', {});
  expect(reasonOf({ ...sender('contract'), payer: wallet }, swapped)).toMatchObject({
    kind: 'account',
    advice: expect.stringContaining('inside Safe, or pay from a plain account'),
  });
  // A message is handed in by another party, a Safe says which transaction pays, and somebody else may pay by hand.
  for (const payer of [{ ...wallet, signs: true }, { ...wallet, isSafe: true }, undefined])
    expect(reasonOf({ ...sender('contract'), payer }, swapped)).toBeUndefined();
  expect(reasonOf({ ...sender('delegated'), payer: wallet }, swapped)).toBeUndefined();
});

test('such an account is led to a deposit address where the route has one', () => {
  const opens = testRoute('CHAINFLIP', {});
  const channel = { ...opens, meta: { ...opens.meta, depositChannel: {} as never } };
  const facts = { sender: { code: 'contract' as const } };
  expect(reasonOf({ signing: read, facts, payer: { isSafe: false, signs: false } }, channel)).toMatchObject({
    kind: 'account',
    advice: expect.stringContaining('deposit address'),
  });
});

test('a check under way asks the user to wait', () => {
  expect(reasonOf({ signing: 'reading' })?.kind).toBe('wait');
  expect(reasonOf({ signing: read, witness: 'asking' })?.kind).toBe('wait');
  expect(reasonOf({ signing: read, name: { name: 'a.eth', state: 'checking' } })?.kind).toBe('wait');
});

test('a missing consent is named until it is given', () => {
  const without = { ...route, expectedBuyAmountMaxSlippage: '0' };
  expect(reasonOf({ signing: read }, without)).toMatchObject({ kind: 'agree', consent: 'noGuarantee' });
  expect(blockReason(t, without, { signing: read }, new Set<Consent>(['noGuarantee']))).toBeUndefined();
});
