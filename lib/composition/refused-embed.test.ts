import { describe, expect, it } from 'vitest';
import { securityHeaders } from '../http/security-headers.ts';
import { LOCALES } from '../i18n/locales.ts';
import { refusedEmbed } from './refused-embed.ts';

const security = securityHeaders({
  kind: 'refusal',
  nonce: 'bm9uY2U=',
  walletConnect: false,
  https: false,
  dev: false,
});

describe('an embed whose id is unknown', () => {
  it('is refused with a sentence in every language, is not cached and cannot be framed', async () => {
    for (const locale of LOCALES) {
      const answer = refusedEmbed(locale, 'bm9uY2U=', security);
      expect(answer.status).toBe(403);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      const page = await answer.text();
      expect(page).toMatch(/<h1>[^<]{5,}<\/h1><p>[^<]{15,}<\/p>/);
      expect(page).toContain('<style nonce="bm9uY2U=">');
    }
    expect(await refusedEmbed('en', '', security).text()).toContain('unknown, has expired or was taken back');
  });
});
