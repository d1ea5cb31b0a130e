import type { Metadata } from 'next';
import { Gallery } from './gallery.tsx';

export const metadata: Metadata = { title: 'Parts', robots: { index: false, follow: false } };

export default function PartsPage() {
  return <Gallery />;
}
