/** A quote in parts says in how many and how far apart. */
import { describe, expect, it } from 'vitest';
import { family, MAYA_PAIR } from './testing/family.ts';
import { ALICE_ETH, mayaQuote, thorQuote } from './testing/node-double.ts';

describe('streaming', () => {
  it('is offered only where the amount streams', async () => {
    const { refusal } = await family('thor', {
      quote: () => ({ json: thorQuote({ max_streaming_quantity: 1, memo: `=:e:${ALICE_ETH}:6767753/1/0` }) }),
    });
    const error = await refusal({ providerId: 'THORCHAIN_STREAMING' });
    expect(error.code).toBe('quoteNotFound');
    expect(error.message).toContain('does not stream');
  });

  it('shows its interval and its maximum of sub-swaps', async () => {
    const { one } = await family('thor');
    const route = await one({ providerId: 'THORCHAIN_STREAMING' });
    expect([route.streamingInterval, route.maxStreamingQuantity]).toEqual([1, 3]);
  });

  it('on Maya, which takes its fees after the limit, asks by its memo for those fees too', async () => {
    const to = 'bc1q07kx42qz758yhr7jn3pu9ffz2rwy0snlwztwf8';
    const memo = `=:BTC.BTC:${to}:5195781/100/2`;
    const { one } = await family('maya', { quote: () => ({ json: mayaQuote({ memo }) }) });
    const asked = {
      ...MAYA_PAIR,
      providerId: 'MAYACHAIN_STREAMING' as const,
      destinationAddress: to,
      slippageBps: 100,
    };
    const route = await one(asked);
    const least = (5_248_264n * 99n) / 100n;
    expect(route.guaranteedBuy.baseUnits).toBe(least);
    // The outbound fee of 9110, and a quarter more.
    expect(route.memo).toBe(`=:BTC.BTC:${to}:${least + 11_388n}/100/2`);
  });

  it('is tried again with fewer sub-swaps when one of them could not pay the outbound fee', async () => {
    const refused = {
      status: 400,
      json: {
        code: 3,
        message: 'amount less than min swap amount (recommended_min_amount_in: 30000): invalid request',
      },
    };
    const { one, asked } = await family('thor', {
      quote: (query) =>
        query.get('streaming_quantity') === '3'
          ? { json: thorQuote({ max_streaming_quantity: 3, memo: `=:e:${ALICE_ETH}:6767753/1/3` }) }
          : refused,
    });
    await one({ providerId: 'THORCHAIN_STREAMING' });
    expect(asked()).toHaveLength(2);
  });

  it('is not tried again when that cannot help, and names the minimum in the units that are sold', async () => {
    const { refusal, asked } = await family('thor', {
      quote: () => ({
        status: 400,
        json: {
          code: 3,
          message: 'amount less than min swap amount (recommended_min_amount_in: 178950): invalid request',
        },
      }),
    });
    const error = await refusal({ sellAmount: '0.001' });
    expect(error.code).toBe('swapAmountTooSmall');
    expect(error.message).toContain('0.0017895 BTC');
    expect(asked()).toHaveLength(1);
  });

  it('names no minimum to a caller who sells more than that', async () => {
    const message = 'amount less than min swap amount (recommended_min_amount_in: 9258): invalid request';
    const { refusal } = await family('thor', { quote: () => ({ status: 400, json: { code: 3, message } }) });
    const error = await refusal({ sellAmount: '0.1' });
    expect(error.code).toBe('swapAmountTooSmall');
    expect(error.message).not.toContain('or more');
  });
});
