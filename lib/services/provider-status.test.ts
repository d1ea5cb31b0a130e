/** Whoever misses a provider's routes is told by the deployment itself why they are missing. */
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
      'JUPITER',
      'GARDEN',
      'JUPITER->CHAINFLIP',
      'ONEINCH->CHAINFLIP',
      'CHAINFLIP->ONEINCH',
    ]);
    expect(off.map(({ reason }) => reason).join(' ')).toMatch(/ONEINCH_API_KEY.*JUPITER_API_KEY.*GARDEN_APP_ID/);
  });

  it('take the routes of two legs with them that they are a leg of, each with the key that its leg wants', () => {
    const reasons = Object.fromEntries(offProviders(mainnet()).map(({ provider, reason }) => [provider, reason]));
    expect(reasons['JUPITER->CHAINFLIP']).toBe(
      'Jupiter, then Chainflip is not asked by this deployment: Jupiter wants a key, and JUPITER_API_KEY is not set.',
    );
    for (const id of ['ONEINCH->CHAINFLIP', 'CHAINFLIP->ONEINCH']) expect(reasons[id]).toContain('ONEINCH_API_KEY');
    const withOneinch = offProviders(mainnet({ ONEINCH_API_KEY: 'a' })).map(({ provider }) => provider);
    expect(withOneinch).toEqual(['JUPITER', 'GARDEN', 'JUPITER->CHAINFLIP']);
  });

  it('are not missed where the key is there, where the settings leave them out, or in the sandbox', () => {
    const keyed = offProviders(mainnet({ GARDEN_APP_ID: 'a' })).map(({ provider }) => provider);
    expect(keyed).toEqual(['ONEINCH', 'JUPITER', 'JUPITER->CHAINFLIP', 'ONEINCH->CHAINFLIP', 'CHAINFLIP->ONEINCH']);
    expect(offProviders(mainnet({ PROVIDERS: 'THORCHAIN' }))).toEqual([]);
    expect(offProviders(readSettings({}))).toEqual([]);
  });

  it('stand in the list of all providers, each of which is asked or has a reason', () => {
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
