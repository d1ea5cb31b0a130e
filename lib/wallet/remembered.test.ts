/** A reload finds the connected wallets again, and no foreign entry breaks the page. */
import { beforeEach, expect, test, vi } from 'vitest';
import { createRemembering, forgetAccount, rememberedAccounts } from './remembered.ts';
import type { ConnectedAccount } from './wallet-types.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});
const account = (change: Partial<ConnectedAccount> = {}): ConnectedAccount => ({
  walletId: 'unisat',
  walletName: 'UniSat',
  chain: 'BTC',
  address: 'bc1a',
  ...change,
});

test('one account a chain is kept, the newest; a disconnected one is forgotten', () => {
  const rememberNew = createRemembering();
  rememberNew([account()]);
  rememberNew([account({ chain: 'LTC', walletId: 'vultisig' })]);
  rememberNew([account({ walletId: 'xverse' })]);
  expect(rememberedAccounts().map(({ chain, walletId }) => [chain, walletId])).toEqual([
    ['LTC', 'vultisig'],
    ['BTC', 'xverse'],
  ]);
  forgetAccount('LTC');
  expect(rememberedAccounts()).toEqual([{ walletId: 'xverse', walletName: 'UniSat', chain: 'BTC', address: 'bc1a' }]);
});

test.each([
  ['no list', '{"walletId":"x"}'],
  ['no JSON', '{'],
  ['entries of other things', '[1,null,{"walletId":7,"chain":"BTC"},{"walletId":"x","chain":"MARS"}]'],
])('%s counts as nothing stored', (_what, text) => {
  stored.set('portage.wallet.injected', text);
  expect(rememberedAccounts()).toEqual([]);
});

test('entries of older versions are still valid', () => {
  stored.set('portage.wallet.injected', '[{"walletId":"unisat","chain":"BTC"}]');
  expect(rememberedAccounts()).toEqual([{ walletId: 'unisat', chain: 'BTC' }]);
});

test('a browser that forbids storage only forgets', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(() => createRemembering()([account()])).not.toThrow();
  expect(rememberedAccounts()).toEqual([]);
});

test('an account that another tab has let go of stays so when a further one is connected here', () => {
  const rememberNew = createRemembering();
  const solana = account({ chain: 'SOL', walletId: 'phantom' });
  rememberNew([solana]);
  forgetAccount('SOL');
  rememberNew([solana, account()]);
  expect(rememberedAccounts().map(({ chain }) => chain)).toEqual(['BTC']);
});
