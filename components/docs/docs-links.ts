import type { Guide } from '../../lib/docs/guides.ts';
import type { DocsLink } from './docs-shell.tsx';

/** All pages of the docs, in reading order. */
export const docsLinks = (guides: readonly Pick<Guide, 'name' | 'title'>[]): DocsLink[] => [
  ...guides.map(({ name, title }) => ({ href: name === 'overview' ? '/docs' : `/docs/${name}`, title })),
  { href: '/docs/api', title: 'API reference' },
  { href: '/errors', title: 'All errors' },
];
