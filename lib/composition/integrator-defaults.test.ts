/** An integrator earns by its key without a field in each request, and never against a request's own fields. */
import { describe, expect, it } from 'vitest';
import type { Caller } from '../http/caller.ts';
import { CHANNEL_NAMES, QUOTE_NAMES, withIntegratorDefaults } from './integrator-defaults.ts';

const integrator = {
  id: 'int_1',
  name: 'A',
  embedId: 'emb_1',
  embedOrigins: [],
  affiliate: 'abc',
  affiliateFeeBps: 30,
};
const byKey: Caller = { kind: 'integrator', keyId: 'key_1', integrator };
const quoted = (body: unknown, caller: Caller = byKey) => withIntegratorDefaults(body, caller, QUOTE_NAMES);

describe("an integrator's affiliate and fee", () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['are taken where the request names none', {}, { affiliate: 'abc', affiliateFee: 30, affiliateFeeRules: true }],
    ['leave the fee that the request says', { affiliateFee: 5 }, { affiliate: 'abc', affiliateFee: 5 }],
    ['leave a fee of nothing', { affiliateFee: 0 }, { affiliate: 'abc', affiliateFee: 0 }],
    ['go with its own name', { affiliate: 'ABC' }, { affiliate: 'ABC', affiliateFee: 30, affiliateFeeRules: true }],
    [
      'are taken where the request leaves both empty',
      { affiliate: '', affiliateFee: null },
      { affiliate: 'abc', affiliateFee: 30, affiliateFeeRules: true },
    ],
    ['leave another affiliate alone', { affiliate: 'xyz' }, { affiliate: 'xyz' }],
    ['leave what cannot be read to be refused', { affiliate: 7 }, { affiliate: 7 }],
  ])('%s', (_what, body, expected) => {
    expect(quoted(body)).toEqual(expected);
  });

  it('are taken by deposit channels under their names, but not when a stored quote has its own', () => {
    const channel = (body: unknown) => withIntegratorDefaults(body, byKey, CHANNEL_NAMES);
    expect(channel({ sellAsset: 'BTC.BTC', affiliateBps: 5 })).toEqual({
      sellAsset: 'BTC.BTC',
      affiliateCode: 'abc',
      affiliateBps: 5,
    });
    expect(channel({ sellAsset: 'BTC.BTC' })).toEqual({
      sellAsset: 'BTC.BTC',
      affiliateCode: 'abc',
      affiliateBps: 30,
      affiliateFeeRules: true,
    });
    expect(channel({ quoteId: 'q' })).toEqual({ quoteId: 'q' });
  });

  it('are absent for a caller without them, or without a key', () => {
    expect(quoted({}, { kind: 'anonymous', address: '' })).toEqual({});
    const { affiliate: _affiliate, affiliateFeeBps: _fee, ...plain } = integrator;
    expect(quoted({}, { ...byKey, integrator: plain })).toEqual({});
    for (const body of [null, [], 'text', 7]) expect(quoted(body)).toBe(body);
  });
});
