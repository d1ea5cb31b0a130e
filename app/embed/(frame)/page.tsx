import type { Metadata } from 'next';
import { EmbedSwap } from '../../../components/embed/embed-swap.tsx';
import { formSearch } from '../../../components/embed/form-preset.ts';
import { readOptionsFromUrl } from '../../../lib/api/embed/read-options.ts';
import { served } from '../../../lib/composition/served.ts';

export const metadata: Metadata = { robots: { index: false } };

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function EmbedPage({ searchParams }: { searchParams: Query }) {
  const pairs = Object.entries(await searchParams).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  const search = new URLSearchParams(pairs).toString();
  const facts = await served().swapPageFacts();
  return (
    <EmbedSwap
      // A new query in the same frame gets a new form.
      key={search}
      search={formSearch(readOptionsFromUrl(search).options, search, facts.first)}
      {...facts}
    />
  );
}
