import { SwapPage } from '../components/swap/swap-page.tsx';
import { served } from '../lib/services/served.ts';

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
  return <SwapPage search={search} {...(await served().swapPageFacts())} />;
}
