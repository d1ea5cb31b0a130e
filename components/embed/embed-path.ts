/**
 * Maps a path of the site to the same page under `/embed`, keeping the options with which the frame was opened. Pure.
 */

import { LOCKABLE } from '../../lib/api/embed/option-list.ts';
import { type EmbedOptions, writeOptionsToUrl } from '../../lib/api/embed/read-options.ts';

/**
 * Undefined when the frame has no such page.
 * @param hash the frame's, by which it recognises its host after a reload.
 */
export function embedPath(path: string, options: EmbedOptions, search: string, hash: string): string | undefined {
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
