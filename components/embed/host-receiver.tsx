'use client';
import { Info } from 'lucide-react';
import { sameAddress } from '../../lib/chains/address.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { FullAddress } from '../ui/address.tsx';
import { useText } from '../ui/text.tsx';
import { useEmbedding } from './embedding.tsx';

/**
 * The receiver that the host's page has set, in full and as the host's, beside the one that is paid; nothing where the
 * host has set none.
 * @param receiver as it stands in the form or the review; '' while there is none.
 */
export function HostReceiver({ receiver, chain }: { receiver: string; chain: ChainId }) {
  const t = useText();
  const { embedded, options } = useEmbedding();
  const { to } = options;
  if (!embedded || to === undefined || to === '') return null;
  const isIt = to === receiver || sameAddress(chain, to, receiver);
  return (
    <p className="flex items-start gap-2 rounded-10 bg-sunken p-3 text-13 text-ink-2">
      <Info aria-hidden size={16} className="mt-px shrink-0" />
      <span className="grid min-w-0 gap-1">
        {isIt
          ? t('The site around this frame has set this recipient. Make sure it is yours:')
          : t('The site around this frame has set another recipient, which is not paid:')}
        <FullAddress address={to} />
      </span>
    </p>
  );
}
