/**
 * Objects that wallets put into the page are untrusted: none of them breaks the page, and a refusal is reported as
 * one.
 */
import { describe, expect, test } from 'vitest';
import { call, firstAddress, injectedAt, walletFault, wasRejected } from './injected.ts';
import { assertAccount } from './pay-context.ts';
import { bitcoinRoute, faultOf, paymentOf, SENDER, STRANGER } from './testing/routes.ts';
import { PaymentError } from './wallet-types.ts';

const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error('no entry');
    },
  },
);

describe('reading injected objects', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a proxy that throws', hostile],
  ])('%s is not a wallet', (_what, root) => {
    expect(injectedAt('unisat', root)).toBeUndefined();
    expect(injectedAt('vultisig.litecoin', { vultisig: root })).toBeUndefined();
  });

  test('finds objects and functions along a path', () => {
    const wallet = { request: () => undefined };
    expect(injectedAt('a.b', { a: { b: wallet } })).toBe(wallet);
    expect(injectedAt('a', { a: wallet.request })).toBe(wallet.request);
  });

  test('a missing method is reported, before anything is sent', async () => {
    expect(await faultOf(() => call({}, 'signPsbt'))).toMatchObject({ fault: 'notSupported', nothingSent: true });
  });

  test('addresses are read in all the forms that wallets use', () => {
    expect(firstAddress(['bc1a', 'bc1b'])).toBe('bc1a');
    expect(firstAddress([{ address: 'bc1a', purpose: 'payment' }])).toBe('bc1a');
    expect(firstAddress({ address: 'bc1a' })).toBe('bc1a');
    for (const nothing of [undefined, [], [''], [{}], 7]) expect(firstAddress(nothing)).toBeUndefined();
  });
});

const nested = { message: 'failed', cause: { message: 'inner', cause: { code: 4001, message: 'no' } } };
const circular: { message: string; cause?: unknown } = { message: 'round' };
circular.cause = circular;

describe('a refusal by the user', () => {
  test.each([
    ['EIP-1193', { code: 4001, message: 'anything' }],
    ['ethers', { code: 'ACTION_REJECTED', message: 'x' }],
    ['wrapped by a library', nested],
    ['in the words of Keplr', new Error('Request rejected')],
    ['in the words of MetaMask', new Error('MetaMask Tx Signature: User denied transaction signature.')],
    ['as an answer with an error', { error: { code: 4001, message: 'x' } }],
    ['as plain text', 'User rejected'],
  ])('%s is reported as one', (_how, error) => {
    expect(wasRejected(error)).toBe(true);
    expect(walletFault(error)).toMatchObject({ fault: 'rejected', nothingSent: true });
  });

  test.each([
    ['a node’s fault', { code: -32000, message: 'insufficient funds for gas' }],
    ['a round of causes', circular],
    ['nothing', undefined],
    ['text', 'boom'],
  ])('%s is not', (_how, error) => {
    expect(wasRejected(error)).toBe(false);
    expect(walletFault(error)).toMatchObject({ fault: 'unknown', nothingSent: true });
  });

  test.each([
    ['a question that is open already', 'busy', { code: -32002, message: 'x' }],
    ['the same in words', 'busy', new Error('Request of type wallet_requestPermissions already pending')],
    ['a locked wallet', 'locked', new Error('Keyring is locked')],
    ['a page that is not connected any more', 'disconnected', { code: 4100, message: 'x' }],
    ['a provider without a node', 'disconnected', { message: 'outer', cause: { code: 4900 } }],
    ['a network that the wallet does not know', 'wrongNetwork', { error: { code: 4902, message: 'x' } }],
  ])('%s is reported as what it is', (_what, fault, error) => {
    expect(walletFault(error)).toMatchObject({ fault, nothingSent: true });
  });

  test('a refusal takes precedence over the wallet’s other errors', () => {
    expect(walletFault({ code: 4001, message: 'wallet is locked' })).toMatchObject({ fault: 'rejected' });
  });

  test('a fault of ours stays unchanged', () => {
    const fault = new PaymentError('mismatch', 'differs', { nothingSent: false });
    expect(walletFault(fault)).toBe(fault);
  });
});

test('a payment is made from the address that was reviewed, since refunds go there', async () => {
  const { context } = paymentOf(bitcoinRoute());
  expect(() => assertAccount(context)).not.toThrow();
  const upper = { ...context, account: { ...context.account, address: SENDER.address.toUpperCase() } };
  expect(() => assertAccount(upper)).not.toThrow();
  for (const change of [{ address: STRANGER.address }, { chain: 'LTC' as const }]) {
    const other = { ...context, account: { ...context.account, ...change } };
    expect(await faultOf(() => assertAccount(other))).toMatchObject({ fault: 'wrongAccount', nothingSent: true });
  }
});
