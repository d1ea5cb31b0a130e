import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { EmbedFrame } from '../../../components/embed/embed-frame.tsx';
import { readOptionsFromUrl } from '../../../lib/api/embed/read-options.ts';
import { served } from '../../../lib/services/served.ts';

/** Stays while the swap becomes its tracking, so that the host is spoken with all the while. */
export default async function FrameLayout({ children }: { children: ReactNode }) {
  const search = (await headers()).get('x-portage-embed') ?? '';
  const embedId = new URLSearchParams(search).get('embedId');
  const defaults = embedId === null ? {} : await served().embedDefaults(embedId);
  return (
    <EmbedFrame initial={readOptionsFromUrl(search)} defaults={defaults} search={search}>
      {children}
    </EmbedFrame>
  );
}
