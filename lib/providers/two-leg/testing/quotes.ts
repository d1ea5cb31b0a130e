/** Two legs to quote, and what their providers answer. */
import { expect } from 'vitest';
import { ProviderError } from '../../../domain/errors.ts';
import type { Provider, ProviderQuoteRequest } from '../../provider.ts';
import { type LegRules, live, pricedLeg, twoLegOf, wish } from './priced-legs.ts';

export function setUp(first: LegRules = {}, second: LegRules = {}) {
  const oneinch = pricedLeg('ONEINCH', first);
  const chainflip = pricedLeg('CHAINFLIP', second);
  return { oneinch, chainflip, provider: twoLegOf('ONEINCH->CHAINFLIP', [chainflip, oneinch]) };
}

export const quoteOne = async (provider: Provider, request: ProviderQuoteRequest = wish()) => {
  const [route, ...more] = await provider.quote(request, live());
  if (!route) throw new Error('no route');
  expect(more).toEqual([]);
  return route;
};

export const failureOf = (provider: Provider, request: ProviderQuoteRequest = wish()): Promise<ProviderError> =>
  provider.quote(request, live()).then(
    () => Promise.reject(new Error('a route')),
    (error: unknown) => {
      if (error instanceof ProviderError) return error;
      throw error;
    },
  );
