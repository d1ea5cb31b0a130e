'use client';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { traitsOf } from '../../lib/payments/traits.ts';
import { useNetwork } from '../ui/network.tsx';
import { Rich, useText } from '../ui/text.tsx';
import { shortProvider } from './track-selectors.ts';

/** Where to get help when something went wrong, and what never to reveal. */
export function HelpNote({ response: { data } }: { response: TrackResponse }) {
  const t = useText();
  const network = useNetwork();
  // The provider of the last leg, which had the money last.
  const id = data.route?.legs.at(-1)?.provider ?? data.quoteInfo?.provider;
  const { helpUrl } = traitsOf(id);
  if (network === 'sandbox') return <p>{t('This is the sandbox: no real money is involved.')}</p>;
  if (!id || !helpUrl) return null;
  return (
    <p>
      <Rich
        text={t(
          'Portage does not hold your money and cannot move it. For help, ask <a>{provider}</a>. Give them only the hash of your payment.',
          { provider: shortProvider(id) },
        )}
        tags={{
          a: (text) => (
            <a href={helpUrl} target="_blank" rel="noreferrer" className="text-water underline underline-offset-2">
              {text}
            </a>
          ),
        }}
      />
    </p>
  );
}
