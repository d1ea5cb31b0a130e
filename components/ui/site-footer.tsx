import Link from 'next/link';
import type { Text } from '../../lib/i18n/text.ts';
import { percent } from './format.ts';
import { LanguageChoice } from './language-choice.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

type Brand = {
  name: string;
  termsUrl?: string;
  privacyUrl?: string;
  supportUrl?: string;
  affiliate?: { mostFeeBps: number; varies: boolean };
};

function brandLinks(t: Text, { termsUrl, privacyUrl, supportUrl }: Brand): { label: string; href: string }[] {
  const links = [
    { label: t('Terms'), href: termsUrl },
    { label: t('Privacy'), href: privacyUrl },
    { label: t('Help'), href: supportUrl },
  ];
  return links.flatMap(({ label, href }) => (href === undefined ? [] : [{ label: label, href }]));
}

function feeText(t: Text, { name, affiliate }: Brand): string {
  if (!affiliate) return t('{name} adds no fee.', { name });
  const { mostFeeBps, varies } = affiliate;
  const shown = { name, percent: percent(mostFeeBps / 100, t.tag) };
  return varies
    ? t('{name} takes up to {percent} of each swap made on this page.', shown)
    : t('{name} takes {percent} of each swap made on this page.', shown);
}

/** The site's footer, rendered on the server. */
export function SiteFooter({ t, brand }: { t: Text; brand: Brand }) {
  const link = 'inline-flex min-h-8 items-center rounded-6 hover:text-ink max-sm:min-h-11';
  return (
    <footer className="mt-auto border-line border-t">
      <div className="mx-auto flex max-w-[1160px] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-4 text-12 text-ink-3 sm:px-6">
        <p className="min-w-60 flex-1">
          {t('Portage never holds your money. Nobody from Portage will ever ask for your keys.')}
          <span className="block">{feeText(t, brand)}</span>
        </p>
        <ul className="flex flex-wrap items-center gap-x-4">
          <li>
            <Link href="/docs" prefetch={false} className={link}>
              {t('How routes are ranked')}
            </Link>
          </li>
          <li>
            <a href="/openapi.json" className={link}>
              API
            </a>
          </li>
          <li>
            <Link href="/status" prefetch={false} className={link}>
              {t('Status')}
            </Link>
          </li>
          <li>
            <Link href="/ledger" prefetch={false} className={link}>
              {t('Ledger')}
            </Link>
          </li>
          <li>
            <Link href="/licences" prefetch={false} className={link}>
              {t('Licences')}
            </Link>
          </li>
          {brandLinks(t, brand).map(({ label, href }) => (
            <li key={label}>
              <a href={href} className={link}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        <div className="flex items-center gap-2">
          <LanguageChoice />
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}
