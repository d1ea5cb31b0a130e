import type { Metadata } from 'next';
import { headers } from 'next/headers';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { docsLinks } from '../../../../../components/docs/docs-links.ts';
import { DocsShell } from '../../../../../components/docs/docs-shell.tsx';
import { LINK } from '../../../../../components/docs/markdown.tsx';
import { OperationView, SchemaView } from '../../../../../components/docs/operation-view.tsx';
import { docsDeployment } from '../../../../../lib/composition/docs-deployment.ts';
import { readGuides } from '../../../../../lib/docs/guides.ts';
import { readReference } from '../../../../../lib/docs/reference.ts';

type Props = { params: Promise<{ page: string }> };

const SCHEMA = 'schema-';

/** The call or the schema that the path names. */
async function namedEntry({ params }: Props) {
  const { page } = await params;
  const deployment = docsDeployment(await headers());
  const { operations, schemas } = readReference(deployment);
  return {
    deployment,
    operation: operations.find(({ id }) => id === page),
    schema: schemas.find(({ name }) => `${SCHEMA}${name}` === page),
  };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { operation, schema } = await namedEntry(props);
  return { title: operation?.summary ?? schema?.name ?? 'API reference' };
}

export default async function EntryPage(props: Props) {
  const { deployment, operation, schema } = await namedEntry(props);
  if (!operation && !schema) notFound();
  return (
    <DocsShell links={docsLinks(await readGuides(deployment))} current="/docs/api" twin="/docs/api.md">
      <p className="text-14">
        <Link href="/docs/api" prefetch={false} className={LINK}>
          All calls
        </Link>
      </p>
      {operation && <OperationView operation={operation} here={deployment.here} />}
      {schema && <SchemaView schema={schema} />}
    </DocsShell>
  );
}
