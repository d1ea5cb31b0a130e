import type { Metadata } from 'next';
import { ReceiptScreen } from '../../../../../components/tracking/receipt-screen.tsx';
import { readerText } from '../../../../../lib/i18n/request-locale.ts';
import { addressedSwap, type SwapPageProps } from '../../../../addressed-swap.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await readerText();
  return { title: t('Receipt of a swap'), robots: { index: false } };
}

export default async function ReceiptPage(props: SwapPageProps) {
  return <ReceiptScreen {...(await addressedSwap(props))} />;
}
