import type { Metadata } from 'next';
import { headers } from 'next/headers';
import Link from 'next/link';
import { docsLinks } from '../../../../components/docs/docs-links.ts';
import { DocsShell } from '../../../../components/docs/docs-shell.tsx';
import { LINK } from '../../../../components/docs/markdown.tsx';
import { docsDeployment } from '../../../../lib/composition/docs-deployment.ts';
import { readGuides } from '../../../../lib/docs/guides.ts';
import { readReference } from '../../../../lib/docs/reference.ts';

export const metadata: Metadata = { title: 'API reference' };

export default async function ReferencePage() {
  const deployment = docsDeployment(await headers());
  const { operations, schemas } = readReference(deployment);
  return (
    <DocsShell links={docsLinks(await readGuides(deployment))} current="/docs/api" twin="/docs/api.md">
      <h1 className="font-semibold text-32 text-ink tracking-[-0.02em]">API reference</h1>
      <p>
        Every call of this deployment, made from{' '}
        <a href="/openapi.json" className={LINK}>
          its OpenAPI document
        </a>
        . Amounts are decimals in the asset’s own unit, always as text. Each call has its own page, from which its
        example can be sent; what it creates is{' '}
        {deployment.network === 'mainnet' ? (
          <strong className="font-semibold text-ink">real: this deployment is on the main networks.</strong>
        ) : (
          'worth nothing: this deployment is a sandbox.'
        )}
      </p>
      <nav aria-label="Calls">
        <ul className="grid gap-1">
          {operations.map(({ id, method, path, summary }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3">
              <Link href={`/docs/api/${id}`} prefetch={false} className={`inline-flex items-center ${LINK}`}>
                {summary}
              </Link>
              <code className="ltr font-mono text-12 text-ink-3 [overflow-wrap:anywhere]">
                {method} {path}
              </code>
            </li>
          ))}
        </ul>
      </nav>
      <h2 className="mt-4 border-line border-t pt-6 font-semibold text-20 text-ink">Schemas</h2>
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {schemas.map(({ name }) => (
          <li key={name}>
            <Link href={`/docs/api/schema-${name}`} prefetch={false} className={`inline-flex items-center ${LINK}`}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </DocsShell>
  );
}
