import type { Metadata } from 'next';
import { exhibitOf } from './exhibits.ts';
import { Workshop } from './workshop.tsx';

export const metadata: Metadata = { title: 'Parts', robots: { index: false, follow: false } };

export default async function PartsPage({ searchParams }: { searchParams: Promise<{ part?: string | string[] }> }) {
  const { part } = await searchParams;
  return <Workshop part={exhibitOf(part) ?? 'controls'} />;
}
