import type { Metadata } from 'next';
import { connection } from 'next/server';
import { StatusScreen } from '../../../components/status/status-screen.tsx';
import { served } from '../../../lib/composition/served.ts';
import { readerText } from '../../../lib/i18n/request-locale.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await readerText();
  return { title: t('Status') };
}

export default async function StatusPage() {
  await connection();
  return <StatusScreen first={await served().readStatus()} />;
}
