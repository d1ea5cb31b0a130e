import type { Metadata } from 'next';
import { exhibitOf } from './exhibits.ts';
import { Workshop } from './workshop.tsx';

export const metadata: Metadata = { title: 'Workshop', robots: { index: false, follow: false } };

export default async function WorkshopPage({
  searchParams,
}: {
  searchParams: Promise<{ exhibit?: string | string[] }>;
}) {
  const { exhibit } = await searchParams;
  return <Workshop exhibit={exhibitOf(exhibit) ?? 'controls'} />;
}
