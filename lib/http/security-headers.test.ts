import { describe, expect, it } from 'vitest';
import { witnessUrls } from '../payments/witness-urls.ts';
import { contentSecurityPolicy, type SecurityInput, securityHeaders } from './security-headers.ts';

const site: SecurityInput = { kind: 'site', nonce: 'bm9uY2U=', walletConnect: false, https: false, dev: false };

const directive = (input: SecurityInput, name: string): string[] => {
  const found = contentSecurityPolicy(input)
    .split('; ')
    .find((one) => one.startsWith(`${name} `));
  return found?.split(' ').slice(1) ?? [];
};

describe('the security headers', () => {
  it('allow no inline code and no eval on any page', () => {
    for (const kind of ['site', 'embed', 'refusal'] as const)
      expect(contentSecurityPolicy({ ...site, kind, walletConnect: true, https: true })).not.toContain('unsafe');
    expect(directive(site, 'script-src')).toEqual(["'self'", "'nonce-bm9uY2U='"]);
    expect(directive(site, 'base-uri')).toEqual(["'none'"]);
    expect(directive(site, 'object-src')).toEqual(["'none'"]);
  });

  it('let no other site frame a page of this one, nor the page shown for an unknown embed', () => {
    for (const kind of ['site', 'refusal'] as const) {
      const input = { ...site, kind, frameAncestors: ['https://a.example'] };
      expect(directive(input, 'frame-ancestors')).toEqual(["'none'"]);
      expect(securityHeaders(input)['x-frame-options']).toBe('DENY');
    }
  });

  it('let exactly the named origins frame an embed', () => {
    const embed: SecurityInput = { ...site, kind: 'embed' };
    expect(directive(embed, 'frame-ancestors')).toEqual(["'self'"]);
    const origins = ['https://a.example', 'http://localhost:*'];
    expect(directive({ ...embed, frameAncestors: origins }, 'frame-ancestors')).toEqual(["'self'", ...origins]);
    // Browsers that know only one of the two headers would apply this one instead of frame-ancestors.
    expect(securityHeaders(embed)).not.toHaveProperty('x-frame-options');
  });

  it('allow connections to other servers only for WalletConnect and witnesses, each by its whole address', () => {
    expect(directive(site, 'connect-src')).toEqual(["'self'"]);
    expect(directive({ ...site, walletConnect: true }, 'connect-src')).toContain('wss://*.walletconnect.org');
    const connect = witnessUrls({
      THORCHAIN: ['https://node.example/api'],
      CHAINFLIP: ['https://rpc.example'],
      X: ['https://x'],
    });
    const named = ["'self'", 'https://node.example/api/thorchain/inbound_addresses', 'https://rpc.example'];
    for (const kind of ['site', 'embed'] as const)
      expect(directive({ ...site, kind, connect }, 'connect-src')).toEqual(named);
  });

  it('require https only where the deployment is reached by https', () => {
    expect(securityHeaders(site)).not.toHaveProperty('strict-transport-security');
    expect(securityHeaders({ ...site, https: true })['strict-transport-security']).toMatch(/^max-age=\d+$/);
  });

  it('let the windows that wallets open report back', () => {
    expect(securityHeaders(site)['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  });
});
