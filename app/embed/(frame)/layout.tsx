import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { EmbedFrame } from '../../../components/embed/embed-frame.tsx';
import { readOptionsFromUrl } from '../../../lib/api/embed/read-options.ts';
import { services } from '../../../lib/services/services.ts';

/** The registered affiliate of an embed id's integrator, as defaults for options that the frame's URL leaves out. */
async function registered(embedId: string | null) {
  if (embedId === null) return {};
  const { store, now } = await services();
  const integrator = await store.integratorByEmbedId(embedId, now());
  if (!integrator?.affiliate) return {};
  const { affiliate, affiliateFeeBps } = integrator;
  return { affiliate, ...(affiliateFeeBps === undefined ? {} : { affiliateFee: affiliateFeeBps }) };
}

/** Shared by the swap and its tracking, so that the connection to the host lasts through the navigation. */
export default async function FrameLayout({ children }: { children: ReactNode }) {
  const search = (await headers()).get('x-portage-embed') ?? '';
  const defaults = await registered(new URLSearchParams(search).get('embedId'));
  return (
    <EmbedFrame initial={readOptionsFromUrl(search)} defaults={defaults} search={search}>
      {children}
    </EmbedFrame>
  );
}
