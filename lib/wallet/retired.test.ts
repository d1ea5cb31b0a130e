/** Discontinued wallets are not offered: payments with them would hang, or their makers can no longer help. */
import { describe, expect, test } from 'vitest';
import { isRetired, isRetiredAnnouncement, isRetiredName, retiredWallets } from './retired.ts';

describe('what is in the page', () => {
  test.each([
    ['Ctrl', { ctrl: {} }, ['ctrl']],
    ['XDEFI, as it was called', { xfi: {} }, ['ctrl']],
    ['Leap', { leap: {} }, ['leap']],
    ['Cosmostation', { cosmostation: {} }, ['cosmostation']],
    ['Phantom’s Bitcoin', { phantom: { bitcoin: {} } }, ['phantomBitcoin']],
    ['Phantom without it', { phantom: { solana: {} } }, []],
    ['Vultisig in XDEFI’s place', { xfi: { isVulticonnect: true } }, []],
    ['Vultisig in parts of XDEFI’s place', { xfi: { bitcoin: { isVulticonnect: true } } }, []],
    ['nothing', {}, []],
  ])('%s is reported as what it is', (_what, page, ids) => {
    expect(retiredWallets(page)).toEqual(ids);
  });

  test('one of them is recognised under every name that it uses', () => {
    const keplr = {};
    const ethereum = {};
    const page = { cosmostation: { providers: { keplr } }, xfi: { ethereum }, keplr, ethereum };
    expect(isRetired(keplr, page)).toBe(true);
    expect(isRetired(ethereum, page)).toBe(true);
    expect(isRetired({ isXDEFI: true }, {})).toBe(true);
    expect(isRetired({}, page)).toBe(false);
    expect(isRetired({ isVulticonnect: true, isXDEFI: true }, page)).toBe(false);
  });
});

test.each([
  ['io.xdefi', 'XDEFI Wallet', true],
  ['com.ctrl.wallet', 'Ctrl Wallet', true],
  ['io.leapwallet.LeapWallet', 'x', true],
  ['io.cosmostation', 'x', true],
  ['io.metamask', 'MetaMask', false],
  ['com.controlpanel', 'Controller', false],
])('the announcement of %s (%s): ended %s', (rdns, name, ended) => {
  expect(isRetiredAnnouncement({ rdns, name })).toBe(ended);
});

test('in the Wallet Standard they are recognised by their names', () => {
  expect(['Ctrl Wallet', 'XDEFI', 'Leap', 'Leapfrog', 'Phantom'].map(isRetiredName)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
