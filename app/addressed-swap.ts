import { notFound } from 'next/navigation';

export type SwapPageProps = {
  params: Promise<{ quoteId: string; routeIndex: string }>;
  searchParams: Promise<{ hash?: string | string[] }>;
};

/**
 * The swap that a page's URL identifies: `/…/{quoteId}/{routeIndex}?hash=…`. An impossible index is a page that does
 * not exist.
 */
export async function addressedSwap({ params, searchParams }: SwapPageProps) {
  const { quoteId, routeIndex } = await params;
  const { hash } = await searchParams;
  if (!/^\d{1,3}$/.test(routeIndex)) notFound();
  return {
    quoteId: decodeURIComponent(quoteId),
    routeIndex: Number(routeIndex),
    hash: typeof hash === 'string' && hash !== '' ? hash : undefined,
  };
}
