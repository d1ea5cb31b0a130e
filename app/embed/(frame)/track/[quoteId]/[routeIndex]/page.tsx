import type { Metadata } from 'next';
import { EmbedTrack } from '../../../../../../components/embed/embed-track.tsx';
import { readerText } from '../../../../../../lib/i18n/request-locale.ts';
import { addressedSwap, type SwapPageProps } from '../../../../../addressed-swap.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await readerText();
  return { title: t('Your swap'), robots: { index: false } };
}

export default async function EmbedTrackPage(props: SwapPageProps) {
  return <EmbedTrack {...(await addressedSwap(props))} />;
}
