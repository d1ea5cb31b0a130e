/** Who is served, and for which fee, is as the operator wrote it, or the start says what is wrong. */
import { describe, expect, it } from 'vitest';
import { readSettings } from './env.ts';
import { settingsFault } from './test-settings.ts';

describe('who is served', () => {
  it('is everybody by default', () => {
    const { guard } = readSettings({});
    expect([guard.screening, guard.deniedCountries.size]).toEqual([undefined, 0]);
  });

  it('is closed while the screening is away unless the operator opens it', () => {
    const SCREENING_URL = 'https://screening.example/check';
    expect(readSettings({ SCREENING_URL }).guard.screening).toEqual({
      url: SCREENING_URL,
      token: undefined,
      timeoutMs: 3000,
      whenAway: 'closed',
      cacheSeconds: 300,
    });
    expect(readSettings({ SCREENING_URL, SCREENING_WHEN_AWAY: 'open' }).guard.screening?.whenAway).toBe('open');
    expect(settingsFault({ SCREENING_URL: 'screening.example?key=secret' })).not.toContain('secret');
    expect(settingsFault({ SCREENING_URL, SCREENING_TOKEN: 'short' })).toMatch(/^SCREENING_TOKEN is not repeated here/);
  });

  it('is nobody of the countries that are named, which takes a proxy that is trusted to name them', () => {
    const { guard } = readSettings({ GEO_DENY: 'kp, IR,T1', GEO_HEADER: 'X-Country', TRUSTED_PROXIES: '::1' });
    expect([[...guard.deniedCountries], guard.countryHeader]).toEqual([['KP', 'IR', 'T1'], 'x-country']);
    expect(settingsFault({ GEO_DENY: 'KP' })).toContain('GEO_DENY is set without TRUSTED_PROXIES');
    expect(settingsFault({ GEO_DENY: 'North Korea', TRUSTED_PROXIES: '::1' })).toContain('two-letter country codes');
  });
});

describe('an affiliate’s fees', () => {
  const own = (affiliate: object) => ({ AFFILIATES: JSON.stringify({ Own: affiliate }) });

  it('stand beside its payouts', () => {
    const { affiliates, affiliateFees } = readSettings(
      own({ thorname: 'own', fees: [{ provider: 'THORCHAIN', chain: 'BTC', bps: 40 }], leastFeeBps: 5 }),
    );
    expect(affiliates.own).toEqual({ thorname: 'own' });
    expect(affiliateFees.own).toEqual({ rules: [{ provider: 'THORCHAIN', chain: 'BTC', bps: 40 }], leastBps: 5 });
  });

  it('leave the payouts of the sandbox’s own affiliate', () => {
    const fees = { AFFILIATES: '{"PTG":{"leastFeeBps":5}}' };
    expect(readSettings(fees).affiliates.ptg).toEqual(readSettings({}).affiliates.ptg);
    expect(readSettings({ ...fees, SWAP_NETWORK: 'mainnet' }).affiliates.ptg).toEqual({});
  });

  it.each([
    ['a provider that does not exist', { fees: [{ provider: 'NOBODY', bps: 1 }] }],
    ['a chain that does not exist', { fees: [{ from: 'XYZ', bps: 1 }] }],
    ['a field that nobody reads', { fees: [{ form: 'BTC', bps: 1 }] }],
    ['a rule without a fee', { fees: [{ from: 'BTC' }] }],
    ['more than providers pay', { fees: [{ bps: 1001 }] }],
    ['a part of a basis point', { leastFeeBps: 0.5 }],
  ])('are refused with %s', (_what, affiliate) => {
    expect(settingsFault(own({ thorname: 'own', ...affiliate }))).toMatch(/^AFFILIATES is /);
  });

  it('are what the page says it takes at most', () => {
    const page = { PAGE_AFFILIATE: 'own', PAGE_AFFILIATE_FEE_BPS: '30' };
    const fees = [
      { chain: 'SOL', bps: 10 },
      { provider: 'CHAINFLIP', bps: 40 },
    ];
    expect(readSettings({ ...own({ thorname: 'own', fees }), ...page }).brand.affiliate).toEqual({
      name: 'own',
      feeBps: 30,
      mostFeeBps: 40,
      varies: true,
    });
  });
});
