import type { Metadata } from 'next';
import { partOf } from './parts.ts';
import { Workshop } from './workshop.tsx';

export const metadata: Metadata = { title: 'Parts', robots: { index: false, follow: false } };

export default async function PartsPage({ searchParams }: { searchParams: Promise<{ part?: string | string[] }> }) {
  const { part } = await searchParams;
  return <Workshop part={partOf(part) ?? 'controls'} />;
}
