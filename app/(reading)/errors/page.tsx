import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { docsLinks } from '../../../components/docs/docs-links.ts';
import { DocsShell } from '../../../components/docs/docs-shell.tsx';
import { LINK } from '../../../components/docs/markdown.tsx';
import { docsDeployment } from '../../../lib/composition/docs-deployment.ts';
import { ERROR_PAGES, errorSlug } from '../../../lib/docs/errors.ts';
import { readGuides } from '../../../lib/docs/guides.ts';

export const metadata: Metadata = { title: 'All errors' };

export default async function ErrorsPage() {
  const guides = await readGuides(docsDeployment(await headers()));
  return (
    <DocsShell links={docsLinks(guides)} current="/errors">
      <h1 className="font-semibold text-32 text-ink tracking-[-0.02em]">All errors</h1>
      <p>
        The <code className="font-mono text-14">type</code> of an error is the address of its page here. What to do in
        general stands in{' '}
        <a href="/docs/errors" className={LINK}>
          errors and what to do
        </a>
        .
      </p>
      <ul className="grid">
        {ERROR_PAGES.map((page) => (
          <li key={page.title} className="grid gap-0.5 border-line border-t py-3">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <a href={`/errors/${errorSlug(page)}`} className={`inline-flex items-center ${LINK}`}>
                {page.title}
              </a>
              <span className="font-mono text-12 text-ink-3">{page.status.join(', ')}</span>
            </p>
            <p className="text-14 leading-6">{page.means.replaceAll('`', '')}</p>
          </li>
        ))}
      </ul>
    </DocsShell>
  );
}
