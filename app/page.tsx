import { SwapPage } from '../components/swap/swap-page.tsx';
import { settings } from '../lib/config/env.ts';
import { PROVIDER_IDS } from '../lib/domain/provider-id.ts';
import { offProviders } from '../lib/services/provider-status.ts';

type Query = Promise<Record<string, string | string[] | undefined>>;

/** The query as the browser has it in its address bar. */
async function searchOf(query: Query): Promise<string> {
  const pairs = Object.entries(await query).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

export default async function Page({ searchParams }: { searchParams: Query }) {
  // Reading the query also says that this is a matter of the running server, not of the build: so are its keys.
  const search = await searchOf(searchParams);
  const chosen = settings();
  const off = offProviders(chosen);
  const asked = (chosen.providers ?? PROVIDER_IDS).filter((id) => !off.some(({ provider }) => provider === id));
  return <SwapPage search={search} asked={asked} offProviders={off} />;
}
