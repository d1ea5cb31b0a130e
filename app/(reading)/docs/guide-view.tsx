import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { docsLinks } from '../../../components/docs/docs-links.ts';
import { DocsShell } from '../../../components/docs/docs-shell.tsx';
import { DRAWINGS } from '../../../components/docs/drawings.tsx';
import { Markdown, OnThisPage } from '../../../components/docs/markdown.tsx';
import { docsDeployment } from '../../../lib/composition/docs-deployment.ts';
import { readGuides } from '../../../lib/docs/guides.ts';

/** Renders one guide as a page. */
export async function GuideView({ name }: { name: string }) {
  const guides = await readGuides(docsDeployment(await headers()));
  const guide = guides.find((one) => one.name === name);
  if (!guide) notFound();
  const [title, summary, ...rest] = guide.blocks;
  const path = guide.name === 'overview' ? '/docs' : `/docs/${guide.name}`;
  return (
    <DocsShell links={docsLinks(guides)} current={path} twin={`${path}.md`}>
      <Markdown blocks={[title, summary].flatMap((block) => block ?? [])} />
      <OnThisPage blocks={rest} />
      <Markdown blocks={rest} {...(guide.name === 'overview' ? { drawings: DRAWINGS } : {})} />
    </DocsShell>
  );
}
