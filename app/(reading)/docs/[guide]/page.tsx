import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { docsDeployment } from '../../../../lib/composition/docs-deployment.ts';
import { readGuide } from '../../../../lib/docs/guides.ts';
import { GuideView } from '../guide-view.tsx';

type Props = { params: Promise<{ guide: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { guide: name } = await params;
  const guide = await readGuide(name, docsDeployment(await headers()));
  return guide
    ? { title: guide.title, description: guide.summary, alternates: { types: { 'text/markdown': `/docs/${name}.md` } } }
    : {};
}

export default async function GuidePage({ params }: Props) {
  const { guide } = await params;
  // The overview is the page /docs itself.
  if (guide === 'overview') notFound();
  return <GuideView name={guide} />;
}
