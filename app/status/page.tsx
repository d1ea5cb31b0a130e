import type { Metadata } from 'next';
import { connection } from 'next/server';
import { StatusScreen } from '../../components/status/status-screen.tsx';
import { readerText } from '../../lib/i18n/reader.ts';
import { served } from '../../lib/services/served.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await readerText();
  return { title: t('Status') };
}

export default async function StatusPage() {
  await connection();
  return <StatusScreen first={await served().readStatus()} />;
}
