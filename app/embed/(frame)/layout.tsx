import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { EmbedFrame } from '../../../components/embed/embed-frame.tsx';
import { readOptionsFromUrl } from '../../../lib/api/embed/read-options.ts';
import { served } from '../../../lib/composition/served.ts';
import { PageWallets } from '../../page-wallets.tsx';

/** Shared by the swap and its tracking, so that the connection to the host lasts through the navigation. */
export default async function FrameLayout({ children }: { children: ReactNode }) {
  const search = (await headers()).get('x-portage-embed') ?? '';
  const embedId = new URLSearchParams(search).get('embedId');
  const defaults = embedId === null ? {} : await served().embedDefaults(embedId);
  return (
    <PageWallets>
      <EmbedFrame initial={readOptionsFromUrl(search)} defaults={defaults} search={search}>
        {children}
      </EmbedFrame>
    </PageWallets>
  );
}
