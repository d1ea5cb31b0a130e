'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useId } from 'react';
import { LOCALES, languageName } from '../../lib/i18n/locales.ts';
import { msg } from '../../lib/i18n/text.ts';
import { classNames } from './class-names.ts';
import { chooseLocale } from './language-choice.tsx';
import { useNamedWitnesses } from './network.tsx';
import { StoredList } from './stored-list.tsx';
import { Rich, useText } from './text.tsx';
import { THEMES, type Theme, useTheme } from './theme.ts';
import { useWitnessChoice } from './witness-choice.ts';

const THEME_LOOKS: Record<Theme, { label: string; Icon: typeof Sun }> = {
  system: { label: msg('System'), Icon: Monitor },
  light: { label: msg('Light'), Icon: Sun },
  dark: { label: msg('Dark'), Icon: Moon },
};

/** A titled card of the settings. */
export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card grid gap-3 p-4 sm:p-6">
      <h2 id={id} className="font-semibold text-16">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The label of one choice, around its input. */
export const CHOICE =
  'flex min-h-11 cursor-pointer items-center gap-2 rounded-10 border border-line-3 px-3 py-1.5 has-checked:border-water has-checked:bg-water-tint has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-water has-focus-visible:outline-offset-2 hover:border-ink-3';

function LanguageSection() {
  const t = useText();
  return (
    <SettingsSection title={t('Language')}>
      <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        <legend className="sr-only">{t('Language')}</legend>
        {LOCALES.map((locale) => (
          <label key={locale} className={CHOICE}>
            <input
              type="radio"
              name="language"
              value={locale}
              defaultChecked={locale === t.locale}
              onChange={() => chooseLocale(locale)}
              className="size-4 shrink-0 accent-water"
            />
            <span lang={locale}>{languageName(locale)}</span>
          </label>
        ))}
      </fieldset>
    </SettingsSection>
  );
}

function ThemeSection() {
  const t = useText();
  const [chosen, choose] = useTheme();
  return (
    <SettingsSection title={t('Theme')}>
      <fieldset className="grid gap-2 sm:grid-cols-3">
        <legend className="sr-only">{t('Theme')}</legend>
        {THEMES.map((theme) => {
          const { label, Icon } = THEME_LOOKS[theme];
          return (
            <label key={theme} className={CHOICE}>
              <input
                type="radio"
                name="theme"
                value={theme}
                checked={theme === chosen}
                onChange={() => choose(theme)}
                className="size-4 shrink-0 accent-water"
              />
              <Icon aria-hidden size={16} className="shrink-0 text-ink-2" />
              {t(label)}
            </label>
          );
        })}
      </fieldset>
    </SettingsSection>
  );
}

const hostOf = (node: string): string => new URL(node).host;

/** The choice whether a review also asks independent nodes, and which. */
function WitnessSection() {
  const t = useText();
  const named = useNamedWitnesses();
  const [on, choose] = useWitnessChoice();
  const hosts = [...new Set(Object.values(named).flatMap((nodes) => nodes.map(hostOf)))];
  if (hosts.length === 0)
    return (
      <SettingsSection title={t('Independent nodes')}>
        <p className="text-ink-2">
          {t('This site names no independent nodes: your browser asks nobody but this site.')}
        </p>
      </SettingsSection>
    );
  return (
    <SettingsSection title={t('Independent nodes')}>
      <p className="text-ink-2">
        {t(
          'Before you pay, your browser asks nodes that do not belong to this site whether they name the same vault or deposit address. They see your IP address and, for a deposit address, that address.',
        )}
      </p>
      <label className={CHOICE}>
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => choose(event.target.checked)}
          className="size-4 shrink-0 accent-water"
        />
        {t('Ask independent nodes before I pay')}
      </label>
      <ul className="ltr grid gap-1 font-mono text-13 text-ink-2 [overflow-wrap:anywhere]">
        {hosts.map((host) => (
          <li key={host}>{host}</li>
        ))}
      </ul>
    </SettingsSection>
  );
}

/** Language, theme, independent nodes, `children` (what else can be set), and what this browser stores. */
export function SettingsScreen({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <div
      className={classNames(
        'mx-auto grid w-full max-w-[760px] grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5 sm:px-6',
        'wide:py-11',
      )}
    >
      <h1 className="font-semibold text-20">{t('Settings')}</h1>
      <LanguageSection />
      <ThemeSection />
      <WitnessSection />
      {children}
      <SettingsSection title={t('Stored in this browser')}>
        <p className="text-ink-2">
          {t('Portage has no accounts and no analytics. What it remembers stays in this browser and is listed here.')}
        </p>
        <StoredList />
        <p className="text-ink-2">
          <Rich
            text={t('To take your swaps to another browser, export them under <a>Activity</a> first.')}
            tags={{
              a: (text) => (
                <Link href="/activity" prefetch={false} className="text-water underline underline-offset-2">
                  {text}
                </Link>
              ),
            }}
          />
        </p>
      </SettingsSection>
    </div>
  );
}
