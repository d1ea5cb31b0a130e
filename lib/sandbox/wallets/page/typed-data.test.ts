/** The sandbox's wallet shows each field of a message before it is signed, and signs none for another network. */
import { expect, it } from 'vitest';
import { readTyped, typedFacts } from './typed-data.ts';

const typed = (change: Record<string, unknown> = {}) => ({
  domain: { name: 'HTLC', version: '2', chainId: '0x35a4e901', verifyingContract: `0x${'77'.repeat(20)}` },
  types: { EIP712Domain: [], Initiate: [] },
  primaryType: 'Initiate',
  message: { redeemer: `0x${'88'.repeat(20)}`, amount: '50000000' },
  ...change,
});

it('shows every field of the message, as an object and as text', () => {
  for (const given of [typed(), JSON.stringify(typed())])
    expect(Object.fromEntries(typedFacts(readTyped(given, 'ETH')))).toEqual({
      For: 'HTLC version 2',
      Contract: `0x${'77'.repeat(20)}`,
      Message: 'Initiate',
      redeemer: `0x${'88'.repeat(20)}`,
      amount: '50000000',
    });
});

it('refuses what is for another network than the selected one, also written as a number', () => {
  expect(() => readTyped(typed(), 'ARB')).toThrow('selected network');
  const other = { ...typed().domain, chainId: 1 };
  expect(() => readTyped(typed({ domain: other }), 'ETH')).toThrow('selected network');
  expect(() => readTyped(typed({ domain: { ...other, chainId: 900_000_001 } }), 'ETH')).not.toThrow();
});

it('refuses what is no typed data', () => {
  for (const given of ['{', 7, null, {}, typed({ message: undefined }), typed({ primaryType: 1 })])
    expect(() => readTyped(given, 'ETH')).toThrow();
});
