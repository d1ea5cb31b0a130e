/** The time of a route, and its rank among others, follow what swaps like it took. */
import { expect, it } from 'vitest';
import type { WireRoute } from '../api/schemas/route.ts';
import type { RouteRecord } from '../domain/ledger.ts';
import { testSigning } from '../signing/test-signing.ts';
import { decodeQuoteRequest } from './decode-request.ts';
import { getQuote } from './get-quote.ts';
import { draftFor, NOTHING_CREATED, providerOf } from './test-quotes.ts';

const body = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.5', slippage: 1 };
const estimatedTime = { inbound: 300, swap: 200, outbound: 200, total: 600 };
const desk = (id: 'THORCHAIN' | 'MAYACHAIN', total: number) =>
  providerOf(id, async (request) => [draftFor(request, { overrides: { estimatedTime: { ...estimatedTime, total } } })]);

const record = (medianSeconds: number): RouteRecord => ({ swaps: 214, medianSeconds, asQuotedPercent: 98 });
const RECORDS: Readonly<Record<string, RouteRecord>> = { THORCHAIN: record(420), MAYACHAIN: record(9000) };

it('corrects the estimate by the record, tags by it, and stores and announces what it answers', async () => {
  const announced: WireRoute[] = [];
  const stored: (number | undefined)[] = [];
  const quote = await getQuote(
    {
      providers: [desk('MAYACHAIN', 550), desk('THORCHAIN', 600)],
      affiliates: {},
      store: { saveQuote: async ({ drafts }) => void stored.push(...drafts.map((one) => one.estimatedTime?.total)) },
      quoteTimeoutMs: 2000,
      signer: await testSigning(),
      preparing: NOTHING_CREATED,
      off: {},
      now: () => 1_790_000_000_000,
      newQuoteId: () => 'quote',
      recordOf: ({ providers }) => RECORDS[providers[0] ?? ''],
    },
    decodeQuoteRequest(body, { network: 'mainnet', canonicalAsset: (asset) => asset }),
    {
      signal: new AbortController().signal,
      log: () => undefined,
      publicUrl: 'https://portage.example',
      clientAddress: '',
      onRoute: (route) => void announced.push(route),
    },
  );
  const times = (routes: readonly WireRoute[]) =>
    Object.fromEntries(routes.map(({ providers, estimatedTime: time }) => [providers[0], time?.total]));
  // Maya's swaps took longer than all of its stages together, which is the most that it says itself.
  expect(times(quote.routes)).toEqual({ THORCHAIN: 420, MAYACHAIN: 700 });
  expect(times(announced)).toEqual({ THORCHAIN: 420, MAYACHAIN: 700 });
  expect(stored.toSorted()).toEqual([420, 700]);
  expect(quote.routes.find(({ meta }) => meta.tags.includes('FASTEST'))?.providers).toEqual(['THORCHAIN']);
  expect(quote.routes[0]?.meta.record).toEqual(record(420));
});
