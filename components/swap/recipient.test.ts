import { describe, expect, it } from 'vitest';
import { checkAddress } from '../../lib/chains/address.ts';
import { mayBeName, readEntered } from './recipient.ts';

const ETH = '0xF3C2a0b6fD6aF8B0F7a3C5d0f1E2D3c4B5A69788'.toLowerCase();
const ofEth = (text: string) => checkAddress('ETH', text, 'mainnet');

describe('the recipient', () => {
  it('is never valid while unchecked', () => {
    expect(readEntered(ETH, undefined, undefined).phase).toBe('checking');
    expect(readEntered('', undefined, undefined).phase).toBe('none');
  });
  it('is kept where it does not fit the chain, with the reason', () => {
    const read = readEntered(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      ofEth('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
      undefined,
    );
    expect(read).toMatchObject({ phase: 'wrong', reason: expect.stringContaining('Bitcoin') });
  });
  it('is an address in its canonical spelling', () => {
    expect(readEntered(ETH, ofEth(ETH), undefined)).toMatchObject({
      phase: 'good',
      address: expect.stringMatching(/^0x/),
    });
  });
  it('may be a name: it resolves to an address on this very chain, and the name stays beside it', () => {
    const name = { name: 'vitalik.eth', chain: 'ETH', address: ETH, service: 'ENS' } as const;
    const read = (answer: Parameters<typeof readEntered>[2]) =>
      readEntered('vitalik.eth', ofEth('vitalik.eth'), answer);
    expect(read(undefined).phase).toBe('resolving');
    expect(read({ state: 'asking' }).phase).toBe('resolving');
    expect(read({ state: 'found', name })).toMatchObject({ phase: 'good', address: ETH, name: { service: 'ENS' } });
    expect(read({ state: 'notFound', problem: 'It has expired.' }).phase).toBe('nameNotFound');
    // Resolving again would not help; another spelling would.
    expect(read({ state: 'unclear', problem: 'Say which.' })).toMatchObject({ phase: 'wrong', reason: 'Say which.' });
    expect(read({ state: 'failed', problem: 'x' })).toMatchObject({ phase: 'nameFailed', reason: 'x' });
  });
  it.each(['vitalik.eth', 'sub.name.xyz', 'orion', 'a+b', 'josé.eth'])('resolves the name %s', (text) => {
    expect(mayBeName(text)).toBe(true);
  });
  it.each(['0x12', 'bc1qtest', 'thor1abc', 'ab', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'two words', 'http://x.eth'])(
    'treats %s as no name',
    (text) => {
      expect(mayBeName(text)).toBe(false);
    },
  );
});
