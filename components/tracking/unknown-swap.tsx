'use client';
import { CHAINS } from '../../lib/chains/chains.ts';
import { explorerTxUrl } from '../../lib/chains/explorer.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { SiteLink } from '../embed/site-link.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { HashLink } from '../ui/hash-link.tsx';
import { useNetwork } from '../ui/network.tsx';
import { useText } from '../ui/text.tsx';

/** An address for which the service has no swap: a mistyped one, another deployment's, or one that is too old. */
export function UnknownSwap({
  message,
  hash,
  chain,
}: {
  /** The server's message, in English. */
  message: string;
  hash?: string | undefined;
  /** The payment's chain, if this browser has saved it. */
  chain?: ChainId | undefined;
}) {
  const t = useText();
  const network = useNetwork();
  return (
    <article className="card grid justify-items-start gap-3 p-4 sm:p-6">
      <h1 className="font-semibold text-20">{t('We can’t find this swap')}</h1>
      <p className="text-ink-2">
        {t(
          'If you have paid, the swap continues without this page. It may be on another Portage site, or its quote is too old. Check the address of this page, and keep the hash of your payment.',
        )}
      </p>
      <p lang="en" dir="auto" className="text-13 text-ink-3">
        {message}
      </p>
      {hash && (
        <p className="flex flex-wrap items-center gap-x-2">
          {t('The hash of your payment is')}
          <HashLink
            hash={hash}
            href={chain && explorerTxUrl(chain, hash, network)}
            what={
              chain ? t('the transaction on {chain}', { chain: CHAINS[chain].name }) : t('the hash of your payment')
            }
          />
        </p>
      )}
      <p className="text-ink-2">{t('Nobody from Portage will ever ask for your keys.')}</p>
      <p className="flex flex-wrap gap-2">
        <SiteLink href="/receipt" className={buttonClasses('quiet', 'medium')}>
          {t('Open a receipt file')}
        </SiteLink>
        <SiteLink href="/" className={buttonClasses('quiet', 'medium')}>
          {t('Go to the swap page')}
        </SiteLink>
      </p>
    </article>
  );
}
