/**
 * A user who cannot connect a wallet learns what happened and what to do; the wallet's own message is shown below,
 * never alone.
 */
import { describe, expect, test } from 'vitest';
import { CHAIN_LIST } from '../../lib/chains/chains.ts';
import { createText } from '../../lib/i18n/text.ts';
import { canSign } from '../../lib/wallet/can-sign.ts';
import { PaymentError, type PaymentFault } from '../../lib/wallet/wallet-types.ts';
import { GROUPS, groupLabel, groupOf } from './chain-groups.ts';
import { connectFailure, REFUSED_TEXTS, RETIRED_TEXTS } from './wallet-text.ts';

const t = createText('en');
const names = { wallet: 'UniSat', network: 'Bitcoin' };
const failure = (fault: PaymentFault) =>
  connectFailure(t, new PaymentError(fault, 'said the wallet', { nothingSent: true }), names);

describe('a wallet that does not connect', () => {
  test.each([
    ['rejected', 'You rejected the request', 'Nothing was shared. You can try again.'],
    ['busy', 'Your wallet already has an open request', 'Answer it in UniSat, then try again.'],
    ['locked', 'Your wallet is locked', 'Unlock UniSat, then try again.'],
    ['wrongNetwork', 'Your wallet is on another network', 'Choose Bitcoin in UniSat, then try again.'],
    ['wrongAccount', 'This wallet gave no Bitcoin account', 'Choose or add one in UniSat, then try again.'],
    ['disconnected', 'The wallet is no longer available in this page', 'Unlock UniSat and reload the page.'],
  ] as const)('%s: "%s"', (fault, title, message) => {
    expect(failure(fault)).toEqual({ title, message });
  });

  test('for an unknown reason shows the wallet’s own message below ours', () => {
    const { title, message, detail } = failure('unknown');
    expect([title, message]).toEqual(['The wallet did not connect', 'Nothing was shared. You can try again.']);
    expect(detail).toBe('said the wallet');
  });
});

test('every sentence instead of an offer says what to do', () => {
  for (const text of [...Object.values(RETIRED_TEXTS), ...Object.values(REFUSED_TEXTS)])
    expect(text).toMatch(/another wallet|by hand|like Keplr/);
});

test('every chain that a wallet can sign for can be connected, and no other', () => {
  const signed = new Set(CHAIN_LIST.filter(({ id }) => canSign(id)).map(({ id }) => groupOf(id)));
  expect(new Set(GROUPS)).toEqual(signed);
  expect(groupLabel(t, 'ARB')).toBe(groupLabel(t, 'ETH'));
  expect(groupLabel(t, 'LTC')).toBe('Litecoin');
});
