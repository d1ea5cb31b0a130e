import type { Metadata } from 'next';
import { SwapPreferences } from '../../../components/settings/swap-preferences.tsx';
import { SettingsScreen } from '../../../components/ui/settings-screen.tsx';
import { served } from '../../../lib/composition/served.ts';
import { readerText } from '../../../lib/i18n/request-locale.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await readerText();
  return { title: t('Settings'), robots: { index: false } };
}

export default async function SettingsPage() {
  const { asked } = await served().swapPageFacts();
  return (
    <SettingsScreen>
      <SwapPreferences asked={asked} />
    </SettingsScreen>
  );
}
