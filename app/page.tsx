import { connection } from 'next/server';
import { SwapPage } from '../components/swap/swap-page.tsx';
import { settings } from '../lib/config/env.ts';
import { offProviders } from '../lib/services/provider-status.ts';

export default async function Page() {
  // Which keys there are is a matter of the running server, not of the build.
  await connection();
  return <SwapPage offProviders={offProviders(settings())} />;
}
