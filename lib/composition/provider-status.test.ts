/** The deployment itself says why a provider's routes are missing. */
import { describe, expect, it } from 'vitest';
import { readSettings } from '../config/env.ts';
import { PROVIDER_IDS } from '../domain/provider-id.ts';
import { providerOf } from '../quote/test-quotes.ts';
import { offProviders, providerStatus } from './provider-status.ts';

const mainnet = (more: Record<string, string> = {}) => readSettings({ SWAP_NETWORK: 'mainnet', ...more });

describe('providers without their key', () => {
  it('are named with the setting that is missing', () => {
    const off = offProviders(mainnet());
    expect(off.map(({ provider }) => provider)).toEqual([
      'ONEINCH',
      'GARDEN',
      'ONEINCH->CHAINFLIP',
      'CHAINFLIP->ONEINCH',
    ]);
    expect(off.map(({ reason }) => reason).join(' ')).toMatch(/ONEINCH_API_KEY.*GARDEN_APP_ID/);
  });

  it('disable the routes of two legs that they are a leg of, each with the key that its leg needs', () => {
    const reasons = Object.fromEntries(offProviders(mainnet()).map(({ provider, reason }) => [provider, reason]));
    expect(reasons['ONEINCH->CHAINFLIP']).toBe(
      '1inch, then Chainflip is not asked by this deployment: 1inch wants a key, and ONEINCH_API_KEY is not set.',
    );
    expect(reasons['CHAINFLIP->ONEINCH']).toContain('ONEINCH_API_KEY');
    const withOneinch = offProviders(mainnet({ ONEINCH_API_KEY: 'a' })).map(({ provider }) => provider);
    expect(withOneinch).toEqual(['GARDEN']);
  });

  it('are not listed as missing when the key is set, when the settings leave them out, or in the sandbox', () => {
    const keyed = offProviders(mainnet({ GARDEN_APP_ID: 'a' })).map(({ provider }) => provider);
    expect(keyed).toEqual(['ONEINCH', 'ONEINCH->CHAINFLIP', 'CHAINFLIP->ONEINCH']);
    expect(offProviders(mainnet({ PROVIDERS: 'THORCHAIN' }))).toEqual([]);
    expect(offProviders(readSettings({}))).toEqual([]);
  });

  it('leave Jupiter, which is asked without a key within its limit, and more often with one', () => {
    const asked = (more: Record<string, string>) => mainnet(more).upstreams.jupiter;
    expect(asked({})).toMatchObject({ baseUrls: ['https://api.jup.ag'], apiKey: undefined, perMinute: 30 });
    expect(asked({ JUPITER_API_KEY: 'a' })).toMatchObject({ apiKey: 'a', perMinute: undefined });
    expect(asked({ JUPITER_URL: 'https://router.example' })).toMatchObject({ perMinute: undefined });
  });

  it('are in the list of all providers, each of which is asked or has a reason', () => {
    const thor = providerOf('THORCHAIN', async () => []);
    const status = providerStatus([thor], mainnet());
    expect(status.map(({ provider }) => provider)).toEqual([...PROVIDER_IDS]);
    expect(status.filter(({ asked }) => asked)).toEqual([{ provider: 'THORCHAIN', asked: true }]);
    for (const { asked, reason } of status) if (!asked) expect(reason).toMatch(/^.+\.$/);
    expect(status.find(({ provider }) => provider === 'GARDEN')?.reason).toContain('GARDEN_APP_ID');
    expect(status.find(({ provider }) => provider === 'MAYACHAIN')?.reason).toBe(
      'This deployment has not enabled Maya.',
    );
  });
});
