import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { EmbedFrame } from '../../../components/embed/embed-frame.tsx';
import { readOptionsFromUrl } from '../../../lib/api/embed/read-options.ts';
import { services } from '../../../lib/services/services.ts';

/** What the integrator of an embed id has registered, for what its frame does not say. */
async function registered(embedId: string | null) {
  if (embedId === null) return {};
  const { store, now } = await services();
  const integrator = await store.integratorByEmbedId(embedId, now());
  if (!integrator?.affiliate) return {};
  const { affiliate, affiliateFeeBps } = integrator;
  return { affiliate, ...(affiliateFeeBps === undefined ? {} : { affiliateFee: affiliateFeeBps }) };
}

/** Stays while the swap becomes its tracking, so that the host is spoken with all the while. */
export default async function FrameLayout({ children }: { children: ReactNode }) {
  const search = (await headers()).get('x-portage-embed') ?? '';
  const defaults = await registered(new URLSearchParams(search).get('embedId'));
  return (
    <EmbedFrame initial={readOptionsFromUrl(search)} defaults={defaults} search={search}>
      {children}
    </EmbedFrame>
  );
}
