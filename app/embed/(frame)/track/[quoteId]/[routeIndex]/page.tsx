import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { EmbedTrack } from '../../../../../../components/embed/embed-track.tsx';
import { readerText } from '../../../../../../lib/i18n/reader.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await readerText();
  return { title: t('Your swap'), robots: { index: false } };
}

export default async function EmbedTrackPage({
  params,
  searchParams,
}: {
  params: Promise<{ quoteId: string; routeIndex: string }>;
  searchParams: Promise<{ hash?: string | string[] }>;
}) {
  const { quoteId, routeIndex } = await params;
  const { hash } = await searchParams;
  if (!/^\d{1,3}$/.test(routeIndex)) notFound();
  return (
    <EmbedTrack
      quoteId={decodeURIComponent(quoteId)}
      routeIndex={Number(routeIndex)}
      hash={typeof hash === 'string' && hash !== '' ? hash : undefined}
    />
  );
}
