import type { Metadata } from 'next';
import { OfflineScreen } from '../../../components/ui/offline-screen.tsx';
import { readerText } from '../../../lib/i18n/request-locale.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await readerText();
  return { title: t('You are offline'), robots: { index: false } };
}

export default function OfflinePage() {
  return <OfflineScreen />;
}
