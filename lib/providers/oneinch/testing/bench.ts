/** The adapter before a loopback 1inch, for this folder’s tests. */
import { ProviderError } from '../../../domain/errors.ts';
import type { RouteDraft } from '../../../domain/route.ts';
import type { ProviderQuoteRequest } from '../../provider.ts';
import { upstreamOfTest } from '../../test-upstream.ts';
import type { OneinchOptions } from '../index.ts';
import { type OneinchAnswers, oneinchAt, oneinchDouble, REFERRER, request } from './oneinch-double.ts';

export async function bench(answers: OneinchAnswers = {}, options: Partial<OneinchOptions> = {}) {
  const upstream = await upstreamOfTest(oneinchDouble(answers));
  const provider = oneinchAt(upstream.url, options);
  const quote = async (changes: Partial<ProviderQuoteRequest> = {}, budgetMs = 8000): Promise<RouteDraft> => {
    const [route] = await provider.quote(request(changes), { signal: new AbortController().signal, budgetMs });
    if (!route) throw new Error('no route');
    return route;
  };
  const error = async (
    changes: Partial<ProviderQuoteRequest> = {},
    budgetMs?: number,
  ): Promise<{ code: string; message: string }> => {
    try {
      await quote(changes, budgetMs);
    } catch (thrown) {
      if (thrown instanceof ProviderError) return { code: thrown.code, message: thrown.message };
      throw thrown;
    }
    return { code: 'a route', message: '' };
  };
  const asked = (call: string) => upstream.calls.filter(({ path }) => path.endsWith(call));
  return { upstream, provider, quote, error, asked };
}

export const affiliate = (feeBps: number, payout: Record<string, string> = { evm: REFERRER }) => ({
  name: 'ptg',
  feeBps,
  payout,
});
