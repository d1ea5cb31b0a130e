import type { Metadata } from 'next';
import { TrackScreen } from '../../../../../components/tracking/track-screen.tsx';
import { readerText } from '../../../../../lib/i18n/request-locale.ts';
import { addressedSwap, type SwapPageProps } from '../../../../addressed-swap.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await readerText();
  return { title: t('Your swap'), robots: { index: false } };
}

export default async function TrackPage(props: SwapPageProps) {
  return <TrackScreen {...(await addressedSwap(props))} />;
}
