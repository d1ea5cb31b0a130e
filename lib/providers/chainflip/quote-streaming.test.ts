/** A quote in parts says how many and how far apart, and costs the backend no second request. */
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../domain/amount.ts';
import { termsOf } from './terms.ts';
import { bench } from './testing/bench.ts';
import { AFFILIATE_ID, BROKER_ID, environment, listFixture, request } from './testing/chainflip-double.ts';
import { ethToUsdc, priced, regular } from './testing/quotes.ts';

describe('streaming', () => {
  it('comes from the DCA element, and says in how many parts and how far apart', async () => {
    const { one } = await bench();
    const route = await one({ providerId: 'CHAINFLIP_STREAMING', slippageBps: 100 });
    expect(route.providers).toEqual(['CHAINFLIP_STREAMING']);
    expect(formatAmount(route.expectedBuy)).toBe('4.082978824588206358');
    expect([route.maxStreamingQuantity, route.streamingInterval]).toEqual([3, 2]);
    const price = BigInt(termsOf(route)?.minPriceX128 ?? 0);
    const enforced = 3n * ((3_333_278n * price) >> 128n);
    expect(route.guaranteedBuy.baseUnits).toBe(enforced - 342_353_552_660_000n);
  });

  it('answers quoteNotFound where the amount does not stream', async () => {
    const { refusal } = await bench(priced([regular()]));
    const error = await refusal({ providerId: 'CHAINFLIP_STREAMING' });
    expect(error.code).toBe('quoteNotFound');
    expect(error.message).toMatch(/does not stream/);
  });

  it('refuses a stream that is longer than the chain allows', async () => {
    const { refusal } = await bench({
      rpc: (method) =>
        method === 'cf_environment'
          ? { result: environment({ live: { max_swap_request_duration_blocks: 5 } }) }
          : undefined,
    });
    expect((await refusal({ providerId: 'CHAINFLIP_STREAMING' })).code).toBe('quoteNotFound');
  });

  it('says so where an amount is swapped only in parts', async () => {
    const { refusal, one } = await bench(priced(listFixture('quote-dca-only')));
    const error = await refusal(ethToUsdc);
    expect(error.code).toBe('insufficientLiquidity');
    expect(error.message).toMatch(/CHAINFLIP_STREAMING/);
    expect((await one({ ...ethToUsdc, providerId: 'CHAINFLIP_STREAMING' })).maxStreamingQuantity).toBe(4);
  });

  it('asks once for both ids that are asked at the same time', async () => {
    const { provider, asked } = await bench();
    const { signal } = new AbortController();
    const [plain, streaming] = await Promise.all(
      (['CHAINFLIP', 'CHAINFLIP_STREAMING'] as const).map((providerId) =>
        provider.quote(request({ providerId }), { signal }),
      ),
    );
    expect([plain?.[0]?.providers, streaming?.[0]?.providers]).toEqual([['CHAINFLIP'], ['CHAINFLIP_STREAMING']]);
    expect(asked('/v2/quote')).toHaveLength(1);
  });

  it('goes on for the caller that stays when the other disconnects', async () => {
    const { provider, upstream, asked } = await bench();
    await provider.quote(request(), { signal: new AbortController().signal });
    upstream.calls.length = 0;
    const leaving = new AbortController();
    const gone = provider.quote(request(), { signal: leaving.signal });
    const staying = provider.quote(request({ providerId: 'CHAINFLIP_STREAMING' }), {
      signal: new AbortController().signal,
    });
    leaving.abort();
    await expect(gone).rejects.toMatchObject({ code: 'providerQuoteTimeout' });
    expect((await staying)[0]?.providers).toEqual(['CHAINFLIP_STREAMING']);
    expect(asked('/v2/quote').length).toBeLessThanOrEqual(2);
  });

  it('asks by itself for another amount, fee or way of paying', async () => {
    const { provider, asked } = await bench({}, { brokerId: BROKER_ID });
    const { signal } = new AbortController();
    const affiliate = { name: 'ptg', feeBps: 30, payout: { chainflip: AFFILIATE_ID } };
    await Promise.all([
      provider.quote(request(), { signal }),
      provider.quote(request({ affiliate }), { signal }),
      provider.quote(request({ sellAmount: '0.2' }), { signal }).catch(() => undefined),
    ]);
    expect(asked('/v2/quote')).toHaveLength(3);
  });
});
