import type { Metadata } from 'next';
import { SettingsScreen } from '../../components/ui/settings-screen.tsx';
import { readerText } from '../../lib/i18n/request-locale.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await readerText();
  return { title: t('Settings'), robots: { index: false } };
}

export default function SettingsPage() {
  return <SettingsScreen />;
}
