/** Where a path of the site is in a frame: the same page under `/embed`, with what the frame was opened with. Pure. */

import { LOCKABLE } from '../../lib/api/embed/option-list.ts';
import { type EmbedOptions, writeOptionsToUrl } from '../../lib/api/embed/read-options.ts';

/** Undefined: the frame has no such page. @param hash of the frame, by which it knows its host again after a reload. */
export function embedPlace(path: string, options: EmbedOptions, search: string, hash: string): string | undefined {
  const [pathname = '', query = ''] = path.split('?');
  const tracks = pathname.startsWith('/track/');
  if (pathname !== '/' && !tracks) return undefined;
  const wanted = new URLSearchParams(writeOptionsToUrl(options));
  for (const [name, value] of new URLSearchParams(query))
    if (!options.lock?.some((field) => field === name) || !LOCKABLE.some((field) => field === name && wanted.has(name)))
      wanted.set(name, value);
  const embedId = new URLSearchParams(search).get('embedId');
  if (embedId) wanted.set('embedId', embedId);
  const text = wanted.toString();
  return `/embed${tracks ? pathname : ''}${text ? `?${text}` : ''}${hash}`;
}
