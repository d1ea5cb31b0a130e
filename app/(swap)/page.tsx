import { preload } from 'react-dom';
import { SwapPage } from '../../components/swap/swap-page.tsx';
import { PASS_PATH } from '../../lib/api/page-fetch.ts';
import { served } from '../../lib/composition/served.ts';

type Query = Promise<Record<string, string | string[] | undefined>>;

/** The query as it is in the browser's address bar. */
async function searchOf(query: Query): Promise<string> {
  const pairs = Object.entries(await query).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

export default async function Page({ searchParams }: { searchParams: Query }) {
  // Reading the query also makes the page dynamic, which its keys require: they are settings of the running server.
  const search = await searchOf(searchParams);
  // A link with an amount asks for a quote as soon as the page's scripts run, and each call carries the pass.
  if (new URLSearchParams(search).has('amount')) preload(PASS_PATH, { as: 'fetch', crossOrigin: 'anonymous' });
  return <SwapPage search={search} {...(await served().swapPageFacts())} />;
}
