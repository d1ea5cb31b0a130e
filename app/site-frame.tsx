import type { ReactNode } from 'react';
import { RegisterWorker } from '../components/ui/register-worker.tsx';
import { SiteFooter } from '../components/ui/site-footer.tsx';
import { SiteHeader } from '../components/ui/site-header.tsx';
import { StaleDialogEntries } from '../components/ui/use-back-closes.ts';
import { logoPath } from '../lib/composition/brand-logo.ts';
import { settings } from '../lib/config/env.ts';
import { readerText } from '../lib/i18n/request-locale.ts';

/** The header and the footer around a page. Without `activity` and `wallet` it loads no script of swaps or wallets. */
export async function SiteFrame({
  activity,
  wallet,
  children,
}: {
  activity?: ReactNode;
  wallet?: ReactNode;
  children: ReactNode;
}) {
  const { network, brand } = settings();
  const t = await readerText();
  return (
    <>
      <SiteHeader
        t={t}
        network={network.name}
        brand={{ name: brand.name, logo: logoPath() }}
        activity={activity}
        wallet={wallet}
      />
      <main id="content" className="isolate flex flex-1 flex-col">
        {children}
      </main>
      <SiteFooter t={t} brand={brand} />
      <RegisterWorker />
      <StaleDialogEntries />
    </>
  );
}
