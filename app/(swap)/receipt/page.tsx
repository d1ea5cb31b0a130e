import type { Metadata } from 'next';
import { OpenReceipt } from '../../../components/tracking/open-receipt.tsx';
import { readerText } from '../../../lib/i18n/request-locale.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await readerText();
  return { title: t('Open a receipt') };
}

export default function OpenReceiptPage() {
  return <OpenReceipt />;
}
