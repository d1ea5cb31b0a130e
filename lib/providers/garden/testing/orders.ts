/** Orders that Garden makes, and tampered orders. */
import { expect } from 'vitest';
import type { RouteDraft } from '../../../domain/route.ts';
import type { ProviderQuoteRequest } from '../../provider.ts';
import { options, type startBench } from './bench.ts';
import { type Json, type orderFor, request } from './garden-double.ts';

type Bench = ReturnType<typeof startBench>;
export type Body = Parameters<typeof orderFor>[0];

async function created(bench: Bench, asked: ProviderQuoteRequest): Promise<{ draft: RouteDraft; livesUntil: number }> {
  const provider = bench.provider();
  const [draft] = await provider.quote(asked, options());
  if (!draft || !provider.prepare) throw new Error('no route');
  expect(provider.prepare.needs(draft, asked)).toBe(true);
  return provider.prepare.create(draft, asked, options());
}

export const placed = (bench: Bench, asked = request()) => created(bench, { ...asked, includeTx: true });

export const source = (change: Json) => (order: Json) => ({
  ...order,
  source_swap: { ...(order.source_swap as Json), ...change },
});

export const destination = (change: Json) => (order: Json) => ({
  ...order,
  destination_swap: { ...(order.destination_swap as Json), ...change },
});
