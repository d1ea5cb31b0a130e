import type { Metadata } from 'next';
import { GuideView } from './guide-view.tsx';

export const metadata: Metadata = { title: 'Docs' };

export default function DocsPage() {
  return <GuideView name="overview" />;
}
