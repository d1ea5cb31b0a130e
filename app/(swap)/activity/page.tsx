import type { Metadata } from 'next';
import { ActivityScreen } from '../../../components/activity/activity-screen.tsx';
import { readerText } from '../../../lib/i18n/request-locale.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await readerText();
  return { title: t('Activity') };
}

export default function ActivityPage() {
  return <ActivityScreen />;
}
