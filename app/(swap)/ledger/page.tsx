import type { Metadata } from 'next';
import { connection } from 'next/server';
import { LedgerScreen } from '../../../components/ledger/ledger-screen.tsx';
import { served } from '../../../lib/composition/served.ts';
import { readerText } from '../../../lib/i18n/request-locale.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await readerText();
  return { title: t('Ledger') };
}

export default async function LedgerPage() {
  await connection();
  return <LedgerScreen report={await served().readLedger()} />;
}
