/** Users are not asked to connect a wallet for a chain, or a payment, that no wallet can sign. */
import { expect, test } from 'vitest';
import { CHAIN_LIST } from '../chains/chains.ts';
import { canSign, REFUSED_NAMESPACES } from './can-sign.ts';
import { KNOWN_WALLETS, walletsToGet } from './known-wallets.ts';

test.each([
  ['BTC', 'transaction', true],
  ['LTC', 'memo', true],
  ['ETH', 'signature', true],
  // On EVM chains only a router's call carries a memo.
  ['ETH', 'memo', false],
  ['GAIA', 'transaction', true],
  ['SOL', 'memo', false],
  ['DOT', 'transfer', false],
  ['KUJI', 'transaction', false],
  ['XRD', 'transfer', false],
] as const)('%s, %s: %s', (chain, kind, can) => {
  expect(canSign(chain, kind)).toBe(can);
});

test('each chain that can be signed for has a wallet to install, and no other chain has', () => {
  for (const { id } of CHAIN_LIST) {
    const offered = walletsToGet(id, []).length > 0;
    expect([id, offered]).toEqual([id, canSign(id)]);
  }
});

test('a payment that Vultisig would send unchecked is refused when nothing else about it can be checked', () => {
  expect(Object.keys(REFUSED_NAMESPACES)).toEqual(['THOR', 'MAYA', 'DOT']);
});

test('installed wallets are not suggested for installation, and links lead to their makers by https', () => {
  expect(walletsToGet('BTC', []).map(({ name }) => name)).toEqual(['Xverse', 'UniSat', 'Leather']);
  expect(walletsToGet('BTC', ['Xverse', 'OKX Wallet']).map(({ name }) => name)).toEqual(['UniSat', 'Leather', 'Keplr']);
  for (const { url, browse } of KNOWN_WALLETS) {
    expect(url).toMatch(/^https:\/\//);
    const inside = browse?.('https://swap.example/?sell=BTC.BTC&amount=1');
    if (inside) expect(decodeURIComponent(decodeURIComponent(inside))).toContain('swap.example/?sell=BTC.BTC&amount=1');
  }
});
