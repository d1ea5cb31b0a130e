/** An affiliate gets exactly the fee that the operator set for the provider and the chains, and never less than its least. */
import { expect, it } from 'vitest';
import { affiliateFeeBps, type FeeBook } from './affiliate-fee.ts';

const book: FeeBook = {
  abc: {
    rules: [
      { provider: 'CHAINFLIP', from: 'BTC', to: 'ETH', bps: 40 },
      { provider: 'CHAINFLIP', bps: 20 },
      { chain: 'SOL', bps: 2 },
    ],
    leastBps: 5,
  },
};
const asked = { name: 'ABC', feeBps: 30, byRules: true };

it.each([
  ['the first rule that fits', 'CHAINFLIP', 'BTC', 'ETH', 40],
  ['its other direction', 'CHAINFLIP', 'ETH', 'BTC', 20],
  ['the streaming form of a provider', 'CHAINFLIP_STREAMING', 'BTC', 'ETH', 40],
  ['two legs through it', 'ONEINCH->CHAINFLIP', 'ETH', 'BTC', 20],
  ['a chain on either side, but never less than the least', 'JUPITER', 'SOL', 'SOL', 5],
  ['what was asked for, where no rule fits', 'THORCHAIN', 'BTC', 'ETH', 30],
] as const)('takes %s', (_what, provider, from, to, bps) => {
  expect(affiliateFeeBps(book, asked, { provider, from, to })).toBe(bps);
});

it('leaves a request’s own fee, and that of an affiliate without fees', () => {
  const of = { provider: 'CHAINFLIP', from: 'BTC', to: 'ETH' } as const;
  expect(affiliateFeeBps(book, { ...asked, byRules: false }, of)).toBe(30);
  expect(affiliateFeeBps(book, { ...asked, name: 'constructor' }, of)).toBe(30);
  expect(affiliateFeeBps(book, { ...asked, feeBps: 0 }, { ...of, provider: 'GARDEN' })).toBe(5);
});
