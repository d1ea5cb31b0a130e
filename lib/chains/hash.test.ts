import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHAIN_LIST } from './chains.ts';
import { explorerAddressUrl, explorerTxUrl } from './explorer.ts';
import { canonicalHash } from './hash.ts';

const HEX = 'AB'.repeat(32);
const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

describe('canonicalHash', () => {
  it.each([
    ['ETH', HEX, `0x${HEX.toLowerCase()}`],
    ['ETH', `0x${HEX}`, `0x${HEX.toLowerCase()}`],
    ['BTC', HEX, HEX.toLowerCase()],
    ['ZEC', `0x${HEX}`, HEX.toLowerCase()],
    ['GAIA', `0x${HEX.toLowerCase()}`, HEX],
    ['THOR', HEX.toLowerCase(), HEX],
    ['THOR', `${HEX.toLowerCase()}-1`, `${HEX}-1`],
    ['MAYA', ` ${HEX}-12 `, `${HEX}-12`],
    ['SOL', SIGNATURE, SIGNATURE],
    ['DOT', '10000001-2', '10000001-2'],
    ['DOT', HEX, `0x${HEX.toLowerCase()}`],
    ['FLIP', '7654321-3', '7654321-3'],
  ] as const)('writes the %s hash %s as %s: a hash pasted in any spelling finds its swap', (chain, given, expected) => {
    expect(canonicalHash(chain, given)).toBe(expected);
  });

  it.each([
    ['ETH', HEX.slice(1)],
    ['ETH', `${HEX}-1`],
    ['BTC', `${HEX}00`],
    ['BTC', `${HEX}-1`],
    ['BTC', 'not a hash'],
    ['GAIA', `${HEX}-1`],
    ['THOR', `${HEX}-`],
    ['SOL', HEX],
    ['SOL', 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg'],
    ['FLIP', HEX],
    ['XRD', HEX],
    ['FIAT', HEX],
    ['ETH', ''],
  ] as const)('refuses for %s: %s', (chain, given) => {
    expect(canonicalHash(chain, given)).toBeUndefined();
  });

  it('never throws and leaves a canonical hash as it is', () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^(0x)?[0-9a-fA-F]{64}(-\d)?$/));
    fc.assert(
      fc.property(fc.constantFrom(...CHAIN_LIST), texts, ({ id }, text) => {
        const canonical = canonicalHash(id, text);
        if (canonical !== undefined) expect(canonicalHash(id, canonical)).toBe(canonical);
      }),
    );
  });
});

describe('explorer links', () => {
  it('lead to the transaction on mainnet, without the number of a further swap', () => {
    expect(explorerTxUrl('ETH', HEX, 'mainnet')).toBe(`https://etherscan.io/tx/0x${HEX.toLowerCase()}`);
    expect(explorerTxUrl('THOR', `${HEX}-1`, 'mainnet')).toBe(`https://thorchain.net/tx/${HEX}`);
    expect(explorerTxUrl('DOGE', HEX, 'mainnet')).toBe(
      `https://blockchair.com/dogecoin/transaction/${HEX.toLowerCase()}`,
    );
    expect(explorerAddressUrl('SOL', 'vines1', 'mainnet')).toBe('https://solscan.io/account/vines1');
  });

  it('are absent in the sandbox, for text that is no hash, and where there is no explorer', () => {
    for (const { id } of CHAIN_LIST) {
      expect(explorerTxUrl(id, HEX, 'sandbox')).toBeUndefined();
      expect(explorerAddressUrl(id, 'x', 'sandbox')).toBeUndefined();
    }
    expect(explorerTxUrl('ETH', 'javascript:alert(1)', 'mainnet')).toBeUndefined();
    expect(explorerTxUrl('KUJI', HEX, 'mainnet')).toBeUndefined();
  });

  it('cannot lead to another site, whatever an address contains', () => {
    expect(explorerAddressUrl('ETH', '../../evil?x=#', 'mainnet')).toBe(
      'https://etherscan.io/address/..%2F..%2Fevil%3Fx%3D%23',
    );
  });
});
