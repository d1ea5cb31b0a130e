import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { docsLinks } from '../../../../components/docs/docs-links.ts';
import { DocsShell } from '../../../../components/docs/docs-shell.tsx';
import { InlineText, LINK } from '../../../../components/docs/markdown.tsx';
import { docsDeployment } from '../../../../lib/composition/docs-deployment.ts';
import { errorPage, errorSlug, REPEAT_TEXTS } from '../../../../lib/docs/errors.ts';
import { readGuides } from '../../../../lib/docs/guides.ts';
import { parseInline } from '../../../../lib/docs/markdown.ts';

type Props = { params: Promise<{ slug: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: errorPage((await params).slug)?.title ?? 'No such error' };
}

const H2 = 'mt-2 font-semibold text-20 text-ink';

export default async function ErrorPage({ params }: Props) {
  const page = errorPage((await params).slug);
  if (!page) notFound();
  const guides = await readGuides(docsDeployment(await headers()));
  return (
    <DocsShell links={docsLinks(guides)} current="/errors">
      <p className="ltr font-mono text-14 text-ink-3 [overflow-wrap:anywhere]">
        {page.status.join(', ')} · /errors/{errorSlug(page)}
      </p>
      <h1 className="font-semibold text-32 text-ink tracking-[-0.02em]">{page.title}</h1>
      <h2 className={H2}>What it means</h2>
      <p>
        <InlineText inlines={parseInline(page.means)} />
      </p>
      <h2 className={H2}>What to do</h2>
      <ol className="grid list-decimal gap-2 ps-5">
        {page.todo.map((step) => (
          <li key={step}>
            <InlineText inlines={parseInline(step)} />
          </li>
        ))}
      </ol>
      <h2 className={H2}>May the same request be sent again?</h2>
      <p>
        {REPEAT_TEXTS[page.repeat]}{' '}
        <a href="/docs/errors#sending-again-safely" className={LINK}>
          Sending again, safely
        </a>
      </p>
      <p>
        If a payment is out, never pay again because a call failed:{' '}
        <a href="/docs/tracking" className={LINK}>
          track it
        </a>
        . Nobody from Portage will ever ask for your keys.
      </p>
    </DocsShell>
  );
}
