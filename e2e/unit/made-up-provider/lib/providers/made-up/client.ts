/** One function for each call of the made-up provider. */
import { ProviderError } from '../../domain/errors.ts';
import { CODES } from './errors.ts';
import { type MadeUpQuote, type MadeUpSwap, quoteSchema, swapSchema } from './upstream-schemas.ts';

export type MadeUpClient = {
  quote(terms: Record<string, string>, signal: AbortSignal): Promise<MadeUpQuote>;
  swap(order: string, signal: AbortSignal): Promise<MadeUpSwap>;
};

/** @throws {ProviderError} */
export function createMadeUpClient(urls: readonly string[], ask: typeof fetch): MadeUpClient {
  const get = async (path: string, signal: AbortSignal): Promise<unknown> => {
    const response = await ask(`${urls[0]}/${path}`, { signal });
    if (!response.ok) throw new ProviderError(CODES[response.status] ?? 'httpError', 'Made-up has no quote.');
    return response.json();
  };
  return {
    quote: async (terms, signal) => quoteSchema.parse(await get(`quote?${new URLSearchParams(terms)}`, signal)),
    swap: async (order, signal) => swapSchema.parse(await get(`swap/${order}`, signal)),
  };
}
