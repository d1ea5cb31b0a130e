import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPairOpen } from './policy.ts';
import type { Policy } from './upstream-schemas.ts';

const policy = (change: Partial<Policy> = {}): Policy => ({
  default: 'open',
  isolation_groups: [],
  blacklist_pairs: [],
  whitelist_overrides: [],
  ...change,
});

const id = fc
  .tuple(fc.constantFrom('base', 'ethereum', 'bitcoin', 'Solana'), fc.constantFrom('btc', 'cbbtc', 'USDC', 'wbtc'))
  .map(([chain, symbol]) => `${chain}:${symbol}`);
const pattern = fc.oneof(
  id,
  fc.constant('*'),
  fc.constantFrom('base:*', 'ethereum:*', 'solana:*'),
  fc.constantFrom('*:btc', '*:usdc'),
);
const rule = fc
  .tuple(pattern, fc.constantFrom(' -> ', ' <-> ', '->', '<->'), pattern)
  .map(([from, arrow, to]) => from + arrow + to);
const anyPolicy = fc.record({
  default: fc.constantFrom('open', 'closed', undefined),
  isolation_groups: fc.array(rule, { maxLength: 3 }),
  blacklist_pairs: fc.array(rule, { maxLength: 4 }),
  whitelist_overrides: fc.array(rule, { maxLength: 3 }),
});

describe('the pair policy', () => {
  it.each([
    ['nothing closed', policy(), true],
    ['closed by default', policy({ default: 'closed' }), false],
    ['the pair black-listed', policy({ blacklist_pairs: ['bitcoin:btc -> base:cbbtc'] }), false],
    ['the other way black-listed', policy({ blacklist_pairs: ['base:cbbtc -> bitcoin:btc'] }), true],
    ['both ways black-listed', policy({ blacklist_pairs: ['base:cbbtc <-> bitcoin:btc'] }), false],
    ['all of a chain black-listed', policy({ blacklist_pairs: ['* -> base:*'] }), false],
    ['all of a symbol black-listed', policy({ blacklist_pairs: ['*:btc -> *'] }), false],
    ['in other letters', policy({ blacklist_pairs: ['BITCOIN:BTC -> Base:cbBTC'] }), false],
    [
      'black-listed and allowed',
      policy({ blacklist_pairs: ['* -> *'], whitelist_overrides: ['bitcoin:btc -> base:*'] }),
      true,
    ],
    ['isolated with it', policy({ isolation_groups: ['bitcoin:btc <-> base:cbbtc'] }), true],
    ['isolated with another', policy({ isolation_groups: ['bitcoin:btc <-> ethereum:wbtc'] }), false],
    ['its destination isolated with another', policy({ isolation_groups: ['base:cbbtc <-> ethereum:wbtc'] }), false],
    [
      'isolated and black-listed',
      policy({ isolation_groups: ['bitcoin:btc <-> base:cbbtc'], blacklist_pairs: ['bitcoin:btc -> *'] }),
      false,
    ],
    ['a rule that is none', policy({ blacklist_pairs: ['bitcoin:btc', '', '->'] }), true],
  ])('%s', (_name, given, open) => {
    expect(isPairOpen(given, 'bitcoin:btc', 'base:cbbtc')).toBe(open);
  });

  it('does not depend on letter case', () => {
    fc.assert(
      fc.property(anyPolicy, id, id, (given, from, to) => {
        const shouted: Policy = {
          ...given,
          isolation_groups: given.isolation_groups.map((one) => one.toUpperCase()),
          blacklist_pairs: given.blacklist_pairs.map((one) => one.toUpperCase()),
          whitelist_overrides: given.whitelist_overrides.map((one) => one.toUpperCase()),
        };
        expect(isPairOpen(shouted, from.toUpperCase(), to)).toBe(isPairOpen(given, from, to));
      }),
    );
  });

  it('lets an override open every pair, and a further black-list rule open none', () => {
    fc.assert(
      fc.property(anyPolicy, rule, id, id, (given, extra, from, to) => {
        fc.pre(from.toLowerCase() !== to.toLowerCase());
        const override = { ...given, whitelist_overrides: [...given.whitelist_overrides, `${from} -> ${to}`] };
        expect(isPairOpen(override, from, to)).toBe(true);
        const stricter = { ...given, blacklist_pairs: [...given.blacklist_pairs, extra] };
        if (isPairOpen(stricter, from, to)) expect(isPairOpen(given, from, to)).toBe(true);
      }),
    );
  });

  it('is the same both ways where every rule goes both ways', () => {
    const bothWays = (texts: string[]) => texts.map((text) => text.replace(/ ?<?-> ?/, ' <-> '));
    fc.assert(
      fc.property(anyPolicy, id, id, (given, from, to) => {
        const symmetric: Policy = {
          default: given.default,
          isolation_groups: bothWays(given.isolation_groups),
          blacklist_pairs: bothWays(given.blacklist_pairs),
          whitelist_overrides: bothWays(given.whitelist_overrides),
        };
        expect(isPairOpen(symmetric, to, from)).toBe(isPairOpen(symmetric, from, to));
      }),
    );
  });

  it('never swaps an asset into itself', () => {
    expect(isPairOpen(policy({ whitelist_overrides: ['* -> *'] }), 'base:cbbtc', 'BASE:cbBTC')).toBe(false);
  });
});
