import { describe, expect, it } from 'vitest';
import { readSettings } from './env.ts';

describe('EMBED_ORIGINS', () => {
  it('lets pages of this machine frame the sandbox, and none frame mainnet, by default', () => {
    expect(readSettings({}).embedOrigins).toContain('http://localhost:*');
    expect(readSettings({ SWAP_NETWORK: 'mainnet' }).embedOrigins).toEqual([]);
    expect(readSettings({ EMBED_ORIGINS: 'https://Shop.example/, http://localhost:*' }).embedOrigins).toEqual([
      'https://shop.example',
      'http://localhost:*',
    ]);
  });

  it('refuses paths, wildcards and anything that would end the header’s directive', () => {
    for (const text of [
      'https://*.example',
      '*',
      'https://a.example/page',
      "https://a.example; script-src 'none'",
      'a',
    ])
      expect(() => readSettings({ EMBED_ORIGINS: text })).toThrow('EMBED_ORIGINS');
  });
});
