/** One function for each call of the made-up provider. */
import type { Fetch } from '../../chain-clients/pooled-fetch.ts';
import { ProviderError } from '../../domain/errors.ts';
import { CODES } from './errors.ts';
import { type MadeUpQuote, type MadeUpSwap, quoteSchema, swapSchema } from './upstream-schemas.ts';

const MAX_BYTES = 100_000;

export type MadeUpClient = {
  quote(terms: Record<string, string>, signal: AbortSignal): Promise<MadeUpQuote>;
  swap(order: string, signal: AbortSignal): Promise<MadeUpSwap>;
};

/** @throws {ProviderError} */
export function createMadeUpClient(urls: readonly string[], ask: Fetch): MadeUpClient {
  const get = async (path: string, signal: AbortSignal): Promise<unknown> => {
    const init = { method: 'GET', headers: {}, signal, cache: 'no-store', maxBytes: MAX_BYTES } as const;
    const response = await ask(`${urls[0]}/${path}`, init);
    if (response.status !== 200)
      throw new ProviderError(CODES[response.status] ?? 'httpError', 'Made-up has no quote.');
    return JSON.parse(await response.text());
  };
  return {
    quote: async (terms, signal) => quoteSchema.parse(await get(`quote?${new URLSearchParams(terms)}`, signal)),
    swap: async (order, signal) => swapSchema.parse(await get(`swap/${order}`, signal)),
  };
}
