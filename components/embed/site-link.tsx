'use client';
import Link from 'next/link';
import type { ComponentProps } from 'react';
import { useText } from '../ui/text.tsx';
import { useEmbedding } from './embedding.tsx';

/**
 * A link to a path of the site: within a frame it leads to the frame's own page, or opens a new window if there is
 * none.
 */
export function SiteLink({ href, children, ...rest }: Omit<ComponentProps<typeof Link>, 'href'> & { href: string }) {
  const t = useText();
  const target = useEmbedding().inside(href);
  if (target !== undefined)
    return (
      <Link href={target} {...rest}>
        {children}
      </Link>
    );
  const { className } = rest;
  return (
    <a href={href} target="_blank" rel="noopener" className={className}>
      {children}
      <span className="sr-only">{t('Opens a new page')}</span>
    </a>
  );
}
