import type { Metadata } from 'next';
import { connection } from 'next/server';
import { VerifyReceipt } from '../../../../components/tracking/verify-receipt.tsx';
import { served } from '../../../../lib/composition/served.ts';
import { readerText } from '../../../../lib/i18n/request-locale.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await readerText();
  return { title: t('Check a receipt'), robots: { index: false } };
}

/** The keys come with the page, so that verifying needs no request. */
export default async function VerifyReceiptPage() {
  await connection();
  const { network, keys, trusted } = await served().signingKeys();
  return <VerifyReceipt known={{ network, keys: [...keys, ...trusted] }} />;
}
