/** Answers an unknown embed id instead of the frame: 403 and a page that says so, which cannot be framed. */
import { serverText } from '../i18n/catalogs.ts';
import { htmlLang, type Locale } from '../i18n/locales.ts';
import type { Text } from '../i18n/text.ts';

/** System fonts and colours: it loads nothing. */
const STYLE = `:root{color-scheme:light dark;font:14px/20px system-ui,sans-serif}
main{box-sizing:border-box;max-width:480px;margin:0 auto;padding:16px}
h1{font-size:16px;line-height:24px;margin:0 0 8px}
p{margin:0}`;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param nonce of the policy that goes with it. */
function refusalHtml(t: Text, nonce: string): string {
  const title = t('This embed is unknown');
  const why = t('Its embed id is unknown, has expired or was taken back. Ask those who run the site that shows it.');
  return `<!doctype html>
<html lang="${htmlLang(t.locale)}" dir="${t.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg">
<title>${escaped(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(why)}</p></main></body>
</html>
`;
}

/** @param security headers of the kind `refusal`, made with the same nonce. */
export const refusedEmbed = (locale: Locale, nonce: string, security: Record<string, string>): Response =>
  new Response(refusalHtml(serverText(locale), nonce), {
    status: 403,
    headers: { ...security, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store' },
  });
