import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { docsLinks } from '../../../components/docs/docs-links.ts';
import { DocsShell } from '../../../components/docs/docs-shell.tsx';
import { LINK } from '../../../components/docs/markdown.tsx';
import { docsDeployment } from '../../../lib/composition/docs-deployment.ts';
import { served } from '../../../lib/composition/served.ts';
import { readGuides } from '../../../lib/docs/guides.ts';

export const metadata: Metadata = { title: 'Licences' };

export default async function LicencesPage() {
  const [guides, groups] = await Promise.all([readGuides(docsDeployment(await headers())), served().readLicences()]);
  if (groups === undefined) notFound();
  return (
    <DocsShell links={docsLinks(guides)} current="/licences">
      <h1 className="font-semibold text-32 text-ink tracking-[-0.02em]">Licences</h1>
      <p>
        Portage is under the Apache License 2.0. Code of these packages may be part of what this site sends to your
        browser. Pictures of chains and tokens have{' '}
        <a href="/NOTICE.md" className={LINK}>
          a notice of their own
        </a>
        .
      </p>
      <ul className="grid">
        {groups.map(({ licence, packages, text }) => (
          <li key={packages[0]} data-licence={licence} className="grid gap-1 border-line border-t py-3">
            <p className="text-14 text-ink leading-6 [overflow-wrap:anywhere]">{packages.join(', ')}</p>
            {text === '' ? (
              <p className="text-12 text-ink-3">{licence}; the package ships no text of it</p>
            ) : (
              <details>
                <summary className="min-h-8 text-12 text-ink-3 max-sm:min-h-11">{licence}</summary>
                <pre className="whitespace-pre-wrap font-mono text-12 [overflow-wrap:anywhere]">{text}</pre>
              </details>
            )}
          </li>
        ))}
      </ul>
    </DocsShell>
  );
}
