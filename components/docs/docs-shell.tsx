import { ChevronDown } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

export type DocsLink = { href: string; title: string };

const isCurrent = ({ href }: DocsLink, current: string): boolean => href === current;

function Links({ links, current }: { links: readonly DocsLink[]; current: string }) {
  return (
    <ul className="grid">
      {links.map((link) => (
        <li key={link.href}>
          <Link
            href={link.href}
            prefetch={false}
            aria-current={isCurrent(link, current) ? 'page' : undefined}
            className={classNames(
              'flex min-h-9 items-center border-s-2 py-1 ps-3 text-14 max-wide:min-h-11',
              isCurrent(link, current)
                ? 'border-water font-medium text-ink'
                : 'border-line text-ink-2 hover:border-line-3 hover:text-ink',
            )}
          >
            {link.title}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The frame of every page of the docs: the list of pages beside the content. In English for all readers. */
export function DocsShell({
  links,
  current,
  twin,
  children,
}: {
  links: readonly DocsLink[];
  current: string;
  /** The path of the same page as Markdown. */
  twin?: string;
  children: ReactNode;
}) {
  const here = links.find((link) => isCurrent(link, current));
  return (
    <div
      lang="en"
      dir="ltr"
      className="mx-auto grid w-full max-w-[1160px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-6 sm:px-6 wide:grid-cols-[220px_minmax(0,1fr)] wide:gap-12 wide:py-10"
    >
      <nav aria-label="Docs" className="max-wide:hidden">
        <div className="sticky top-6">
          <Links links={links} current={current} />
        </div>
      </nav>
      <details className="group/docs rounded-10 border border-line bg-sheet px-3 wide:hidden">
        <summary className="flex min-h-11 items-center gap-2 text-14 text-ink">
          <span className="text-ink-3">Docs</span> {here?.title ?? 'All pages'}
          <ChevronDown aria-hidden size={16} className="ms-auto text-ink-3 group-open/docs:rotate-180" />
        </summary>
        <nav aria-label="All docs" className="pb-3">
          <Links links={links} current={current} />
        </nav>
      </details>
      <article className="grid max-w-[760px] grid-cols-[minmax(0,1fr)] content-start gap-4 text-16 leading-7 text-ink-2">
        {children}
        {twin !== undefined && (
          <p className="mt-6 border-line border-t pt-4 text-12 text-ink-3">
            For programs:{' '}
            <a href={twin} className="underline underline-offset-4 hover:text-ink">
              this page as Markdown
            </a>
            ,{' '}
            <a href="/llms.txt" className="underline underline-offset-4 hover:text-ink">
              llms.txt
            </a>
          </p>
        )}
      </article>
    </div>
  );
}
