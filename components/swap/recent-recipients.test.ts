import { describe, expect, it } from 'vitest';
import { readRecipients, recipientsOn, rememberRecipient } from './recent-recipients.ts';

const memory = (text: string | null = null) => ({
  getItem: () => text,
  setItem: (_key: string, value: string) => {
    text = value;
  },
});

describe('recent recipients', () => {
  it('are listed newest first and once, on whichever EVM chain they were paid', () => {
    const storage = memory();
    rememberRecipient({ chain: 'ETH', address: '0xa' }, storage);
    rememberRecipient({ chain: 'BTC', address: 'bc1q', name: 'orion' }, storage);
    rememberRecipient({ chain: 'BASE', address: '0xa' }, storage);
    expect(readRecipients(storage)).toEqual([
      { chain: 'BASE', address: '0xa' },
      { chain: 'BTC', address: 'bc1q', name: 'orion' },
    ]);
  });
  it('are offered only where the chain can be paid at them', () => {
    const all = [
      { chain: 'BASE' as const, address: '0xa' },
      { chain: 'BTC' as const, address: 'bc1q' },
    ];
    expect(recipientsOn('ETH', all).map((one) => one.address)).toEqual(['0xa']);
    expect(recipientsOn('BTC', all).map((one) => one.address)).toEqual(['bc1q']);
    expect(recipientsOn('LTC', all)).toEqual([]);
  });
  it.each(['not json', '{}', '[{"chain":"XX","address":"a"},{"address":1}]', 'null'])('survive %s', (text) => {
    expect(readRecipients(memory(text))).toEqual([]);
  });
  it('are not needed where nothing may be stored', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(() => rememberRecipient({ chain: 'BTC', address: 'bc1q' }, full)).not.toThrow();
  });
});
